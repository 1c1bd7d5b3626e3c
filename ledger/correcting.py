"""Correcting: the stream goes back to before one move, that move is made otherwise or left out, and the moves that
followed are made again, all in one append.

Nothing is edited. The log gains the event that goes back, then each move that still fits, marked with the version of
the event by which it was made before; what no longer fits is told as refused. An audit makes it again like all else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

import msgspec

from ledger.decider import Actor, Move, Recorded, Stream
from ledger.errors import Refused
from ledger.reading import load, recorded_events, stream_events
from ledger.records import record_decoder
from ledger.registry import decider_of
from ledger.sealing import part_decoder
from ledger.store import Key, Outcome, transact
from ledger.writer import RECORDS_OWN, Writer


@runtime_checkable
class Correctable(Protocol):
    """What a decider must tell for its streams to be corrected."""

    def correction(self, at: int, to: int, reason: str) -> Move:
        """The move that goes back to the state after version ``to``."""

    def rewinds(self, event: Recorded) -> int | None:
        """The version an event goes back to, or None."""

    def keeps(self, type: str) -> bool:
        """Moves of this type are not undone by going back, and so never made again."""

    def require_open(self, state: Any, type: str, since: Sequence[Recorded]) -> None:
        """Raises :class:`Refused` where trying a move of this type otherwise would tell what isn't everybody's yet.
        ``since``: the events it made and all later ones. Asked before anything of the new move is looked at."""

    def corrected(self, state: Any, before: Sequence[Recorded], after: Sequence[Recorded]) -> None:
        """Raises :class:`Refused` where the events in force ``after`` a correction would take back or change what those
        ``before`` it (both from the corrected move on) have shown for good. ``state``: after it."""


class Made(msgspec.Struct, frozen=True):
    """A move that is in force: its first and last version, its type and all of its fields (None: some were erased)."""

    first: int
    last: int
    type: str
    body: dict[str, Any] | None
    actor: Actor


class RefusedAgain(msgspec.Struct, frozen=True):
    """A move that no longer fits. ``move``: as sent, with its type, without its sealed fields."""

    version: int
    move: dict[str, Any]
    code: str


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """``before`` and ``after`` are states. ``outcome`` is None for a dry run."""

    outcome: Outcome | None
    before: Any
    after: Any
    version: int
    refused: Sequence[RefusedAgain]


class _DryRun(Exception):
    pass


def correct(
    stream: Stream,
    at: int,
    change: Callable[[Made, Any], Move] | None,
    *,
    reason: str,
    actor: Actor,
    key: Key | None = None,
    guard: Callable[[Any], None] | None = None,
    dry_run: bool = False,
) -> Correction:
    """Makes the move that made version ``at`` otherwise: ``change(made, state before it)`` gives the new one; without
    it the move is left out. Raises :class:`Refused`: ``invalid`` where there is no such move in force,
    ``dice_already_seen`` for a move of the clock and where other dice would come of it, and whatever the new move
    itself is refused by. The new move is recorded as one of ``actor``, for the seat that made the old one."""
    told: list[Correction] = []

    def work(writers: dict[UUID, Writer]) -> None:
        writer = writers[stream.id]
        if guard is not None:
            guard(writer.state)
        told.append(_redo(writer, at, change, reason, actor))
        if dry_run:
            raise _DryRun

    try:
        done = transact({stream.id: stream}, stream.id, work, key)
    except _DryRun:
        return told[0]
    if isinstance(done, Outcome):
        if guard is not None:
            guard(load(stream).state)
        return Correction(outcome=done, before=None, after=None, version=done.version, refused=())
    return msgspec.structs.replace(told[0], outcome=done[stream.id])


def _redo(writer: Writer, at: int, change: Callable[[Made, Any], Move] | None, reason: str, actor: Actor) -> Correction:
    decider = writer.decider
    if not isinstance(decider, Correctable):
        raise Refused("invalid", "Nothing of this kind can be corrected.")
    before = writer.state
    moves = in_force(writer.stream, decider, writer.history.events())
    made = next((move for move in moves if move.first <= at <= move.last), None)
    if made is None or made.first == 1 or decider.keeps(made.type):
        raise Refused("invalid", f"Version {at} was not made by a move that can be corrected.")
    if made.actor.kind == "clock":
        raise Refused("dice_already_seen", "What the server drew or did by itself can't be replaced.")
    if change is not None or made is not moves[-1]:  # leaving the last move out tries nothing
        decider.require_open(before, made.type, writer.history.events()[made.first - 1 :])
    writer.actor = actor
    writer.decide(decider.correction(at, made.first - 1, reason), actor)
    if change is not None:
        writer.decide(change(made, writer.state), _for_seat_of(made, actor), replays=made.first)
    refused = []
    undone = moves[moves.index(made) :]
    for later in undone[1:]:
        try:
            writer.decide(_again(decider, later, writer.state), later.actor, replays=later.first)
        except Refused as refusal:
            if later.actor.kind != "clock":  # nobody's move is lost
                shown = {"type": later.type, **_public(decider, later, before)}
                refused.append(RefusedAgain(later.first, shown, refusal.code))
    writer.follow()
    log = writer.history.events()
    decider.corrected(
        writer.state, [event for move in undone for event in log[move.first - 1 : move.last]], writer.appended
    )
    return Correction(outcome=None, before=before, after=writer.state, version=writer.version, refused=refused)


def _for_seat_of(made: Made, actor: Actor) -> Actor:
    """Whoever corrects, moving for the seat: what the move says now isn't what the seat said."""
    return msgspec.structs.replace(actor, for_seat=made.actor.moves_for)


def correctable(stream: Stream) -> list[Made]:
    """The moves in force that people made, in order, without their sealed fields: what can be tried to correct."""
    decider: Any = decider_of(stream.kind)
    moves = in_force(stream, decider, recorded_events(stream), sealed=False)
    return [made for made in moves if made.actor.kind != "clock" and made.first > 1 and not decider.keeps(made.type)]


def in_force(stream: Stream, decider: Any, events: Sequence[Recorded], *, sealed: bool = True) -> list[Made]:
    """The moves that the present state comes from, in order, without those a rewind doesn't undo. ``events``: all of
    the stream; ``sealed``: with what is sealed of them. Reads the log in the current transaction."""
    moves: list[Made] = []
    rows = [(record_decoder.decode(row.record), row.sealed) for row in stream_events(stream, limit=len(events))]
    for _, batch in groupby(rows, lambda row: row[0].move["id"]):
        (first, part), *rest = batch
        last = rest[-1][0].version if rest else first.version
        back = [to for event in events[first.version - 1 : last] if (to := decider.rewinds(event)) is not None]
        if back:
            moves = [move for move in moves if move.last <= back[0]]
            continue
        body: dict[str, Any] | None = {n: v for n, v in first.move.items() if n not in RECORDS_OWN}
        if sealed and first.sealed is not None:
            body = None if part is None or body is None else body | part_decoder.decode(part).move
        if first.version == 1 or not decider.keeps(first.move["type"]):
            moves.append(Made(first.version, last, first.move["type"], body, first.actor))
    return moves


def _again(decider: Any, made: Made, state: Any) -> Move:
    if made.body is None:
        raise Refused("erased", "What this move said has been erased.")
    move: Move = decider.decode_move(made.type, made.body, state)
    return move


def _public(decider: Any, made: Made, state: Any) -> dict[str, Any]:
    if made.body is None:
        return {}
    sealed = getattr(type(decider.decode_move(made.type, made.body, state).body), "sealed", ())
    return {name: value for name, value in made.body.items() if name not in sealed}
