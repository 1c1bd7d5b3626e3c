"""A table as it stood after a night, as corrected since and as it was known then; live; as CSV; in frames."""

from __future__ import annotations

import csv
import io

import pytest
from django.test import Client

from tests.league.calling import NOBODY, Club, run_race

pytestmark = pytest.mark.django_db

BET = {1: ("5", "win:7:1"), 2: ("4", "show:7:1")}


def names(table: dict[str, object]) -> list[str]:
    return [row["member"]["name"] for row in table["rows"]]  # type: ignore[index, attr-defined]


def test_as_of_is_corrected_since_and_known_at_is_as_it_was_known_then() -> None:
    club = Club()
    first = club.game(club.night("2026-03-07"), "Ann", "Bo")["id"]
    run_race(club.manager, first, BET)
    then = club.table()
    run_race(club.manager, club.game(club.night("2026-03-14"), "Bo", "Ann", "Cy")["id"], BET)
    cy = {"guest": "Dee", "from": "start", "reason": "it was Dee"}
    club.manager.patch(f"/games/{first}/seats/1", cy)
    assert names(club.table(query="?as_of=2026-03-07")) == ["Dee", "Bo"]
    known = club.table(query=f"?known_at={then['cursor']}")
    assert names(known) == ["Ann", "Bo"] and known["known_at"] == str(then["cursor"])
    assert {**known, "known_at": None} == then
    assert names(club.table(query="?as_of=2026-03-07&known_at=9999999")) == ["Dee", "Bo"]


def test_known_at_takes_dates_and_times_too() -> None:
    club = Club()
    run_race(club.manager, club.game(club.night("2026-03-07"), "Ann", "Bo")["id"], BET)
    at = club.manager.get(f"{club.path}/events?limit=500").json["results"][-1]["recorded_at"]
    club.manager.done(
        f"/nights/{club.manager.get(f'{club.path}/nights').json['results'][0]['id']}/void", {"reason": "x"}
    )
    assert club.table()["rows"] == []
    assert names(club.table(query=f"?known_at={at}")) == ["Ann", "Bo"]
    assert names(club.table(query="?known_at=9999-12-30")) == []
    before = club.manager.get(f"/seasons/{club.season}/table?known_at=2020-01-01")
    assert (before.status, before.code) == (404, "not_found")  # the season was not there yet
    for wrong in ("yesterday", "2026-03-07T10:00:00", "2026-13-01", "-1", "9999-12-31"):
        assert club.manager.get(f"/seasons/{club.season}/table?known_at={wrong}").code == "invalid", wrong


def test_a_merge_and_a_moved_night_are_not_known_before_they_happen() -> None:
    club = Club()
    night = club.night("2026-03-07")
    run_race(club.manager, club.game(night, "Ann", "Bo")["id"], BET)
    run_race(club.manager, club.game(club.night("2026-03-14"), "Annie", "Bo")["id"], BET)
    then = club.table()
    people = {each["name"]: each["id"] for each in club.manager.get(f"{club.path}/members").json["results"]}
    club.manager.done(f"/members/{people['Annie']}/merge", {"into": people["Ann"]})
    club.manager.patch(f"/nights/{night}", {"kind": "friendly"})
    assert names(club.table()) == ["Ann", "Bo"] and club.table()["rows"][0]["games"] == 1
    assert {**club.table(query=f"?known_at={then['cursor']}"), "known_at": None} == then


def test_live_counts_running_games_as_if_they_were_over() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo", options={"house": "basic", "races": 2})["id"]
    run_race(club.manager, game, BET)
    assert club.table()["rows"] == []
    live = club.table(query="?live=1")
    assert [(row["rank"], row["member"]["name"], row["money"]) for row in live["rows"]] == [
        (1, "Ann", 15),
        (2, "Bo", 4),
    ]
    assert live["provisional"] is True


def test_csv_has_numbers_as_numbers_and_names_that_are_no_formulas() -> None:
    club = Club()
    run_race(club.manager, club.game(club.night(), "=1+1", "Bo")["id"], BET)
    answer = club.manager.get(f"/seasons/{club.season}/table?format=csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.body.decode())))
    assert [(row["rank"], row["name"], row["points"], row["place_points"], row["money"]) for row in rows] == [
        ("1", "'=1+1", "10", "10", "15"),
        ("2", "Bo", "2", "2", "4"),
    ]
    tag = answer.headers["ETag"]
    assert club.manager.get(f"/seasons/{club.season}/table?format=csv", If_None_Match=tag).status == 304
    assert club.manager.get(f"/seasons/{club.season}/table").headers["ETag"] != tag


def test_negative_points_stay_numbers_in_the_csv() -> None:
    club = Club()
    seats = club.game(club.night(), "Ann", "Bo")["seats"]
    body = {"member": seats[1]["member"]["id"], "points": -3, "reason": "x"}
    club.manager.made(f"/seasons/{club.season}/adjustments", body)
    rows = list(csv.DictReader(io.StringIO(club.manager.get(f"/seasons/{club.season}/table?format=csv").body.decode())))
    assert (rows[0]["points"], rows[0]["adjustment_points"]) == ("-3", "-3")


def test_a_public_table_may_stand_in_any_frame_and_a_private_one_in_none() -> None:
    club = Club(public=True)
    run_race(club.manager, club.game(club.night(), "Ann", "Bo")["id"], BET)
    page = Client().get(f"/embed/{club.slug}/table")
    assert page.status_code == 200 and b"Ann" in page.content
    assert "frame-ancestors *" in page.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in page.headers and "Set-Cookie" not in page.headers
    assert b"<script" not in page.content
    assert Client().get(f"/embed/{Club().slug}/table").status_code == 404
    assert NOBODY.get(f"/seasons/{club.season}/table").status == 200
