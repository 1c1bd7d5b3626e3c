"""What a signed-in organiser makes by pages alone, and what a host does with seats and rolls; without script."""

from __future__ import annotations

import json
import posixpath
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from league import organisers
from tests.league.calling import Club

pytestmark = pytest.mark.django_db


def boss() -> Client:
    browser = Client()
    browser.force_login(organisers.account())
    return browser


def page(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200, (path, response.status_code)
    return response.content.decode()


def test_from_a_club_s_name_to_the_codes_of_a_game_s_seats() -> None:
    browser, slug = boss(), f"turf-{secrets.token_hex(4)}"
    made = browser.post("/new/club", {"name": "Thursday Turf", "slug": slug, "timezone": "Europe/Paris"})
    assert made.headers["Location"] == f"/{slug}"
    assert "Open tonight" in page(browser, f"/{slug}")
    opened = browser.post(f"/{slug}/nights", {"name": "Derby night"})
    form = opened.headers["Location"]
    assert "Who rolls?" in page(browser, form)
    fields = {"ruleset": "ready-set-bet", "seats": "3", "names": "Ann\nBo", "label": "Table 2", "house": "basic"}
    game = browser.post(form, fields).headers["Location"]
    seats = page(browser, game)
    assert "Seat 1: Ann" in seats and "Seat 2: Bo" in seats and "Seat 3: free" in seats
    assert seats.count("data:image/svg+xml") == 5  # to sit down, three seats, the host
    assert Client().get(f"/{slug}").status_code == 404  # nobody said it was public


def test_what_does_not_fit_is_said_on_the_form() -> None:
    browser, club = boss(), Club()
    night = club.night()
    answer = browser.post(f"/{club.slug}/nights/{night}/new-game", {"ruleset": "racehorse", "seats": "3"})
    assert answer.status_code == 400
    assert "Racehorse is played on 5 to 8 seats." in answer.content.decode()


@pytest.mark.parametrize("path", ["/new/club", "/{slug}/nights", "/{slug}/seasons"])
def test_strangers_make_nothing(path: str) -> None:
    club = Club(public=True)
    fields = {"name": "X", "slug": f"x-{secrets.token_hex(4)}", "starts_on": "2027-01-01", "ends_on": "2027-02-01"}
    assert Client().post(path.format(slug=club.slug), fields).status_code == 401


def hosted(**options: Any) -> tuple[Club, dict[str, Any], Client]:
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo", options=options)
    browser = Client()
    browser.post(f"/j/{game['host_url'].rpartition('/')[2]}")
    return club, game, browser


def test_a_host_gives_a_seat_a_new_link_and_another_person() -> None:
    _, game, browser = hosted()
    path = f"/g/{game['id']}/seats"
    old = game["seats"][0]["token"]
    assert old in page(browser, path)
    assert browser.post(f"{path}/1", {"do": "renew"}).status_code == 302
    assert old not in page(browser, path)
    assert browser.post(f"{path}/1", {"do": "sit", "name": "Cilla"}).status_code == 302
    assert "Seat 1: Cilla" in page(browser, path)
    assert browser.post(f"{path}/1", {"do": "close"}).status_code == 302
    assert "This seat has left the game." in page(browser, path)
    assert browser.post(f"{path}/1", {"do": "dance"}).status_code == 400
    assert Client().get(path).status_code == 401


def test_a_move_by_the_page_s_cookie_needs_the_page_s_token_and_origin() -> None:
    club, game, _ = hosted()
    phone = Client(enforce_csrf_checks=True)
    link = f"/j/{game['seats'][0]['token']}"
    token = _csrf(phone.get(link).content.decode())
    phone.post(link, {"csrfmiddlewaretoken": token}, headers={"Origin": "http://testserver"})
    club.manager.made(f"/games/{game['id']}/moves", {"type": "start_race"})
    bet = json.dumps({"type": "place_bet", "marker": "5", "spot": "win:7:1", "race": 1, "until_roll": 1})
    path = f"/g/{game['id']}/moves"

    def post(**headers: str) -> Any:
        return phone.post(path, bet, content_type="application/json", headers=headers)

    assert post().status_code == 403
    assert post(X_CSRFToken=token, Origin="http://evil.example").status_code == 403
    good = post(X_CSRFToken=token, Origin="http://testserver", Idempotency_Key="abc")
    assert good.status_code == 201
    assert [event["type"] for event in good.json()["events"]] == ["bet_placed"]
    again = post(X_CSRFToken=token, Origin="http://testserver", Idempotency_Key="abc")
    assert again.json() == good.json()
    taken = post(X_CSRFToken=token, Origin="http://testserver")
    assert (taken.status_code, taken.json()["code"]) == (409, "marker_used")


def _csrf(markup: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', markup)
    assert found
    return found[1]


def test_what_a_page_is_told_is_what_its_seat_may_know() -> None:
    _, game, host = hosted()
    path = f"/g/{game['id']}/now"
    stranger = Client().get(path).json()
    assert (stranger["role"], stranger["seat"], stranger["legal"]) == ("watch", None, [])
    assert host.get(path).json()["role"] == "host"
    phone = Client()
    phone.post(f"/j/{game['seats'][1]['token']}")
    told = phone.get(path).json()
    assert (told["role"], told["seat"], told["names"]) == ("seat", 2, {"1": "Ann", "2": "Bo"})
    assert phone.get(f"{path}?since={told['version']}").status_code == 204
    assert phone.get(f"{path}?at=1").json()["legal"] == []
    assert phone.get(f"{path}?at=x").json()["code"] == "invalid"


def test_a_correction_is_looked_at_before_it_is_made() -> None:
    club, game, browser = hosted(house="basic")
    moves = f"/games/{game['id']}/moves"
    club.manager.made(moves, {"type": "start_race"})
    made = club.manager.made(moves, {"type": "roll", "dice": [6, 6], "n": 1})
    mend = f"/g/{game['id']}/mend/{made['events'][0]['version']}"
    assert "6 + 6: horse 11/12 moves 1, to 1." in page(browser, mend)
    fields = {"move.dice.0": "4", "move.dice.1": "4", "reason": "a pair of fours"}
    looked = browser.post(mend, fields).content.decode()
    assert "Then: <b>Race 1 of 4: 8 leads on 1.</b>" in looked
    assert club.manager.get(f"/games/{game['id']}").json["version"] == made["version"]
    assert browser.post(mend, {**fields, "sure": "on"}).status_code == 302
    history = page(browser, f"/g/{game['id']}/history")
    assert "A correction: everything after step" in history and "4 + 4: horse 8 moves 1, to 1." in history
    assert Client().get(mend).status_code == 401
    assert browser.post(mend, {"reason": "?"}).status_code == 404  # that step has been taken back


def test_the_screen_follows_the_running_game_and_the_overlay_may_be_framed() -> None:
    club, game, _ = hosted()
    assert club.slug in page(Client(), f"/{club.slug}/screen")
    assert Client().get(f"/{club.slug}/screen/now").json() == {"game": game["id"]}
    overlay = Client().get(f"/{club.slug}/overlay")
    assert "X-Frame-Options" not in overlay.headers
    assert "frame-ancestors" not in overlay.headers["Content-Security-Policy"] and not overlay.cookies
    assert "The next game will be shown here." in page(Client(), f"/{Club(public=True).slug}/screen")


def test_a_code_leads_to_the_table_and_so_does_the_furniture() -> None:
    club = Club(public=True)
    game = club.manager.made(f"/nights/{club.night()}/games", {"ruleset": "ready-set-bet", "seats": [{}, {}]})
    code = game["join_code"]
    assert Client().get(f"/j?code=%20{code.lower()}").headers["Location"] == f"/j/{code.lower()}"
    assert Client().get(f"/j?code={game['join_url']}").headers["Location"] == f"/j/{code}"
    assert Client().get(f"/{club.slug}/sit").headers["Location"] == f"/j/{code}"


def test_the_audit_speaks_to_people() -> None:
    _, game, _ = hosted()
    told = page(Client(), f"/g/{game['id']}/audit")
    assert "Everything is as it was played." in told
    assert "entries of the game&#x27;s book" in told


DRAWINGS = {"league/screen/main.js": ["./horses.js"]}
"""What a script imports for the game of these tests, and not for others."""


def weight(page_text: str) -> int:
    """Bytes of every static file that a page loads, the modules that its scripts import included."""
    wanted, found = re.findall(r'(?:href|src)="/static/([^"]+)"', page_text), dict[str, int]()
    while wanted:
        name = wanted.pop()
        file = finders.find(name)
        assert isinstance(file, str), name
        if name not in found:
            text = Path(file).read_text()
            found[name] = len(text.encode())
            imported = re.findall(r'from "(\.[^"]+)"', text) + DRAWINGS.get(name, [])
            wanted += [posixpath.normpath(f"{name}/../{each}") for each in imported]
    return sum(found.values())


def test_a_page_load_is_under_100_kb_of_assets() -> None:
    club, game, host = hosted(house="basic")
    club.manager.made(f"/games/{game['id']}/moves", {"type": "start_race"})
    phone = Client()
    phone.post(f"/j/{game['seats'][0]['token']}")
    board = f"/g/{game['id']}"
    pages = {"phone": page(phone, board), "host": page(host, board), "screen": page(Client(), f"{board}/screen")}
    pages |= {what: page(host, f"{board}/{what}") for what in ("history", "seats", "mend/4")}
    pages |= {"club": page(Client(), f"/{club.slug}"), "table": page(Client(), f"/{club.slug}/table")}
    pages |= {
        "overlay": page(Client(), f"/{club.slug}/overlay"),
        "embed": page(Client(), f"/embed/{club.slug}/scoreboard"),
    }
    weights = {name: weight(text) for name, text in pages.items()}
    assert max(weights.values()) < 100_000, weights
    assert weights["phone"] > 50_000  # the whole board is in it


def test_a_result_of_any_other_game_is_typed_in() -> None:
    browser, club = boss(), Club(public=True)
    club.manager.made(f"{club.path}/members", {"name": "Ann Archer"})
    night = club.night()
    path = f"/{club.slug}/nights/{night}/result"
    assert "The lowest score wins" in page(browser, path)
    fields = {"title": "Wingspan", "lines": "ann archer 82\nBo 91,5\n\nCilla van Dam 70"}
    assert browser.post(path, fields).headers["Location"] == f"/{club.slug}/nights/{night}"
    told = " ".join(re.sub(r"<[^>]+>", " ", page(browser, f"/{club.slug}/nights/{night}")).split())
    assert "Wingspan" in told
    assert "1 2 Bo 91.5 pt" in told and "2 1 Ann Archer 82 pt" in told and "3 3 Cilla van Dam 70 pt" in told
    mixed = browser.post(path, {"title": "Skull", "lines": "Ann 3\nBo"})
    assert mixed.status_code == 400 and "Either everybody has a score" in mixed.content.decode()
    assert Client().post(path, fields).status_code == 401
