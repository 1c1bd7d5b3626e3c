"""``POST /games/{id}/seats/{n}/open`` and its button: a seat closed by mistake, or whose player is back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.league.calling import Caller, Club

pytestmark = pytest.mark.django_db


def opened(*names: str, **fields: Any) -> tuple[dict[str, Any], Caller]:
    """→ (a game, its host)."""
    club = Club(public=True)
    game = club.game(club.night(), *names, **fields)
    return game, Caller(game["host_url"].rpartition("/")[2])


def types(answer: Any) -> list[str]:
    return [event["type"] for event in answer["events"]]


def test_a_closed_seat_is_open_again_with_its_person_and_its_link() -> None:
    game, host = opened("Ann", "Bo")
    path = f"/games/{game['id']}"
    bo = Caller(game["seats"][1]["token"])
    host.made(f"{path}/seats/2/close")
    assert [seat["state"] for seat in host.get(path).json["seats"]] == ["taken", "closed"]
    again = host.post(f"{path}/seats/2/open", {"reason": "that was the wrong button"}, Idempotency_Key="1")
    assert (again.status, types(again.json)) == (201, ["seat_opened"])
    assert again.json["events"][0]["secret"]["move"] == {"reason": "that was the wrong button"}
    assert host.post(f"{path}/seats/2/open", Idempotency_Key="1").code == "key_reused"
    seat = bo.get(path).json["seats"][1]
    assert (seat["state"], seat["member"]["name"]) == ("taken", "Bo")
    host.made(f"{path}/moves", {"type": "start_race"})
    bo.made(f"{path}/moves", {"type": "place_bet", "marker": "5", "spot": "win:7:1"})


def test_what_an_opening_is_refused_with() -> None:
    game, host = opened("Ann", "Bo", "Cy")
    path = f"/games/{game['id']}"
    assert host.post(f"{path}/seats/2/open").code == "seat_taken"
    assert host.post(f"{path}/seats/9/open").code == "not_found"
    assert host.post(f"{path}/seats/2/open", {"reason": ""}).status == 400
    assert host.post(f"{path}/seats/2/open", {"why": "x"}).code == "unknown_field"
    host.made(f"{path}/seats/2/close")
    assert Caller(game["seats"][1]["token"]).post(f"{path}/seats/2/open").code == "wrong_scope"
    assert Caller().post(f"{path}/seats/2/open").code == "no_token"
    host.made(f"{path}/moves", {"type": "start_race"})
    assert host.post(f"{path}/seats/2/open").code == "join_closed"
    host.made(f"{path}/moves", {"type": "close_game", "reason": "the bar closes"})
    assert host.post(f"{path}/seats/2/open").code == "game_over"


def test_a_seat_that_is_leaving_stays_after_all() -> None:
    game, host = opened("Ann", "Bo")
    path = f"/games/{game['id']}"
    host.made(f"{path}/moves", {"type": "start_race"})
    assert types(host.made(f"{path}/seats/2/close")) == ["seat_leaving"]
    assert {"type": "open_seat", "seat": 2} in host.get(f"{path}/legal-moves").json
    assert types(host.made(f"{path}/seats/2/open")) == ["seat_opened"]


@pytest.mark.parametrize(
    ("ruleset", "seats"), [("ready-set-bet", 2), ("racehorse", 6), ("greyhounds", 3), ("scoresheet", 2)]
)
def test_in_every_game_a_seat_is_closed_and_opened(ruleset: str, seats: int) -> None:
    game, host = opened(*("Ann", "Bo", "Cy", "Dee", "Eva", "Finn")[:seats], ruleset=ruleset, options={})
    path = f"/games/{game['id']}"
    host.made(f"{path}/seats/2/close")
    assert types(host.made(f"{path}/seats/2/open"))[0] == "seat_opened"
    assert host.get(path).json["seats"][1]["state"] == "taken"
    assert host.get(f"{path}/audit").json["findings"] == []


def test_the_seats_page_opens_a_closed_seat_and_keeps_one_that_is_leaving() -> None:
    game, host = opened("Ann", "Bo")
    browser = Client()
    browser.post(f"/j/{host.token}")
    path = f"/g/{game['id']}/seats"

    def shown() -> str:
        return browser.get(path, headers={"Accept-Language": "en"}).content.decode()

    assert "Open the seat again" not in shown()
    assert browser.post(f"{path}/2", {"do": "close"}).status_code == 302
    assert "Open the seat again" in shown()
    assert browser.post(f"{path}/2", {"do": "open"}).headers["Location"] == f"{path}#seat-2"
    assert "Open the seat again" not in shown() and "Seat 2: Bo" in shown()
    host.made(f"/games/{game['id']}/moves", {"type": "start_race"})
    assert browser.post(f"{path}/2", {"do": "close"}).status_code == 302
    assert "Leaves when this is over." in shown() and shown().count("Close the seat<") == 1
    assert browser.post(f"{path}/2", {"do": "open"}).status_code == 302
    assert "Leaves when this is over." not in shown() and shown().count("Close the seat<") == 2
    history = browser.get(f"/g/{game['id']}/history").content.decode()
    assert "Bo plays on." in history
    assert "Seat 2" in shown()


def test_a_closed_seat_is_not_opened_in_a_race_and_the_page_says_so_in_its_language() -> None:
    game, host = opened("Ann", "Bo", "Cy")
    browser = Client()
    browser.post(f"/j/{host.token}")
    host.made(f"/games/{game['id']}/seats/2/close")
    host.made(f"/games/{game['id']}/moves", {"type": "start_race"})
    answer = browser.post(f"/g/{game['id']}/seats/2", {"do": "open"}, headers={"Accept-Language": "sv"})
    assert answer.status_code == 409
    assert "En stängd stol öppnas mellan loppen" in answer.content.decode()
