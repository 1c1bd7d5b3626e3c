"""Reading the log: events of a stream, the feed of a club, and states caught up with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import msgspec

from ledger.cache import states
from ledger.decider import Recorded, Stream
from ledger.folding import History, catch_up, erases
from ledger.registry import decider_of
from ledger.sql import query


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it lies in the log. ``sealed`` is the sealed part's text (None: none, or erased), for whoever is in
    ``audience`` (see :class:`ledger.decider.Decided`) and for everybody once ``opened``."""

    club: UUID
    stream: UUID
    version: int
    type: str
    schema: int
    at: int
    record: str
    hash: bytes
    cursor: int
    sealed: str | None
    audience: tuple[str, ...]
    opened: bool

    def visible_to(self, who: frozenset[str]) -> bool:
        """May somebody in these audiences read the sealed part? (There may be none any more.)"""
        return self.sealed is not None and (self.opened or not who.isdisjoint(self.audience))


class Loaded(msgspec.Struct, frozen=True):
    """A stream's state after its event ``version`` (0: there is none yet)."""

    stream: Stream
    version: int
    state: Any


_EVENTS = """
    SELECT e.club, e.stream, e.version, e.type, e.schema, e.at, e.record, e.hash, p.cursor, s.body, s.audience, s.opened
    FROM ledger_position p
    JOIN ledger_event e ON e.club = p.club AND e.stream = p.stream AND e.version = p.version
    LEFT JOIN ledger_sealed s ON s.club = e.club AND s.stream = e.stream AND s.version = e.version
"""
ROWS = """
    SELECT e.type, e.schema, e.version, e.at, e.record, s.body
    FROM ledger_event e
    LEFT JOIN ledger_sealed s ON s.club = e.club AND s.stream = e.stream AND s.version = e.version
    WHERE e.club = %s AND e.stream = %s AND e.version > %s ORDER BY e.version
"""


def _stored(row: tuple[Any, ...]) -> Stored:
    club, stream, version, type_, schema, at, record, hash_, cursor, body, audience, opened = row
    return Stored(
        club=club,
        stream=stream,
        version=version,
        type=type_,
        schema=schema,
        at=at,
        record=record,
        hash=bytes(hash_),
        cursor=cursor,
        sealed=body,
        audience=tuple(audience or ()),
        opened=opened is not None,
    )


def stream_of(id: UUID, kind: str | None = None) -> Stream | None:
    """The stream with this id (of this kind), or None. Remembered: a stream never changes its club."""
    known = _streams.get(id)
    if known is None:
        rows = query("SELECT club, kind FROM ledger_stream WHERE id = %s", [id])
        if not rows:
            return None
        known = Stream(club=rows[0][0], id=id, kind=rows[0][1])
        if len(_streams) > 10_000:
            _streams.clear()
        _streams[id] = known
    return known if kind is None or known.kind == kind else None


_streams: dict[UUID, Stream] = {}


def stream_events(stream: Stream, after: int = 0, limit: int = 500, upto: int | None = None) -> list[Stored]:
    """Events of one stream with a version above ``after`` (and at most ``upto``), in order."""
    rows = query(
        _EVENTS + "WHERE e.club = %s AND e.stream = %s AND p.club = %s AND p.stream = %s AND p.version > %s"
        " AND p.version <= %s ORDER BY p.version LIMIT %s",
        [stream.club, stream.id, stream.club, stream.id, after, 2**31 - 1 if upto is None else upto, limit],
    )
    return [_stored(row) for row in rows]


def club_events(
    club: UUID, after: int = 0, limit: int = 500, types: Sequence[str] = (), stream: UUID | None = None
) -> list[Stored]:
    """Events of one club with a cursor above ``after``, in the club's order."""
    sql = _EVENTS + "WHERE p.club = %s AND p.cursor > %s"
    params: list[Any] = [club, after]
    if types:
        sql += " AND e.type = ANY(%s::text[])"
        params.append(list(types))
    if stream is not None:
        sql += " AND p.stream = %s"
        params.append(stream)
    return [_stored(row) for row in query(sql + " ORDER BY p.cursor LIMIT %s", [*params, limit])]


def head_cursor(club: UUID) -> int:
    """The club's latest cursor; 0 for a club without events."""
    rows = query("SELECT cursor FROM ledger_position WHERE club = %s ORDER BY cursor DESC LIMIT 1", [club])
    return rows[0][0] if rows else 0


def load(stream: Stream) -> Loaded:
    """The state caught up with what is committed now, secrets included. Version 0 and the initial state where the
    stream has no event."""
    decider = decider_of(stream.kind)
    version, state = states.get(stream.id) or (0, decider.initial())
    rows = query(ROWS, [stream.club, stream.id, version])
    if version and erases(rows):
        version, state = 0, decider.initial()
        rows = query(ROWS, [stream.club, stream.id, 0])
    if rows:
        history = History(decider, lambda: query(ROWS, [stream.club, stream.id, 0]))
        state = catch_up(decider, state, rows, history.state_at)
        version = rows[-1][2]
        states.put(stream.id, version, state)
    return Loaded(stream, version, state)


def load_at(stream: Stream, version: int) -> Loaded:
    """The state just after ``version`` (or the latest, if there are fewer events)."""
    decider = decider_of(stream.kind)
    history = History(decider, lambda: query(ROWS, [stream.club, stream.id, 0]))
    return Loaded(stream, min(version, len(history.events())), history.state_at(version))


def recorded_events(stream: Stream) -> list[Recorded]:
    """The whole stream, decoded, with the secrets that still exist."""
    return list(History(decider_of(stream.kind), lambda: query(ROWS, [stream.club, stream.id, 0])).events())
