"""The only way to write: lock, read, decide, project, insert, hand out positions, commit, tell.

Deciding happens *under* the stream's advisory lock. On one hot stream optimistic retries gave thousands of conflicts
and a p99 of 57-93 ms where the lock gives 10-14 ms (docs/decisions/one-way-to-write.md).
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from ledger.cache import states
from ledger.decider import Actor, Move, Stream
from ledger.errors import Refused
from ledger.publishing import publish
from ledger.reading import Stored, stream_events, stream_of
from ledger.records import sha256
from ledger.registry import decider_of, listeners
from ledger.sql import committing, opening, run, send
from ledger.writer import NO_KEY, Writer

logger = logging.getLogger(__name__)

BEGIN = "SELECT * FROM ledger_begin(%s, %s, %s, %s::int, %s, %s, %s)"
POSITION = "SELECT ledger_position(%s, %b::uuid[], %b::int[])"
REMEMBER = (
    "INSERT INTO ledger_key (club, scope, caller, key, body, stream, first, last, at)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s::int, %s::int, %s::bigint)"
)


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """An idempotency key: it belongs to (``scope``: a stream or collection, ``caller``). ``digest`` is the SHA-256 of
    the call's body (:func:`digest_of`): the same key with another body is refused."""

    scope: UUID
    caller: str
    name: str
    digest: bytes


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """One move for one stream. ``expected_version``: refused (``version_changed``) unless the stream is just there.
    ``guard``: called with the state under the lock, before deciding; refuses a caller whose rights ended meanwhile."""

    stream: Stream
    move: Move
    actor: Actor
    expected_version: int | None = None
    guard: Callable[[Any], None] | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a move did: its events (none if there was nothing to do), and the stream's version after them.

    ``replayed``: the idempotency key was known, and these are the events of the first call. ``state`` is then None.
    """

    stream: Stream
    version: int
    events: Sequence[Stored]
    state: Any
    replayed: bool


def execute(
    stream: Stream,
    move: Move,
    *,
    actor: Actor,
    key: Key | None = None,
    expected_version: int | None = None,
    guard: Callable[[Any], None] | None = None,
) -> Outcome:
    """Decides ``move`` on ``stream`` and records the events, in one transaction of its own.

    Raises :class:`ledger.errors.Refused` (nothing is written) or Django's ``OperationalError`` where the database
    can't be had (restart, lock or statement timeout); after the latter the move may be sent again with its key.
    """
    command = Command(stream=stream, move=move, actor=actor, expected_version=expected_version, guard=guard)
    return execute_all([command], key=key)[0]


def execute_all(commands: Sequence[Command], *, key: Key | None = None) -> list[Outcome]:
    """Several moves on streams of one club in one transaction: all or none. Locks are taken in sorted order.

    A known key answers with the events of the *last* command's stream: make that the one the caller asks about.
    """
    streams = {command.stream.id: command.stream for command in commands}
    if len({stream.club for stream in streams.values()}) != 1:
        raise ValueError("one transaction writes to one club")

    def work(writers: dict[UUID, Writer]) -> None:
        for command in commands:
            writers[command.stream.id].apply(command.move, command.actor, command.expected_version, command.guard)

    done = transact(streams, commands[-1].stream.id, work, key)
    return [done] if isinstance(done, Outcome) else [done[command.stream.id] for command in commands]


def transact(
    streams: dict[UUID, Stream], asked: UUID, work: Callable[[dict[UUID, Writer]], None], key: Key | None
) -> Outcome | dict[UUID, Outcome]:
    """The one transaction around ``work(writers)``, which decides. → an outcome per stream, or the remembered one (of
    stream ``asked``) where ``key`` is known. Whatever ``work`` raises undoes everything."""
    club = streams[asked].club
    with transaction.atomic(durable=True):
        begun = _begin(club, streams, key)
        if isinstance(begun, Outcome):
            return begun
        work(begun)
        _write(club, list(begun.values()), key, begun[asked])
    return {id: _outcome(writer, _committed(writer)) for id, writer in begun.items()}


def digest_of(type: str, body: Any) -> bytes:
    """The SHA-256 by which an idempotency key recognises a repeated body (builtins or a struct)."""
    return hashlib.sha256(msgspec.json.encode([type, body], order="sorted")).digest()


def _begin(club: UUID, streams: dict[UUID, Stream], key: Key | None) -> Outcome | dict[UUID, Writer]:
    """Steps 1 to 3: all locks in sorted order, then in later statements key, heads, tails and clock; fold."""
    locks: str | None = ",".join(map(str, _locks(streams, key)))
    asked = (key.scope, key.caller, key.name) if key else (None, None, None)
    writers: dict[UUID, Writer] = {}
    for id, stream in streams.items():
        cached = states.get(id) or (0, decider_of(stream.kind).initial())
        row = opening(BEGIN, [club, locks, id, cached[0], *asked])[0]
        clock, key_body, key_stream, key_first, key_last, head, head_at, head_hash, types, *tail = row
        if key is not None and key_body is not None:
            return _remembered(key, bytes(key_body), key_stream, key_first, key_last)
        if cached[0] > (head or 0):  # a backup was restored under a running process
            states.forget(id)
        writers[id] = Writer(stream, head or 0, head_hash, max(clock, head_at or 0))
        writers[id].catch_up(cached, list(zip(types, *tail, strict=True)) if types else [])
        locks, asked = None, (None, None, None)
    at = max(writer.at for writer in writers.values())
    for writer in writers.values():
        writer.at = at
    return writers


def _locks(streams: dict[UUID, Stream], key: Key | None) -> list[int]:
    locks = {int.from_bytes(id.bytes[:8], "big", signed=True) for id in streams}
    if key is not None and key.scope not in streams:
        # a key of a collection: two parallel repeats would otherwise lock two fresh streams and never meet
        locks.add(int.from_bytes(sha256(f"{key.scope} {key.caller} {key.name}".encode())[:8], "big", signed=True))
    return sorted(locks)


def _remembered(key: Key, body: bytes, stream_id: UUID, first: int, last: int) -> Outcome:
    if body != key.digest:
        raise Refused("key_reused", "This Idempotency-Key was used before with another body.")
    stream = stream_of(stream_id)
    assert stream is not None
    events = stream_events(stream, first - 1, last - first + 1) if last >= first else []
    return Outcome(stream=stream, version=last, events=events, state=None, replayed=True)


def _write(club: UUID, writers: list[Writer], key: Key | None, asked: Writer) -> None:
    """Step 4, and the commit, sent together: nobody waits between the statements, and the club's lock, which comes
    last, is held no longer than the commit takes. ``asked``: whose events a repeated ``key`` answers with."""
    if key is not None and not asked.rows:
        values = [key.digest, asked.stream.id, asked.version + 1, asked.version, asked.at]
        run(REMEMBER, [club, key.scope, key.caller, key.name, *values])
        key = None
    writing = [writer for writer in writers if writer.rows]
    if not writing:
        return
    with committing():
        for writer in writing:
            writer.project()
        for writer in writing:
            remembered = (key.scope, key.caller, key.name, key.digest) if key and writer is asked else NO_KEY
            first = writer.insert(remembered, place=len(writing) == 1)
        if len(writing) > 1:
            placed = [(writer.stream.id, event.version) for writer in writing for event in writer.appended]
            first = send(POSITION, [club, [stream for stream, _ in placed], [version for _, version in placed]])
    cursor: int = first()[0]
    for writer in writing:
        writer.first_cursor = cursor
        cursor += len(writer.rows)


def _committed(writer: Writer) -> list[Stored]:
    """Step 5: remember the state, and tell. → the events."""
    states.put(writer.stream.id, writer.version, writer.state)
    events = writer.stored()
    if events:
        publish(writer.stream, events[-1].cursor)
        batch = writer.batch()
        for listener in listeners():
            try:
                listener(batch)
            except Exception:  # what is committed is done: nobody may be told that it failed
                logger.exception("%s failed after the commit of stream %s", listener, writer.stream.id)
    return events


def _outcome(writer: Writer, events: list[Stored]) -> Outcome:
    return Outcome(stream=writer.stream, version=writer.version, events=events, state=writer.state, replayed=False)
