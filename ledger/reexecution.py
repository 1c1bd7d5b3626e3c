"""Making every recorded move again: it must give the recorded events. Ids, times, cursors and salts are inputs.

A decider may say more than the ledger asks of it, by methods it simply has (see :class:`Telling`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable
from uuid import UUID

import msgspec

from ledger.chain import Line, batches, finding
from ledger.decider import Context, Decided, Decider, Move, Recorded, Stream
from ledger.errors import Refused
from ledger.findings import Dice, Finding, Kind, shown
from ledger.folding import History, UnknownEvent, decode
from ledger.records import Record, hash_text, plain, sha256, time_us
from ledger.sealing import seal
from ledger.writer import RECORDS_OWN, split_move


@runtime_checkable
class Telling(Protocol):
    """What an audit asks of a decider that has these methods."""

    def dice(self, events: Sequence[Recorded], state: Any) -> tuple[Dice, int]:
        """Where the dice of a stream came from, and how many throws (or deals) there are; ``state``: the latest."""

    def difference(self, expected: msgspec.Struct, found: msgspec.Struct) -> Kind:
        """``wrong_dice`` where it is the dice that differ, else ``different``."""

    def erasable(self, event: Recorded) -> bool:
        """Whether the sealed part of ``event`` (given without it) may be gone: names may, seeds may not."""

    def rules_version(self, state: Any) -> int | None:
        """The version of the rules that hold."""


class Replay(msgspec.Struct, kw_only=True):
    """What came of it. ``events`` and ``state``: folded from what is recorded, as far as it can be read."""

    findings: list[Finding] = []
    moves: int = 0
    erased: int = 0
    events: list[Recorded] = []
    state: Any = None


def _as_json(data: msgspec.Struct) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(plain(data)))
    return value


class _Unsure(Exception):
    """This move can't be made again: a sealed part that it needs is gone."""


def replay(stream: Stream, decider: Decider, lines: Sequence[Line]) -> Replay:
    """Every move of a stream, made again on the state before it. A difference is a finding, and the next move is made
    on what *is* recorded."""
    out = Replay(state=decider.initial())
    history = History(decider, tuple)
    gone = False
    erased = _erased(lines)
    for batch in batches(lines):
        if any(line.record is None for line in batch):
            break  # said by the chain; nothing after it has a state to stand on
        try:
            again = _Again(stream, decider, batch, out.state, history, gone)
            out.findings += again.compare()
            out.moves += 1
        except _Unsure:
            out.erased += 1
        except UnknownEvent as unknown:
            out.findings.append(_unknown(stream.id, batch[0], unknown))
        try:
            for line in batch:
                event = _recorded(decider, out.state, line)
                out.findings += _gone(stream.id, decider, line, event, erased.get(line.version))
                history.add(event)
                out.state = decider.evolve(out.state, event, history.state_at)
                out.events.append(event)
        except UnknownEvent as unknown:
            out.findings.append(_unknown(stream.id, line, unknown))
            break
        except Exception as error:  # whatever the rules raise on data that were tampered with: say it, and stop here
            sentence = f"The rules can't read event {line.version}: {error}."
            out.findings.append(finding(stream.id, line, "different", None, line.type, sentence))
            break
        gone = gone or any(line.gone for line in batch)
    return out


def _unknown(stream: UUID, line: Line, unknown: UnknownEvent) -> Finding:
    sentence = f"Event {line.version} can't be checked here: {unknown}."
    return finding(stream, line, "rules_unknown", None, str(unknown), sentence)


def _record(line: Line) -> Record:
    assert line.record is not None
    return line.record


def _recorded(decider: Decider, state: Any, line: Line) -> Recorded:
    """The event as its record (not its columns) tells it."""
    record = _record(line)
    sealed = None if line.part is None else line.body
    return decode(decider, state, record.type, record.schema, record.version, time_us(record.at), line.text, sealed)


class _Erases(msgspec.Struct, frozen=True):
    erases: tuple[int, ...] = ()


def _erased(lines: Sequence[Line]) -> dict[int, int]:
    """``{version: the event that erases its sealed part}``."""
    found: dict[int, int] = {}
    for line in lines:
        if line.record is not None and '"erases":[' in line.text:
            try:
                versions = msgspec.json.decode(line.record.data, type=_Erases).erases
            except msgspec.ValidationError:
                continue
            for version in versions:
                found.setdefault(version, line.version)
    return found


def _gone(stream: UUID, decider: Decider, line: Line, event: Recorded, erased_by: int | None) -> list[Finding]:
    """A sealed part goes by an event that erases it, and only where it may; and then it is gone."""
    sealed = _record(line).sealed
    if not line.gone:
        if erased_by is None or sealed is None:
            return []
        sentence = f"Event {erased_by} erased the sealed part of event {line.version}, and it is there."
        return [finding(stream, line, "sealed_differs", None, sealed, sentence)]
    if isinstance(decider, Telling) and not decider.erasable(event):
        sentence = f"The sealed part of event {line.version} is gone, and nothing in it may be erased."
    elif erased_by is None:
        sentence = f"The sealed part of event {line.version} is gone, and no event erased it."
    else:
        return []
    return [finding(stream, line, "sealed_differs", sealed, None, sentence)]


