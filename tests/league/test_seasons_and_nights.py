"""Seasons and nights over HTTP: which season a night falls into, what is current, closing and reopening."""

from __future__ import annotations

from datetime import date, datetime

import pytest

from league.selectors.calendar import club_date
from tests.league.calling import Club
from tests.league.imports.calling import applied, bgstats, play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("at", "cutoff", "day"),
    [
        ("2026-01-31T20:00:00+01:00", "05:00", date(2026, 1, 31)),
        ("2026-02-01T00:30:00+01:00", "05:00", date(2026, 1, 31)),
        ("2026-02-01T04:59:59+01:00", "05:00", date(2026, 1, 31)),
        ("2026-02-01T05:00:00+01:00", "05:00", date(2026, 2, 1)),
        ("2026-02-01T00:30:00+01:00", "00:00", date(2026, 2, 1)),
        ("2026-07-01T02:30:00+00:00", "05:00", date(2026, 6, 30)),
    ],
)
def test_a_night_past_midnight_stays_on_its_date(at: str, cutoff: str, day: date) -> None:
    assert club_date(datetime.fromisoformat(at), "Europe/Berlin", cutoff) == day


def test_a_night_falls_into_the_one_season_that_holds_its_date() -> None:
    club = Club()
    last_day = club.manager.made(f"{club.path}/nights", {"date": "2026-12-31", "name": "Last orders"})
    assert (last_day["season"], last_day["kind"], last_day["status"]) == (club.season, "regular", "open")
    outside = club.manager.made(f"{club.path}/nights", {"date": "2027-01-01"})
    assert outside["season"] is None
    chosen = club.manager.made(f"{club.path}/nights", {"date": "2027-01-02", "season": club.season})
    assert chosen["season"] == club.season
    none = club.manager.made(f"{club.path}/nights", {"date": "2026-05-01", "season": None})
    assert none["season"] is None


def test_two_seasons_on_one_date_are_ambiguous_and_a_closed_one_is_closed() -> None:
    club = Club()
    cup = club.manager.made(f"{club.path}/seasons", {"name": "Cup", "starts_on": "2026-03-01", "ends_on": "2026-03-31"})
    refused = club.manager.post(f"{club.path}/nights", {"date": "2026-03-14"})
    assert (refused.status, refused.code) == (409, "season_ambiguous")
    closed = club.manager.post(f"/seasons/{club.season}/close")
    assert (closed.status, closed.json["status"]) == (200, "closed")
    assert club.manager.made(f"{club.path}/nights", {"date": "2026-03-14"})["season"] == cup["id"]
    for body in ({"date": "2026-06-01"}, {"date": "2026-03-15", "season": club.season}):
        refused = club.manager.post(f"{club.path}/nights", body)
        assert (refused.status, refused.code) == (409, "season_closed")
    assert club.manager.post(f"/seasons/{club.season}/reopen").code == "malformed"
    reopened = club.manager.post(f"/seasons/{club.season}/reopen", {"reason": "one more night"})
    assert reopened.json["status"] == "open"


def test_a_closed_night_takes_no_game_until_it_is_reopened() -> None:
    club = Club()
    night = club.night()
    closed = club.manager.post(f"/nights/{night}/close").json
    assert closed["status"] == "closed" and closed["closed_at"] is not None
    game = {"ruleset": "ready-set-bet", "seats": [{}, {}]}
    refused = club.manager.post(f"/nights/{night}/games", game)
    assert (refused.status, refused.code) == (409, "night_closed")
    reopened = club.manager.post(f"/nights/{night}/reopen", {"reason": "forgot a race"})
    assert (reopened.status, reopened.json["closed_at"]) == (200, None)
    assert club.manager.post(f"/nights/{night}/games", game).status == 201


def test_current_is_the_open_night_that_comes_last() -> None:
    club = Club()
    assert club.manager.get(f"{club.path}/nights/current").code == "not_found"
    first, second = club.night("2026-03-07"), club.night("2026-03-14")
    assert club.manager.get(f"{club.path}/nights/current").json["id"] == second
    club.manager.post(f"/nights/{second}/close")
    assert club.manager.get(f"{club.path}/nights/current").json["id"] == first
    assert club.manager.get(f"{club.path}/seasons/current").json["id"] == club.season


def test_nights_are_listed_latest_first_and_between_dates() -> None:
    club = Club()
    for day in ("2026-03-07", "2026-03-21", "2026-03-14"):
        club.night(day)
    listed = club.manager.get(f"{club.path}/nights?from=2026-03-08&to=2026-03-21").json["results"]
    assert [night["date"] for night in listed] == ["2026-03-21", "2026-03-14"]


def test_a_night_is_moved_to_another_date_and_season() -> None:
    club = Club()
    night = club.night()
    changed = club.manager.patch(f"/nights/{night}", {"date": "2026-03-15", "season": None, "kind": "friendly"}).json
    assert (changed["date"], changed["season"], changed["kind"]) == ("2026-03-15", None, "friendly")


@pytest.mark.parametrize(
    "body",
    [{}, {"date": "14.3.2026"}, {"date": "2026-02-30"}, {"date": "2026-03-14", "kind": "gala"}, {"date": 20260314}],
)
def test_bad_nights_are_refused(body: dict[str, object]) -> None:
    club = Club()
    answer = club.manager.post(f"{club.path}/nights", body)
    assert (answer.status, answer.code) == (400, "invalid")


def test_a_season_needs_a_known_scoring_and_an_end_after_its_start() -> None:
    club = Club()
    span = {"name": "S", "starts_on": "2026-01-01", "ends_on": "2026-01-31"}
    assert club.manager.post(f"{club.path}/seasons", {**span, "scoring": "dartboard"}).code == "invalid"
    assert club.manager.post(f"{club.path}/seasons", {**span, "ends_on": "2025-12-31"}).code == "invalid"
    assert club.token("host").post(f"{club.path}/seasons", span).code == "wrong_scope"


def test_a_closed_season_takes_no_game_neither_opened_nor_moved_nor_imported() -> None:
    club = Club()
    march, april = (
        club.night("2026-03-14"),
        club.manager.made(f"{club.path}/nights", {"date": "2026-04-11", "season": None}),
    )
    game = club.game(april["id"], "Ann", "Bo")["id"]
    club.manager.done(f"/seasons/{club.season}/close", {"reason": "it is over"})
    table = club.manager.get(f"/seasons/{club.season}/table").body

    body = {"ruleset": "ready-set-bet", "seats": [{"guest": "Ann"}, {"guest": "Bo"}]}
    answer = club.manager.post(f"/nights/{march}/games", body)
    assert (answer.status, answer.code) == (409, "season_closed")
    moved = club.manager.patch(f"/games/{game}", {"night": march, "reason": "the wrong night"})
    assert (moved.status, moved.code) == (409, "season_closed")
    applied(club, bgstats(play("A", "2026-03-14 20:00:00", "42", "37")))
    assert club.manager.get(f"/seasons/{club.season}/table").body == table
    beside = [each for each in club.manager.get(f"{club.path}/nights").json["results"] if each["date"] == "2026-03-14"]
    assert sorted(each["season"] is None for each in beside) == [False, True]

    club.manager.done(f"/seasons/{club.season}/reopen", {"reason": "one more"})
    assert club.manager.post(f"/nights/{march}/games", body).status == 201
    assert club.manager.patch(f"/games/{game}", {"night": march, "reason": "the wrong night"}).status == 200
