"""A club as it was known at a cursor: the streams that changed since are folded up to there, all others as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any, TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from league.models import Club
from ledger.digits import whole
from ledger.errors import Refused
from ledger.folding import History
from ledger.reading import ROWS, head_cursor
from ledger.registry import decider_of
from ledger.sql import query

T = TypeVar("T")
CHANGED = """
    SELECT p.stream, t.kind, p.version FROM (
        SELECT stream, min(version) - 1 AS version FROM ledger_position WHERE club = %s AND cursor > %s GROUP BY stream
    ) p JOIN ledger_stream t ON t.id = p.stream WHERE t.kind = ANY(%s::text[])
"""
AT = """
    SELECT e.at FROM ledger_position p
    JOIN ledger_event e ON e.club = p.club AND e.stream = p.stream AND e.version = p.version
    WHERE p.club = %s AND p.cursor = %s
"""
KINDS = ["season", "night", "game", "member", "import"]


class Past:
    """``cursor``: the last event that was known."""

    def __init__(self, club: UUID, cursor: int) -> None:
        self.club, self.cursor = club, cursor
        self._changed: dict[UUID, tuple[str, int]] = {
            id: (kind, version) for id, kind, version in query(CHANGED, [club, cursor, KINDS])
        }
        self._histories: dict[UUID, History] = {}

    def states(self, kind: str) -> Iterator[tuple[UUID, Any]]:
        """Streams of a kind that changed since, with their state then; None for those that were not there yet."""
        for id, (its, version) in self._changed.items():
            if its == kind:
                yield id, self._history(id, kind).state_at(version) if version else None

    def state(self, kind: str, id: UUID) -> Any:
        """One stream's state then; None if it is the same now. Refuses ``not_found`` if it was not there yet."""
        its, version = self._changed.get(id, ("", -1))
        if its != kind:
            return None
        if version == 0:
            raise Refused("not_found", f"This {kind} was not there yet.")
        return self._history(id, kind).state_at(version)

    def fold(self, id: UUID, work: Callable[[list[Any], Callable[[int], Any]], T]) -> T:
        """``work(events up to then, state after a version)`` of a stream that changed since."""
        kind, version = self._changed[id]
        history = self._history(id, kind)
        return work(history.events()[:version], history.state_at)

    def _history(self, id: UUID, kind: str) -> History:
        if id not in self._histories:
            self._histories[id] = History(decider_of(kind), lambda: query(ROWS, [self.club, id, 0]))
        return self._histories[id]


def cursor_known(club: Club, known_at: str) -> int:
    """What was known at a cursor (a whole number), at a time (RFC 3339) or on a date: at the end of the club's day.
    Refuses ``invalid``."""
    head = head_cursor(club.club)
    if known_at.isascii() and known_at.isdigit():
        cursor = whole(known_at, head)
        return head if cursor is None else cursor
    try:
        if len(known_at) == 10:
            day = date.fromisoformat(known_at) + timedelta(days=1)
            cutoff = time.fromisoformat(club.night_cutoff)
            moment = datetime.combine(day, cutoff, ZoneInfo(club.timezone))
        else:
            moment = datetime.fromisoformat(known_at)
        if moment.tzinfo is None:
            raise ValueError
        at = int(moment.timestamp() * 1_000_000)
    except (ValueError, OverflowError):
        message = "is a date, a time with its zone (RFC 3339), or a cursor"
        raise Refused(
            "invalid", f"?known_at: {message}.", errors=[{"field": "?known_at", "message": message}]
        ) from None
    return last_before(club.club, at, head)


def last_before(club: UUID, at: int, head: int) -> int:
    """The last cursor up to ``head`` whose event was recorded by ``at`` (µs since 1970); 0 if none was. Times rise with
    the cursors but for what was decided in the same instant, so this is looked up by halves."""
    low, high = 0, head
    while low < high:
        middle = (low + high + 1) // 2
        if query(AT, [club, middle])[0][0] <= at:
            low = middle
        else:
            high = middle - 1
    return low