class _Again:
    """One move, made again."""

    def __init__(
        self, stream: Stream, decider: Decider, batch: Sequence[Line], state: Any, history: History, gone: bool
    ) -> None:
        """``gone``: a sealed part before this move is gone, so the state may lack what the move stood on."""
        self.stream, self.decider, self.batch = stream, decider, batch
        self.state, self.history, self.gone = state, history, gone
        self.first = batch[0]
        self.record = _record(self.first)

    def compare(self) -> list[Finding]:
        """The differences. Raises :class:`_Unsure` or ``UnknownEvent``."""
        if self.record.sealed is not None and self.first.part is None:
            raise _Unsure
        try:
            move = self._move()
            decided = self._decide(move)
        except Refused as refused:
            self._unless_gone()
            return [self._other({"refused": refused.code}, f"is refused now: {refused.sentence}")]
        except UnknownEvent:
            raise
        except Exception as error:  # rules may fail in any way on a record that was tampered with
            self._unless_gone()
            return [self._other(None, f"can't be made again: {type(error).__name__}: {error}.")]
        if [event.type for event in decided] != [_record(line).type for line in self.batch]:
            if not decided:
                self._unless_gone()
            return [self._other([event.type for event in decided], "gives other events.")]
        _, hidden, move_audience = split_move(move, self.record.actor)
        out: list[Finding] = []
        for line, event in zip(self.batch, decided, strict=True):
            first = line is self.first
            out += self._data(line, event)
            out += self._sealed(line, event, hidden if first else {}, move_audience)
        return out

    def _unless_gone(self) -> None:
        if self.gone:
            raise _Unsure

    def _move(self) -> Move:
        body = {name: value for name, value in self.record.move.items() if name not in RECORDS_OWN}
        if self.first.part is not None:
            body |= self.first.part.move
        kind = self.record.move.get("type", "")
        try:
            return self.decider.decode_move(kind, body, self.state)
        except KeyError:
            raise UnknownEvent(f"no rules here for the move {kind!r}") from None

    def _decide(self, move: Move) -> Sequence[Decided]:
        context = Context(
            actor=self.record.actor,
            at=time_us(self.record.at),
            version=self.record.version - 1,
            state_at=self.history.state_at,
            events_after=self.history.events_after,
            replays=self.record.move.get("replays"),
        )
        return self.decider.decide(self.state, move, context)

    def _other(self, expected: Any, what: str) -> Finding:
        found = [_record(line).type for line in self.batch]
        sentence = f"The move of event {self.first.version} {what}"
        return finding(self.stream.id, self.first, "different", expected, found, sentence)

    def _data(self, line: Line, event: Decided) -> list[Finding]:
        record = _record(line)
        expected, found = _as_json(event.data), msgspec.json.decode(record.data)
        if (record.schema, found) == (event.schema, expected):
            return []
        try:
            data = _recorded(self.decider, self.state, line).data
        except (UnknownEvent, msgspec.ValidationError):
            data = None
        if data is not None and record.schema < event.schema and _as_json(data) == expected:
            return []  # written in an older schema, and read through its upcaster it says the same
        kind: Kind = "different"
        if data is not None and isinstance(self.decider, Telling):
            kind = self.decider.difference(event.data, data)
        told_of = found if isinstance(found, dict) else {}  # a record that was tampered with may hold anything
        changed = sorted(name for name in expected.keys() | told_of.keys() if expected.get(name) != told_of.get(name))
        told = "; ".join(f"{n} should be {shown(expected.get(n))} and is {shown(told_of.get(n))}" for n in changed)
        told = told or f"schema should be {event.schema} and is {record.schema}"
        sentence = f"Event {line.version}, {record.type}, made again is another: {told}."
        return [finding(self.stream.id, line, kind, expected, found, sentence)]

    def _sealed(
        self, line: Line, event: Decided, hidden: dict[str, Any], move_audience: tuple[str, ...]
    ) -> list[Finding]:
        record = _record(line)
        seals = event.secret is not None or bool(hidden)
        if seals != (record.sealed is not None):
            sentence = f"Event {line.version} should {'' if seals else 'not '}have a sealed part."
            return [finding(self.stream.id, line, "sealed_differs", seals, not seals, sentence)]
        if line.part is None:
            return []
        out = []
        _, expected = seal(event.secret, hidden, line.part.salt)
        if expected != hash_text(sha256((line.body or "").encode())):
            sentence = f"What event {line.version} seals is another when its move is made again."
            out.append(finding(self.stream.id, line, "sealed_differs", expected, record.sealed, sentence))
        audience = event.audience if event.secret is not None else move_audience
        if audience != line.audience:
            sentence = f"Others may read the sealed part of event {line.version} than its move said."
            out.append(finding(self.stream.id, line, "sealed_differs", list(audience), list(line.audience), sentence))
        return out
