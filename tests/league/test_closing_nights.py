"""Nights close by themselves at the club's cut-off, whatever zone the server is in, and once."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from league import clock
from league.models import Night
from league.selectors.calendar import club_date
from tests.league.calling import Club

pytestmark = pytest.mark.django_db


def us(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1_000_000)


@pytest.mark.parametrize(
    ("day", "opened", "zone", "cutoff", "due"),
    [
        ("2026-01-31", "2026-01-31T19:00:00+00:00", "Europe/Berlin", "05:00", "2026-02-01T05:00:00+01:00"),
        ("2026-03-28", "2026-03-28T19:00:00+00:00", "Europe/Berlin", "05:00", "2026-03-29T05:00:00+02:00"),
        ("2026-03-28", "2026-03-28T19:00:00+00:00", "Europe/Berlin", "02:30", "2026-03-29T03:30:00+02:00"),
        ("2026-10-24", "2026-10-24T19:00:00+00:00", "Europe/Berlin", "05:00", "2026-10-25T05:00:00+01:00"),
        ("2026-01-31", "2026-01-31T05:00:00+00:00", "Pacific/Kiritimati", "00:00", "2026-02-01T00:00:00+14:00"),
        # entered afterwards, or reopened: until the next cut-off
        ("2026-01-31", "2026-02-03T19:00:00+00:00", "Europe/Berlin", "05:00", "2026-02-04T05:00:00+01:00"),
        ("2026-01-31", "2026-02-03T02:00:00+00:00", "Europe/Berlin", "05:00", "2026-02-03T05:00:00+01:00"),
        ("2026-01-31", "2026-02-01T04:00:00+00:00", "Europe/Berlin", "05:00", "2026-02-02T05:00:00+01:00"),
    ],
)
def test_when_a_night_is_over(day: str, opened: str, zone: str, cutoff: str, due: str) -> None:
    assert clock.closes_at(date.fromisoformat(day), us(opened), zone, cutoff) == us(due)


def test_a_night_past_midnight_belongs_to_the_last_day_of_its_season() -> None:
    at = datetime.fromisoformat("2026-02-01T00:30:00+01:00")
    assert club_date(at, "Europe/Berlin", "05:00") == date(2026, 1, 31)
    club = Club()
    body = {"name": "January", "starts_on": "2026-01-01", "ends_on": "2026-01-31"}
    january = club.manager.made(f"{club.path}/seasons", body)["id"]
    night = club.manager.made(f"{club.path}/nights", {"date": "2026-01-31", "season": january})
    assert night["season"] == january


def test_a_night_whose_time_has_come_is_closed_once_and_by_the_clock() -> None:
    club = Club(timezone="Pacific/Kiritimati")  # there it is tomorrow before anywhere else
    today = datetime.now(ZoneInfo("Pacific/Kiritimati")).date()
    span = {"name": "now", "starts_on": str(today - timedelta(days=9)), "ends_on": str(today + timedelta(days=9))}
    season = club.manager.made(f"{club.path}/seasons", span)["id"]
    old = club.manager.made(f"{club.path}/nights", {"date": str(today - timedelta(days=3)), "season": season})
    new = club.manager.made(f"{club.path}/nights", {"date": str(today + timedelta(days=1)), "season": season})
    clock.close_nights()
    # Entered just now, the old one has until the next cut-off; the sweep finds it when that has passed.
    assert club.manager.get(f"/nights/{old['id']}").json["status"] == "open"
    row = Night.objects.get(id=old["id"])
    clock.close(UUID(club.json["id"]), row.id, row.date, row.open_since - 1)  # it was reopened meanwhile
    assert club.manager.get(f"/nights/{old['id']}").json["status"] == "open"
    for _ in range(2):
        clock.close(UUID(club.json["id"]), row.id, row.date, row.open_since)
    shown = club.manager.get(f"/nights/{old['id']}").json
    assert (shown["status"], shown["version"]) == ("closed", 2)
    events = club.manager.get(f"{club.path}/events?types=night_closed").json["results"]
    assert [event["actor"]["kind"] for event in events] == ["clock"]
    assert club.manager.get(f"/nights/{new['id']}").json["status"] == "open"


def test_whatever_the_clock_sends_is_known_to_the_worker() -> None:
    from deploy.celery import app

    tasks = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert tasks >= {"races.sweep", "league.close_nights"}
    assert tasks <= set(app.tasks)
