"""What a big screen is told to call out: ``/g/{id}/calls``."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.league.calling import Club

pytestmark = pytest.mark.django_db


def told(game: str, after: int = 0, language: str = "en") -> Any:
    answer = Client().get(f"/g/{game}/calls?after={after}&lang={language}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def raced(club: Club, rolls: int) -> str:
    """A game whose horse 7 has moved so often."""
    options = {"house": "basic", "races": 1, "props": False, "exotics": False, "vips": False}
    game = club.game(club.night(), "Ann", "Bo", options=options)["id"]
    club.manager.made(f"/games/{game}/moves", {"type": "start_race"})
    for n in range(1, rolls + 1):
        club.manager.made(f"/games/{game}/moves", {"type": "roll", "dice": [3, 4], "n": n})
    return str(game)


def test_a_race_is_called_from_its_events_in_the_page_s_language() -> None:
    game = raced(Club(public=True), 2)
    calls = told(game)["calls"]
    assert [(call["kind"], call["text"], call["loud"]) for call in calls[-3:]] == [
        ("off", "And they're off!", True),
        ("roll", "7! 7 moves up to 1.", False),
        ("roll", "7! 7 moves up to 2.", False),
    ]
    swedish = told(game, language="sv")
    assert swedish["language"] == "sv" and swedish["calls"][-3]["text"] == "Och de är iväg!"


def test_only_what_came_after_is_called_but_it_is_called_by_one_who_saw_all() -> None:
    game = raced(Club(public=True), 3)
    whole = told(game)
    later = told(game, whole["calls"][-2]["version"])
    assert later["calls"] == [call for call in whole["calls"] if call["version"] > whole["calls"][-2]["version"]]
    assert told(game, whole["version"])["calls"] == []


def test_a_score_sheet_calls_nothing_and_a_private_club_s_games_are_its_own() -> None:
    club = Club(public=True)
    sheet = club.game(club.night(), "Ann", "Bo", ruleset="scoresheet", options={})["id"]
    assert told(sheet)["calls"] == []
    private = raced(Club(), 1)
    assert Client().get(f"/g/{private}/calls").status_code == 404
