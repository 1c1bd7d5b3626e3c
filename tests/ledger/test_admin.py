"""Events in Django's admin: read-only, and a way from a request to its moves, their events, and what these posted."""

from __future__ import annotations

import html
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from league import organisers
from ledger import correlation
from ledger.reading import stream_events, stream_of
from ledger.records import event_id
from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db

LIST = "/admin/ledger/eventrow/"


@pytest.fixture
def organiser() -> Client:
    client = Client()
    client.force_login(organisers.account())
    return client


@pytest.fixture
def game() -> Any:
    club = Club()
    game = club.game(club.night(), "Ottilie", "Bo", label="Table 2")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    return game


def found(organiser: Client, term: str) -> list[str]:
    """Types of the events in the list, the latest first."""
    response = organiser.get(LIST, {"q": term})
    assert response.status_code == 200
    return [row.type for row in response.context["cl"].result_list]


def test_from_a_request_to_its_move_to_its_events_to_their_postings(organiser: Client, game: Any) -> None:
    club = Club()
    other = club.game(club.night(), "Ann", "Bo")
    moved = club.manager.post(f"/games/{other['id']}/moves", {"type": "start_race"}, Request_Id="what-the-phone-sent")
    assert moved.headers["Request-Id"] == "what-the-phone-sent"
    assert moved.json["events"][0]["move"]["id"].startswith(correlation.prefix_of("what-the-phone-sent"))
    assert "race_started" in found(organiser, "what-the-phone-sent")

    stream = stream_of(UUID(game["id"]))
    assert stream is not None
    paid = next(event for event in stream_events(stream) if event.type == "seat_settled" and '"seat":1' in event.record)
    page = html.unescape(organiser.get(f"{LIST}{stream.id}_2F{paid.version}/change/").content.decode())
    assert "bank → seat:1: " in page
    move = page.partition('"move": {')[2].partition('"id": "')[2][:36]
    events = found(organiser, move)
    assert events[-1] == "rolled"
    assert {"race_finished", "seat_settled"} <= set(events)


def test_by_whatever_one_has(organiser: Client, game: Any) -> None:
    stream = stream_of(UUID(game["id"]))
    assert stream is not None
    first, *_ = stream_events(stream)
    assert found(organiser, str(stream.id))[-1] == "game_opened"
    assert "game_opened" in found(organiser, str(stream.club))
    assert "game_opened" in found(organiser, str(first.cursor))
    assert set(found(organiser, "game_open")) == {"game_opened"}
    assert found(organiser, str(event_id(first.hash))) == ["game_opened"]
    assert found(organiser, "nothing like it") == []


def test_nothing_sealed_is_shown_and_nothing_can_be_changed(organiser: Client, game: Any) -> None:
    page = f"{LIST}{game['id']}_2F1/change/"
    shown = organiser.get(page).content.decode()
    assert "Table 2" not in shown
    assert 'name="_save"' not in shown
    assert organiser.post(page, {"type": "x"}).status_code == 403
    assert organiser.get(f"{LIST}add/").status_code == 403
    assert organiser.post(f"{LIST}{game['id']}_2F1/delete/").status_code == 403
    for missing in (f"{game['id']}_2F99999", "x_2Fy", "x"):
        assert organiser.get(f"{LIST}{missing}/change/").status_code == 302  # to the index, with a sentence


def test_not_for_everybody() -> None:
    assert Client().get(LIST).status_code == 302
