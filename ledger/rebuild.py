"""Projections made again from the events: to compare them with the real rows, or to put them in their place.

Events are replayed in the club's order through the code that wrote the real rows, into shadow tables
(:mod:`ledger.shadow`). Listeners are never called, nothing is published. What is derived beside the projections, how
far sealed parts are open, is made again too.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from itertools import takewhile
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from ledger import money
from ledger.decider import Actor, Decider, Recorded, Stream
from ledger.folding import History, decode
from ledger.models import Balance, Posting
from ledger.reading import ROWS
from ledger.registry import Batch, decider_of, projections, projections_of
from ledger.shadow import Difference, Shadow, own_session
from ledger.sql import query, run
from ledger.writer import CLOCK

PAGE = 1000
_LOG = """
    SELECT p.cursor, p.stream, t.kind, e.type, e.schema, e.version, e.at, e.record, s.body
    FROM ledger_position p
    JOIN ledger_event e ON e.club = p.club AND e.stream = p.stream AND e.version = p.version
    JOIN ledger_stream t ON t.id = p.stream
    LEFT JOIN ledger_sealed s ON s.club = p.club AND s.stream = p.stream AND s.version = p.version
    WHERE p.club = %s AND p.cursor > %s AND (%s::uuid IS NULL OR p.stream = %s::uuid) ORDER BY p.cursor LIMIT %s::int
"""
_OPENED = (
    "SELECT stream, version, opened FROM ledger_sealed WHERE club = %s AND (%s::uuid IS NULL OR stream = %s::uuid)"
)
_OPEN = "UPDATE ledger_sealed SET opened = %s::int WHERE club = %s AND stream = %s AND version = %s::int"
_LOCK = "SELECT pg_advisory_xact_lock(ledger_lock_of(%s, 2))"


class Unreplayable(Exception):
    """An event that can't be replayed: its rules are unknown, or code that keeps a projection fails on it."""

    def __init__(self, stream: UUID, version: int, cause: Exception) -> None:
        super().__init__(f"stream {stream}, event {version}: {type(cause).__name__}: {cause}")
        self.stream, self.version, self.cause = stream, version, cause


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """``differences`` by table and key; ``postings`` and ``projections``: rows that the events give. ``failed``:
    streams that can't be replayed; their rows are not compared."""

    differences: list[Difference]
    failed: list[Unreplayable]
    postings: int
    projections: int


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """``cursor``: the club's latest at that moment; ``written``: ``{table: rows that were not as they should be}``."""

    cursor: int
    written: dict[str, int]


class _MoveOf(msgspec.Struct, frozen=True):
    id: str


class _Made(msgspec.Struct, frozen=True):
    """By whom and by which move an event was made: the rest of the record is skipped."""

    actor: Actor
    move: _MoveOf


_made = msgspec.json.Decoder(_Made).decode


class _Folded:
    """One stream while it is replayed."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self.decider: Decider = decider_of(stream.kind)
        self.state: Any = self.decider.initial()

    def step(self, row: tuple[Any, ...]) -> Recorded:
        event = decode(self.decider, self.state, *row)
        self.state = self.decider.evolve(self.state, event, self._state_at)
        return event

    def _state_at(self, version: int) -> Any:
        # seldom: only a rewind looks back; keeping every stream's events would be the whole club in memory
        rows = takewhile(lambda row: row[2] <= version, query(ROWS, [self.stream.club, self.stream.id, 0]))
        return History(self.decider, lambda: rows).state_at(version)


class _Open:
    """The batch being put together: a move's events, and those of the moves that followed it in its transaction."""

    def __init__(self, folded: _Folded, made: _Made, at: int) -> None:
        self.folded, self.made, self.actor, self.at = folded, made, made.actor, at
        self.before = folded.state
        self.events: list[Recorded] = []

    def takes(self, stream: UUID, made: _Made, at: int) -> bool:
        if stream != self.folded.stream.id:
            return False
        if made.move.id == self.made.move.id:
            return True
        follows = made.actor == CLOCK and at == self.at
        return follows and self.folded.decider.follow(self.folded.state) is not None


def _kind(stream: UUID) -> str:
    rows = query("SELECT kind FROM ledger_stream WHERE id = %s", [stream])
    return rows[0][0] if rows else ""


