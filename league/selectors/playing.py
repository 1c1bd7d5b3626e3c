"""What is played now, and which of it a club's screens show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery

from league.models import Club, Night
from league.selectors import games, nights
from ledger.models import Event
from ledger.sql import now
from races.models import Game

LINGERS_US = 12 * 3600 * 1_000_000
"""A game that has had no move for so long is no longer being played, whatever it says."""
RUNS = ("running", "paused")
ORDER = (*RUNS, "open", "finished")


def played_now(club: Club) -> Sequence[Any]:
    """Tonight's games, and those that still run on a night that has been closed or isn't tonight's any more; opened
    last first. ``moved`` of each: when it last did, µs since 1970."""
    tonight = nights.current(club)
    last = Event.objects.filter(club=club.club, stream=OuterRef("id")).order_by("-version").values("at")[:1]
    rows = games.of_club(club.club).annotate(moved=Subquery(last)).filter(withdrawn=False).exclude(status="void")
    valid = Night.objects.filter(club=club.club, void=False).values("id")
    runs = Q(status__in=RUNS, night__in=valid, moved__gt=now() - LINGERS_US)
    here = Q(night=tonight.id) if tonight is not None else Q(pk__in=[])
    return list(rows.filter(here | runs).order_by("-opened_at", "id"))


def to_show(club: Club, label: str | None, following: UUID | None) -> Game | None:
    """What a screen shows of what is played now (at this table). The game it follows stays until it is over; one that
    is only open gives way to one that runs. Whoever follows nothing yet gets the running one that moved last, else an
    open one, else the one that ended last."""
    rows = [row for row in played_now(club) if label in (None, "", row.label)]

    def rank(row: Any) -> tuple[int, bool, int]:
        runs = row.status in RUNS
        kind = 0 if runs and row.id == following else 1 + ORDER.index(row.status)
        return kind, row.id != following, -row.moved

    return min(rows, key=rank, default=None)
