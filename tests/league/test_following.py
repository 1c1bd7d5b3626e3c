"""Which game a club's screens, overlays and embedded scoreboards follow."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from ledger import sql
from tests.league.calling import Club, run_race

pytestmark = pytest.mark.django_db
SIX_HOURS_US = 6 * 3600 * 1_000_000


def shown(club: Club, following: str = "", label: str = "") -> Any:
    """The game that a screen is told to show."""
    answer = Client().get(f"/{club.slug}/screen/now?following={following}&label={label}")
    assert answer.status_code == 200, answer.content
    return answer.json()["game"]


def loaded(club: Club, path: str = "screen") -> str | None:
    """The game that a page shows that is loaded just now."""
    found = re.search(r'"game": "([0-9a-f-]{36})"', Client().get(f"/{club.slug}/{path}").content.decode())
    return None if found is None else found[1]


def table(club: Club, night: str, label: str) -> str:
    return str(club.game(night, "Ann", "Bo", label=label)["id"])


def move(club: Club, game: str, type: str, **fields: Any) -> None:
    club.manager.made(f"/games/{game}/moves", {"type": type, **fields})


def test_a_game_that_runs_is_not_left_for_one_opened_or_started_later() -> None:
    club = Club(public=True)
    night = club.night()
    first = table(club, night, "Table 1")
    move(club, first, "start_race")
    second = table(club, night, "Table 2")
    assert (shown(club), shown(club, following=first), loaded(club)) == (first, first, first)
    move(club, second, "start_race")
    assert shown(club, following=first) == first  # each viewer stays
    assert shown(club, following=second) == second
    assert (shown(club), loaded(club), loaded(club, "overlay")) == (second, second, second)  # it moved last
    move(club, first, "roll", dice=[3, 4], n=1)
    assert (shown(club), loaded(club), loaded(club, "overlay")) == (first, first, first)


def test_a_paused_game_is_waited_for() -> None:
    club = Club(public=True)
    night = club.night()
    first, second = (table(club, night, label) for label in ("Table 1", "Table 2"))
    move(club, first, "start_race")
    move(club, second, "start_race")
    move(club, first, "pause")
    assert shown(club, following=first) == first
    assert shown(club) == second  # who comes now sees what runs, not what moved last by being paused


def test_what_is_only_open_gives_way_to_what_runs_but_not_to_what_is_opened_later() -> None:
    club = Club(public=True)
    night = club.night()
    first, second = (table(club, night, label) for label in ("Table 1", "Table 2"))
    assert (shown(club, following=first), shown(club, following=second)) == (first, second)
    move(club, second, "start_race")
    assert shown(club, following=first) == second


def test_a_game_that_is_over_stays_until_there_is_another() -> None:
    club = Club(public=True)
    night = club.night()
    first = table(club, night, "Table 1")
    run_race(club.manager, first)
    assert shown(club, following=first) == first
    second = table(club, night, "Table 2")
    assert shown(club, following=first) == second
    run_race(club.manager, second)
    assert (shown(club, following=first), shown(club)) == (first, second)  # no coming and going between two results


def test_a_label_chooses_a_table() -> None:
    club = Club(public=True)
    night = club.night()
    first, second = (table(club, night, label) for label in ("Table 1", "Table 2"))
    move(club, second, "start_race")
    assert (shown(club, label="Table 1"), shown(club, label="Table 2")) == (first, second)
    assert shown(club, label="Table 1", following=second) == first
    assert shown(club, label="Table 9") is None


def test_a_game_still_running_is_shown_on_when_its_night_has_been_closed() -> None:
    club = Club(public=True)
    night = club.night()
    first, second = (table(club, night, label) for label in ("Table 1", "Table 2"))
    move(club, first, "start_race")
    club.manager.done(f"/nights/{night}/close")
    assert (shown(club), shown(club, following=first), loaded(club)) == (first, first, first)
    scoreboard = Client().get(f"/embed/{club.slug}/scoreboard").content.decode()
    assert "Table 1" in scoreboard and "Table 2" not in scoreboard
    assert [each["game"]["id"] for each in club.manager.get(f"{club.path}/scoreboard").json["games"]] == [first]
    later = table(club, club.night("2026-03-15"), "Table 3")
    assert shown(club, following=first) == first  # another night has begun, and this one is not over yet
    assert shown(club, following=second) == first
    for n in range(1, 16):
        move(club, first, "roll", dice=[3, 4], n=n)
    assert shown(club, following=first) == later


def test_a_game_that_nobody_ended_is_not_shown_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club(public=True)
    night = club.night()
    move(club, table(club, night, "Table 1"), "start_race")
    club.manager.done(f"/nights/{night}/close")
    at = sql.now()
    monkeypatch.setattr("league.selectors.playing.now", lambda: at + SIX_HOURS_US)
    assert loaded(club) is not None
    monkeypatch.setattr("league.selectors.playing.now", lambda: at + 3 * SIX_HOURS_US)
    assert loaded(club) is None
    assert "The next game will be shown here." in Client().get(f"/{club.slug}/screen").content.decode()


def test_an_embedded_scoreboard_has_first_what_runs() -> None:
    club = Club(public=True)
    night = club.night()
    run_race(club.manager, table(club, night, "Table 1"))
    move(club, table(club, night, "Table 2"), "start_race")
    table(club, night, "Table 3")
    page = Client().get(f"/embed/{club.slug}/scoreboard").content.decode()
    assert re.findall(r"Table \d", page) == ["Table 2", "Table 3", "Table 1"]
