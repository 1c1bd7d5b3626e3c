"""One stream inside one transaction: its head, its state, and what is being appended to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec

from ledger import correlation, money
from ledger.decider import Actor, Context, Decided, Decider, Move, Recorded, Stream
from ledger.errors import Refused
from ledger.folding import History, catch_up, erases
from ledger.reading import ROWS, Stored
from ledger.records import Record, canonical, check_canonical, hash_text, plain, sha256, time_text
from ledger.registry import Batch, decider_of, projections_of
from ledger.sealing import seal
from ledger.sql import query, run, send

APPEND = "SELECT ledger_append(%s, %s, %s, %s::int, %s::int, %s::bigint, %t::json, %s, %s, %s, %s, %s, %s)"
OPEN = (
    "UPDATE ledger_sealed SET opened = %s"
    " WHERE club = %s AND stream = %s AND version = ANY(%s::int[]) AND opened IS NULL"
)
ERASE = "DELETE FROM ledger_sealed WHERE club = %s AND stream = %s AND version = ANY(%s::int[])"
FOLLOW_LIMIT = 8
CLOCK = Actor(kind="clock", id="clock")
RECORDS_OWN = frozenset({"id", "type", "replays"})
NO_KEY = (None, None, None, None)

_encode = msgspec.json.Encoder(order="sorted").encode


class Writer:
    """Made of what was read under the stream's lock: ``version`` (0: no event yet), hash of the head, its time or the
    clock's, whichever is later, and the state."""

    def __init__(self, stream: Stream, version: int, head: bytes | None, at: int) -> None:
        self.stream = stream
        self.decider: Decider = decider_of(stream.kind)
        self.version = self.first = version
        self.head = head
        self.at = at
        self.before: Any = None
        self.state: Any = None
        self.actor: Actor = CLOCK
        self.appended: list[Recorded] = []
        self.rows: list[tuple[str, int, str, bytes, str | None, tuple[str, ...]]] = []
        self.first_cursor = 0
        self.history = History(self.decider, lambda: query(ROWS, [stream.club, stream.id, 0]))

    def catch_up(self, cached: tuple[int, Any], tail: Sequence[tuple[Any, ...]]) -> None:
        """Step 3: fold what came since the cached version."""
        version, state = cached
        # a backup was restored under a running process, or something is to be forgotten
        if version > self.version or (version and erases(tail)):
            state, tail = self.decider.initial(), query(ROWS, [self.stream.club, self.stream.id, 0])
        if tail:
            state = catch_up(self.decider, state, tail, self.history.state_at)
        self.before = self.state = state

    def apply(
        self, move: Move, actor: Actor, expected_version: int | None, guard: Callable[[Any], None] | None
    ) -> None:
        """Decide a move and whatever follows from it by itself. Raises :class:`ledger.errors.Refused`."""
        if expected_version is not None and expected_version != self.version:
            raise Refused("version_changed", f"This has moved on to version {self.version}.", version=self.version)
        if guard is not None:
            guard(self.state)
        self.actor = actor
        before, version = self.state, self.version
        self.decide(move, actor)
        if self.version > version:
            self._require_repeatable(move, before)
        self.follow()

    def _require_repeatable(self, move: Move, state: Any) -> None:
        """An audit makes every recorded move again, from its record: one that doesn't decode may not be written.
        msgspec looks at types when it decodes, never when a caller makes the struct itself."""
        try:
            self.decider.decode_move(move.type, plain(move.body), state)
        except msgspec.ValidationError as error:
            raise Refused("invalid", f"This doesn't fit: {error}.", version=self.first) from None

    def follow(self) -> None:
        """Make the moves that the stream asks for by itself."""
        for _ in range(FOLLOW_LIMIT):
            following = self.decider.follow(self.state)
            if following is None:
                return
            self.decide(following, CLOCK)
        raise RuntimeError(f"{self.stream.kind}: a move has more than {FOLLOW_LIMIT} followers")

    def decide(self, move: Move, actor: Actor, replays: int | None = None) -> None:
        """Decide one move and append its events, in memory. ``replays``: the version of the event by which it was made
        before. Raises :class:`ledger.errors.Refused`."""
        context = Context(
            actor=actor,
            at=self.at,
            version=self.version,
            state_at=self.history.state_at,
            events_after=self.history.events_after,
            replays=replays,
        )
        try:
            decided = self.decider.decide(self.state, move, context)
        except Refused as refused:
            refused.extra.setdefault("version", self.version)
            raise
        if decided:
            self._append(move, actor, decided, {} if replays is None else {"replays": replays})

    def _append(self, move: Move, actor: Actor, decided: Sequence[Decided], mark: dict[str, int]) -> None:
        move_id = correlation.move_id()
        public, hidden, move_audience = split_move(move, actor)
        at = time_text(self.at)
        for n, event in enumerate(decided, 1):
            move_secret = hidden if n == 1 else None
            sealed_text = sealed_hash = None
            audience: tuple[str, ...] = ()
            if event.secret is not None or move_secret:
                audience = event.audience if event.secret is not None else move_audience
                sealed_text, sealed_hash = seal(event.secret, move_secret)
            self.version += 1
            record = _encode(
                Record(
                    actor=actor,
                    at=at,
                    club=self.stream.club,
                    data=msgspec.Raw(canonical(plain(event.data))),
                    move={"id": move_id, **mark, **public} if n == 1 else {"id": move_id},
                    n=n,
                    of=len(decided),
                    prev=None if self.head is None else hash_text(self.head),
                    schema=event.schema,
                    sealed=sealed_hash,
                    stream=self.stream.id,
                    type=event.type,
                    version=self.version,
                )
            )
            self.head = sha256(record)
            self.rows.append((event.type, event.schema, record.decode(), self.head, sealed_text, audience))
            recorded = Recorded(
                type=event.type,
                schema=event.schema,
                version=self.version,
                at=self.at,
                data=event.data,
                secret=None if sealed_text is None else event.secret or {},
                move_secret=None if sealed_text is None else move_secret or {},
            )
            self.appended.append(recorded)
            self.history.add(recorded)
            self.state = self.decider.evolve(self.state, recorded, self.history.state_at)
        self._erase([version for event in decided for version in getattr(event.data, "erases", None) or ()])

    def _erase(self, versions: list[int]) -> None:
        """Deletes sealed parts (never one of this very transaction), and makes the state one that never knew them."""
        if not versions:
            return
        run(ERASE, [self.stream.club, self.stream.id, versions])
        self.history = History(self.decider, lambda: query(ROWS, [self.stream.club, self.stream.id, 0]))
        for event in self.appended:
            self.history.add(event)
        self.state = self.history.state_at(self.version)

    def batch(self) -> Batch:
        return Batch(self.stream, self.appended, self.before, self.state, self.actor)

    def project(self) -> None:
        """Step 4, first half: openings (of parts sealed before), postings, balances and inline projections."""
        for event in self.appended:
            opens = getattr(event.data, "opens", None)
            if opens:
                run(OPEN, [event.version, self.stream.club, self.stream.id, list(opens)])
        money.post(self.decider, self.stream, self.appended, self.state)
        projections = projections_of(self.stream.kind)
        if projections and self.appended:
            batch = self.batch()
            for projection in projections:
                projection.apply(batch)

    def insert(
        self, key: tuple[UUID | None, str | None, str | None, bytes | None], place: bool
    ) -> Callable[[], tuple[Any, ...]]:
        """Step 4, second half: the events and the key; with ``place`` also their positions, under the club's lock. →
        what gives the row with the first cursor once the transaction is committed."""
        opened = self._opened()
        rows = [
            {"type": type_, "schema": schema, "record": record, "hash": hash_.hex()}
            | ({} if body is None else {"body": body, "audience": " ".join(audience), "opened": opened.get(version)})
            for version, (type_, schema, record, hash_, body, audience) in enumerate(self.rows, self.first + 1)
        ]
        return send(
            APPEND,
            [
                self.stream.club,
                self.stream.id,
                self.stream.kind,
                self.first + 1,
                len(rows),
                self.at,
                msgspec.json.encode(rows).decode(),
                any("body" in row for row in rows),
                *key,
                place,
            ],
        )

    def _opened(self) -> dict[int, int]:
        """Which events open which sealed parts: ``{version: version of the first that opens it}``."""
        opened: dict[int, int] = {}
        for event in self.appended:
            for version in getattr(event.data, "opens", None) or ():
                opened.setdefault(version, event.version)
        return opened

    def stored(self) -> list[Stored]:
        """The appended events as a reader gets them."""
        opened = self._opened()
        return [
            Stored(
                club=self.stream.club,
                stream=self.stream.id,
                version=recorded.version,
                type=type_,
                schema=schema,
                at=self.at,
                record=record,
                hash=hash_,
                cursor=cursor,
                sealed=sealed,
                audience=audience,
                opened=recorded.version in opened,
            )
            for cursor, (recorded, (type_, schema, record, hash_, sealed, audience)) in enumerate(
                zip(self.appended, self.rows, strict=True), self.first_cursor
            )
        ]


def split_move(move: Move, actor: Actor) -> tuple[dict[str, Any], dict[str, Any], tuple[str, ...]]:
    """→ (what everybody may read of a move, its sealed fields, who may read those). Raises ``NotCanonical``, and
    ``ValueError`` for a struct with a field that a record's move has of its own."""
    names: tuple[str, ...] = getattr(type(move.body), "sealed", ())
    audience: tuple[str, ...] = getattr(type(move.body), "audience", ())
    body = plain(move.body)
    hidden = {name: body.pop(name) for name in names if name in body}
    if not RECORDS_OWN.isdisjoint(body):
        raise ValueError(f"the move {move.type!r} has a field that a record's move has of its own")
    check_canonical(body)
    who = tuple(f"seat:{actor.moves_for}" if name == "seat" else name for name in audience)
    return {"type": move.type, **body}, hidden, who
