"""The league table over HTTP, from races really run."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger import sql
from tests.league.calling import NOBODY, Club, run_race

pytestmark = pytest.mark.django_db


def lines(table: Any) -> list[tuple[int, str, float, int]]:
    return [(row["rank"], row["member"]["name"], row["points"], row["money"]) for row in table["rows"]]


def test_a_night_s_races_become_a_table() -> None:
    club = Club()
    night = club.night()
    game = club.game(night, "Ann", "Bo", "Cy")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1"), 2: ("4", "show:7:1")})
    table = club.table()
    assert lines(table) == [(1, "Ann", 10, 15), (2, "Bo", 6, 4), (3, "Cy", 2, 0)]
    ann = table["rows"][0]
    assert (ann["guest"], ann["wins"], ann["games"], ann["nights"], ann["behind"], ann["average"]) == (
        True,
        1,
        1,
        1,
        0,
        10,
    )
    assert ann["counted"] == [
        {
            "night": night,
            "game": game["id"],
            "date": "2026-03-14",
            "points": 10,
            "rank": 1,
            "parts": {"place": 10},
            "scheme": 1,
        }
    ]
    assert (ann["previous_rank"], ann["dropped"], ann["tie_break"], ann["eligible"]) == (None, [], None, True)
    assert (table["season"], table["scheme"], table["nights"], table["provisional"]) == (
        club.season,
        {"version": 1, "name": "Placing points, six a player"},
        1,
        True,
    )
    assert club.manager.get(f"{club.path}/seasons/current/table").json == table


def test_those_who_tie_share_rank_and_points_and_money_parts_equal_points() -> None:
    club = Club()
    first = club.game(club.night("2026-03-07"), "Ann", "Bo", "Cy", "Dee")
    run_race(club.manager, first["id"], {1: ("5", "win:7:1")})
    assert lines(club.table())[0] == (1, "Ann", 11, 15)
    assert [row["rank"] for row in club.table()["rows"]] == [1, 2, 2, 2]
    assert [row["points"] for row in club.table()["rows"]] == [11, 4.3333, 4.3333, 4.3333]
    second = club.game(club.night("2026-03-14"), "Bo", "Ann")
    run_race(club.manager, second["id"], {1: ("5", "win:7:1")})
    table = club.table()
    assert lines(table)[:2] == [(1, "Bo", 14.3333, 15), (2, "Ann", 13, 15)]
    assert [row["previous_rank"] for row in table["rows"]] == [2, 1, 2, 2]
    assert [row["behind"] for row in table["rows"]] == [0, 1.3333, 10, 10]


def test_friendlies_uncounted_games_and_unfinished_ones_leave_no_trace() -> None:
    club = Club()
    friendly = club.game(club.night(kind="friendly"), "Ann", "Bo")
    run_race(club.manager, friendly["id"])
    night = club.night()
    run_race(club.manager, club.game(night, "Ann", "Bo", counts=False)["id"])
    club.game(night, "Ann", "Bo")
    assert club.table()["rows"] == []


def test_moving_a_night_out_of_the_season_and_back_restores_the_table_but_for_its_cursor() -> None:
    club = Club()
    night = club.night()
    run_race(club.manager, club.game(night, "Ann", "Bo")["id"], {1: ("5", "win:7:1")})
    before = club.table()
    club.manager.patch(f"/nights/{night}", {"kind": "friendly"})
    assert club.table()["rows"] == []
    club.manager.patch(f"/nights/{night}", {"kind": "regular"})
    after = club.table()
    assert after["rows"] == before["rows"] and after["cursor"] > before["cursor"]


def test_as_of_shows_the_table_after_a_night() -> None:
    club = Club()
    run_race(club.manager, club.game(club.night("2026-03-07"), "Ann", "Bo")["id"], {1: ("5", "win:7:1")})
    run_race(club.manager, club.game(club.night("2026-03-14"), "Ann", "Bo")["id"], {2: ("5", "win:7:1")})
    assert lines(club.table(query="?as_of=2026-03-10")) == [(1, "Ann", 10, 15), (2, "Bo", 2, 0)]
    tied = club.table()
    assert lines(tied)[0][2] == lines(tied)[1][2] == 12
    assert [row["rank"] for row in tied["rows"]] == [1, 1]
    assert club.manager.get(f"/seasons/{club.season}/table?as_of=yesterday").code == "invalid"


def test_an_unchanged_table_is_not_sent_again_whatever_else_happens_in_the_club() -> None:
    club = Club()
    path = f"/seasons/{club.season}/table"
    run_race(club.manager, club.game(club.night(), "Ann", "Bo")["id"])
    etag = club.manager.get(path).headers["ETag"]
    club.manager.made(f"{club.path}/members", {"name": "Cy"})
    assert club.manager.get(path, If_None_Match=etag).status == 304
    run_race(club.manager, club.game(club.night(), "Ann", "Bo")["id"])
    assert club.manager.get(path, If_None_Match=etag).status == 200


def test_a_table_takes_the_same_number_of_queries_whatever_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()
    path = f"/seasons/{club.season}/table"
    prepared = []  # the ledger's own statements pass Django's log by
    cursor = sql._cursor
    monkeypatch.setattr(sql, "_cursor", lambda: prepared.append(1) or cursor())

    def queries() -> int:
        prepared.clear()
        with CaptureQueriesContext(connection) as captured:
            club.manager.get(path)
        return len(captured) + len(prepared)

    run_race(club.manager, club.game(club.night("2026-03-07"), "Ann", "Bo")["id"])
    small = queries()
    for day in ("2026-03-14", "2026-03-21"):
        run_race(club.manager, club.game(club.night(day), "Ann", "Bo", "Cy", "Dee")["id"])
    assert queries() == small == 15


def test_names_in_the_table_are_as_published() -> None:
    club = Club(public=True)
    ann = club.manager.made(f"{club.path}/members", {"name": "Ann Archer", "publish": "initials"})["id"]
    bo = club.manager.made(f"{club.path}/members", {"name": "Bo Bowman", "publish": "none"})["id"]
    body = {
        "ruleset": "ready-set-bet",
        "options": {"house": "basic", "races": 1},
        "seats": [{"member": ann}, {"member": bo}],
    }
    game = club.manager.made(f"/nights/{club.night()}/games", body)
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    public = NOBODY.get(f"/seasons/{club.season}/table").json
    assert [row["member"]["name"] for row in public["rows"]] == ["A. A.", ""]
    assert [row["member"]["name"] for row in club.table()["rows"]] == ["Ann Archer", "Bo Bowman"]


def test_who_sat_down_is_corrected_after_the_game() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")
    run_race(club.manager, game["id"], {1: ("5", "win:7:1")})
    seat = {"guest": "Cy", "from": "start", "reason": "it was Cy all along"}
    assert club.manager.patch(f"/games/{game['id']}/seats/1", seat).status == 200
    assert lines(club.table()) == [(1, "Cy", 10, 15), (2, "Bo", 2, 0)]


def test_an_empty_seat_has_no_place() -> None:
    club = Club()
    body = {
        "ruleset": "ready-set-bet",
        "options": {"house": "basic", "races": 1},
        "seats": [{"guest": "Ann"}, {}, {"guest": "Bo"}],
    }
    game = club.manager.made(f"/nights/{club.night()}/games", body)
    run_race(club.manager, game["id"], {2: ("5", "win:7:1"), 3: ("4", "show:7:1")})
    assert lines(club.table()) == [(1, "Bo", 10, 4), (2, "Ann", 2, 0)]
