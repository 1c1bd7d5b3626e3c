"""Which date it is for a club: a night that runs past midnight stays on its date until the cut-off."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from league.models import Club
from ledger.records import moment
from ledger.sql import now


def club_date(at: datetime, timezone: str, cutoff: str) -> date:
    """The date a club counts an instant (aware) to. ``cutoff``: local ``HH:MM``.

    >>> club_date(datetime.fromisoformat("2026-02-01T00:30:00+01:00"), "Europe/Berlin", "05:00")
    datetime.date(2026, 1, 31)
    """
    local = at.astimezone(ZoneInfo(timezone))
    before = local.time() < time.fromisoformat(cutoff)
    return local.date() - timedelta(days=1) if before else local.date()


def today(club: Club) -> date:
    """The club's date by the database's clock."""
    return club_date(moment(now()), club.timezone, club.night_cutoff)
