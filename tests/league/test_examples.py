"""The examples by which a league engine is measured, each one literally, over HTTP, as CSV and on the page."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from league.models import Club as ClubRow
from league.selectors import nights
from league.selectors.calendar import club_date
from ledger.records import moment
from tests.league.calling import Club
from tests.league.imports.calling import applied, bgstats, play

pytestmark = pytest.mark.django_db

SCORE = {"name": "Score", "parts": [{"type": "score"}]}


def scored_by(club: Club, **scheme: Any) -> None:
    change = {"scheme": {**SCORE, **scheme}, "from": "start", "reason": "our rules"}
    club.manager.made(f"/seasons/{club.season}/scoring", change)


def sheet(club: Club, night: str, **scores: int) -> Any:
    body = {
        "ruleset": "scoresheet",
        "seats": [{"guest": name} for name in scores],
        "rows": [{"seat": n, "score": score} for n, score in enumerate(scores.values(), 1)],
    }
    return club.manager.made(f"/nights/{night}/games", body)


def test_totals_of_20_15_15_9_have_the_places_1_2_2_4_in_api_csv_and_page() -> None:
    club = Club(public=True)
    scored_by(club)
    sheet(club, club.night(), Ann=20, Bo=15, Cy=15, Dee=9)
    rows = club.table()["rows"]
    assert [(row["rank"], row["points"], row["shared"]) for row in rows] == [
        (1, 20, False),
        (2, 15, True),
        (2, 15, True),
        (4, 9, False),
    ]
    csv = club.manager.get(f"/seasons/{club.season}/table?format=csv").body.decode().splitlines()
    assert [line.split(",")[:3] for line in csv[1:]] == [
        ["1", "Ann", "20"],
        ["2", "Bo", "15"],
        ["2", "Cy", "15"],
        ["4", "Dee", "9"],
    ]
    page = club.manager.client.get(f"/{club.slug}/table").content.decode()
    row = r'<td class="day">(\d)\s*</td>\s*<th scope="row"><a[^>]*>(\w+)</a>.*?<td class="n"><b>(\d+)</b>'
    assert re.findall(row, page, re.DOTALL) == [
        ("1", "Ann", "20"),
        ("2", "Bo", "15"),
        ("2", "Cy", "15"),
        ("4", "Dee", "9"),
    ]


@pytest.mark.parametrize(("unit", "points", "entries"), [("game", 150, [70, 80]), ("night", 150, [150])])
def test_two_games_of_one_night_are_two_results_or_one(unit: str, points: int, entries: list[int]) -> None:
    club = Club()
    scored_by(club, unit=unit, count={"type": "best", "n": 3})
    night = club.night()
    sheet(club, night, Ann=70, Bo=60)
    sheet(club, night, Ann=80, Bo=10)
    ann = club.table()["rows"][0]
    assert (ann["member"]["name"], ann["games"], ann["points"]) == ("Ann", 2, points)
    assert [entry["points"] for entry in ann["counted"]] == entries


def test_scores_of_42_42_37_41_without_ranks_are_the_places_1_1_4_3() -> None:
    club = Club()
    applied(club, bgstats(play("A", "2026-01-10 20:00:00", "42", "42", "37", "41")))
    rows = club.manager.get(f"{club.path}/plays").json["results"]
    assert [(row["player"], row["rank"], row["winner"]) for row in rows] == [
        ("Ada", 1, True),
        ("Bob", 1, True),
        ("Cy", 4, False),
        ("Dee", 3, False),
    ]


def test_a_night_that_ends_after_the_season_s_last_day_counts() -> None:
    club = Club()
    club.manager.done(f"/seasons/{club.season}/close", {"reason": "another calendar"})
    january = {"name": "January", "starts_on": "2026-01-01", "ends_on": "2026-01-31", "scoring": SCORE}
    season = club.manager.made(f"{club.path}/seasons", january)["id"]
    begun, over = (datetime(2026, 1, 31, hour, 30, tzinfo=UTC) for hour in (19, 23))  # 20:30, and 00:30 in Berlin
    assert str(club_date(begun, "Europe/Berlin", "05:00")) == str(club_date(over, "Europe/Berlin", "05:00"))
    night = club.manager.made(f"{club.path}/nights", {"date": "2026-01-31"})
    assert night["season"] == season
    sheet(club, night["id"], Ann=3, Bo=1)
    assert [(row["member"]["name"], row["points"]) for row in club.table(season)["rows"]] == [("Ann", 3), ("Bo", 1)]
    applied(club, bgstats(play("A", "2026-02-01 00:30:00", "5", "4")))
    first = club.table(season)["rows"][0]
    assert (first["member"]["name"], first["points"]) == ("Ada", 5)


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_server_s_own_time_zone_changes_no_answer(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()
    scored_by(club)
    night = club.night()
    sheet(club, night, Ann=20, Bo=15)
    report = applied(club, bgstats(play("A", "2026-02-01 00:30:00", "5", "4")))
    today = moment(int(time.time() * 1_000_000)).date()
    paths = [f"/nights/{night}", f"{club.path}/nights", f"{club.path}/seasons/current", f"/imports/{report['id']}"]
    paths += [f"/seasons/{club.season}/table{query}" for query in ("", "?as_of=2026-02-01", f"?known_at={today}")]
    paths += [f"{club.path}/plays?to=2026-01-31", f"{club.path}/games", f"{club.path}/events?limit=500"]
    before = [club.manager.get(path).body for path in paths]
    current = nights.current(ClubRow.objects.get(club=club.json["id"]))
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert [club.manager.get(path).body for path in paths] == before
        assert nights.current(ClubRow.objects.get(club=club.json["id"])) == current
        again = Club()
        applied(again, bgstats(play("A", "2026-02-01 00:30:00", "5", "4")))
        assert [each["date"] for each in again.manager.get(f"{again.path}/nights").json["results"]] == ["2026-01-31"]
    finally:
        monkeypatch.undo()
        time.tzset()