class Replay:
    """A club's events (or one stream's) replayed into shadows of all tables that their projections keep."""

    def __init__(self, club: UUID, stream: UUID | None = None, *, go_on: bool = False) -> None:
        """``go_on``: what can't be replayed ends its own stream (``failed``), and raises nothing."""
        self.club, self.stream, self.go_on = club, stream, go_on
        self.cursor = 0
        self.failed: dict[UUID, Unreplayable] = {}
        self.opened: dict[tuple[UUID, int], int] = {}
        self.sealed: set[tuple[UUID, int]] = set()
        tables = {model._meta.db_table: model for model in (Posting, Balance)}
        for projection in projections() if stream is None else projections_of(_kind(stream)):
            tables |= {model._meta.db_table: model for model in projection.tables}
        self.shadows = [Shadow(model) for model in tables.values()]
        self._streams: dict[UUID, _Folded] = {}
        self._batch: _Open | None = None

    def catch_up(self) -> None:
        """Replays what came since, but keeps the last batch open: it may go on. Raises :class:`Unreplayable`."""
        while page := query(_LOG, [self.club, self.cursor, self.stream, self.stream, PAGE]):
            for cursor, stream, kind, *row in page:
                if stream not in self.failed:
                    self._take(stream, kind, tuple(row))
                self.cursor = cursor

    def finish(self) -> None:
        """Replays what came since, to the end. Raises :class:`Unreplayable`."""
        self.catch_up()
        self._close()

    def _take(self, id: UUID, kind: str, row: tuple[Any, ...]) -> None:
        _, _, version, at, record, sealed = row
        try:
            made = _made(record)
            if id not in self._streams:
                self._streams[id] = _Folded(Stream(club=self.club, id=id, kind=kind))
            if self._batch is None or not self._batch.takes(id, made, at):
                self._close()
                self._batch = _Open(self._streams[id], made, at)
            self._batch.made = made
            event = self._streams[id].step(row)
        except Unreplayable:
            raise
        except Exception as error:  # rules may raise anything on what was tampered with
            self._fail(id, version, error)
            return
        self._batch.events.append(event)
        if sealed is not None:
            self.sealed.add((id, version))
        for opened in getattr(event.data, "opens", None) or ():
            self.opened.setdefault((id, opened), version)

    def _close(self) -> None:
        """What the store does with a batch, apart from the log itself."""
        open_, self._batch = self._batch, None
        if open_ is None or not open_.events:
            return
        folded = open_.folded
        batch = Batch(folded.stream, open_.events, open_.before, folded.state, open_.actor)
        try:
            with transaction.atomic() if self.go_on else nullcontext():
                money.post(folded.decider, folded.stream, open_.events, folded.state)
                for projection in projections_of(folded.stream.kind):
                    projection.apply(batch)
        except Exception as error:  # and so may projections
            self._fail(folded.stream.id, open_.events[0].version, error)

    def _fail(self, stream: UUID, version: int, cause: Exception) -> None:
        unreplayable = Unreplayable(stream, version, cause)
        if not self.go_on:
            raise unreplayable from cause
        self.failed.setdefault(stream, unreplayable)

    def openings(self) -> list[Difference]:
        """Sealed parts that are not as open as the events say."""
        out = []
        for stream, version, found in query(_OPENED, [self.club, self.stream, self.stream]):
            expected = self.opened.get((stream, version))
            if expected != found:
                key = {"stream": str(stream), "version": version}
                right, wrong = key | {"opened": expected}, key | {"opened": found}
                out.append(Difference(table="ledger_sealed", key=key, expected=right, found=wrong))
        return out

    def erased_since(self) -> bool:
        """Whether a sealed part that was read here is gone now."""
        now = {(stream, version) for stream, version, _ in query(_OPENED, [self.club, None, None])}
        return not self.sealed <= now


def compare(club: UUID, stream: UUID | None = None) -> Compared:
    """The projections of a club (or of one stream) against the events; writes nothing. To be called inside
    :func:`ledger.shadow.own_session` with a snapshot."""
    try:
        with transaction.atomic():
            replay = Replay(club, stream)
            replay.finish()
    except Unreplayable:
        # once more, with a savepoint around every move: too slow for ledgers that are in order
        replay = Replay(club, stream, go_on=True)
        replay.finish()
    differences = [found for shadow in replay.shadows for found in shadow.differences(club, stream)]
    rows = {shadow.name: shadow.rows() for shadow in replay.shadows}
    postings = rows.pop(Posting._meta.db_table)
    failed = {str(id) for id in replay.failed}
    return Compared(
        differences=[found for found in (*differences, *replay.openings()) if not _is_of(found, failed)],
        failed=list(replay.failed.values()),
        postings=postings,
        projections=sum(rows.values()),
    )


def _is_of(difference: Difference, streams: set[str]) -> bool:
    row = difference.expected or difference.found or {}
    return bool(streams) and any(isinstance(value, str) and value in streams for value in row.values())


def check(club: UUID) -> Compared:
    """:func:`compare` in a session of its own: one moment of the database, while others go on writing."""
    with own_session(snapshot=True):
        return compare(club)


class _Erased(Exception):
    """Something was erased while the rebuild was reading: it must not come back with the rows."""


def rebuild(club: UUID) -> Rebuilt:
    """Makes every projection of a club again and puts it in place, while the club is served.

    Up to some cursor beside the rows; then under the lock that every append takes shared, so that none is under way,
    the rest, and the replacement. Raises :class:`Unreplayable`, or ``OperationalError`` where the lock can't be had in
    30 s.
    """
    for _ in range(3):
        try:
            return _rebuild(club)
        except _Erased:
            continue
    raise RuntimeError(f"club {club}: things are being erased all the time; try again later")


def _rebuild(club: UUID) -> Rebuilt:
    with own_session(snapshot=False):
        replay = Replay(club)
        replay.catch_up()
        query(_LOCK, [club])
        replay.finish()
        if replay.erased_since():
            raise _Erased
        written = {shadow.name: shadow.replace(club) for shadow in replay.shadows}
        written["ledger_sealed"] = _reopen(replay.openings(), club)
        return Rebuilt(cursor=replay.cursor, written={table: rows for table, rows in written.items() if rows})


def _reopen(differences: Sequence[Difference], club: UUID) -> int:
    for difference in differences:
        assert difference.expected is not None
        key = difference.key
        run(_OPEN, [difference.expected["opened"], club, UUID(key["stream"]), key["version"]])
    return len(differences)


def clubs() -> list[UUID]:
    """Every club that has a stream, or anything signed."""
    sql = "SELECT club FROM ledger_stream UNION SELECT club FROM ledger_checkpoint ORDER BY club"
    return [club for (club,) in query(sql, [])]
