"""Nights close by themselves at the club's cut-off: a sweep of the worker, through the ledger like all else.

The deadline is worked out from the night's date (or from when it was reopened) and the club's zone; a sweep that comes
twice, late or beside another finds the night closed and does nothing.
"""

from __future__ import annotations

import logging
from datetime import date, datetime, time, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo

from celery import shared_task

from league.facts.base import sent
from league.facts.night import CloseNight, Night
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.records import moment
from ledger.sql import now, query
from ledger.store import execute
from ledger.writer import CLOCK

logger = logging.getLogger(__name__)
OPEN = """
    SELECT n.club, n.id, n.date, n.open_since, c.timezone, c.night_cutoff
    FROM league_night n JOIN league_club c ON c.club = n.club
    WHERE n.status = 'open' AND n.date <= %s ORDER BY n.date, n.id
"""


def closes_at(day: date, open_since: int, timezone: str, cutoff: str) -> int:
    """When (µs since 1970) a night is over: at the first cut-off after its date on which it has been open for a while;
    one reopened later, or entered afterwards, has until the next one.

    >>> closes_at(date(2026, 1, 31), 0, "Europe/Berlin", "05:00") == 1769918400_000_000  # 1 February, 05:00 there
    True
    """
    zone, at = ZoneInfo(timezone), time.fromisoformat(cutoff)
    due = datetime.combine(day + timedelta(days=1), at, zone)
    since = moment(open_since).astimezone(zone)
    if since >= due:
        due = datetime.combine(since.date(), at, zone)
        while due <= since:
            due = datetime.combine(due.date() + timedelta(days=1), at, zone)
    return int(due.timestamp()) * 1_000_000


@shared_task(name="league.close_nights", ignore_result=True)
def close_nights() -> None:
    """Closes all nights whose time has come."""
    clock = now()
    for club, id, day, open_since, timezone, cutoff in query(OPEN, [moment(clock).date() + timedelta(days=1)]):
        if closes_at(day, open_since, timezone, cutoff) <= clock:
            close(club, id, day, open_since)


def close(club: UUID, night: UUID, day: date, open_since: int) -> None:
    """Unless it was changed or reopened meanwhile."""

    def still(state: Night) -> None:
        if (state.date, state.open_since) != (day, open_since):
            raise Refused("version_changed", "The night was changed meanwhile.")

    stream = Stream(club=club, id=night, kind="night")
    try:
        execute(stream, sent(CloseNight()), actor=CLOCK, guard=still)
    except Refused as refused:
        logger.debug("night %s: %s", night, refused)
