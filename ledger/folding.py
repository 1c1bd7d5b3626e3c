"""From recorded events back to state: decoding and folding, in one place for store, readers, audit and rebuild."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ledger.decider import Decider, Recorded
from ledger.records import data_decoder
from ledger.sealing import part_decoder


class UnknownEvent(Exception):
    """An event of a type, schema or ruleset version that this program doesn't know, named in the message."""


def decode(
    decider: Decider, state: Any, type: str, schema: int, version: int, at: int, record: str, sealed: str | None
) -> Recorded:
    """A row of the log → :class:`Recorded`; ``state`` is the one before it (it may tell which rules decode it).
    Raises :class:`UnknownEvent`, or ``msgspec.ValidationError`` where the data doesn't fit its schema."""
    try:
        struct = decider.struct(type, schema, state)
    except KeyError as error:
        raise UnknownEvent(f"no rules here for {type!r} schema {schema} ({error.args[0]})") from None
    data = data_decoder(struct).decode(record).data
    upcast = getattr(data, "upcast", None)
    if upcast is not None:
        data = upcast()
    if sealed is None:
        return Recorded(type=type, schema=schema, version=version, at=at, data=data)
    part = part_decoder.decode(sealed)
    return Recorded(
        type=type, schema=schema, version=version, at=at, data=data, secret=part.data, move_secret=part.move
    )


class History:
    """A stream's past as a decider may look at it: loaded only when somebody looks, and then once.

    The state after each event is kept as well, while this object lives: a rewind asks for one, and so does every
    rewind among the events that lead up to it. Folding anew for each of them would double the work with every rewind.
    """

    def __init__(self, decider: Decider, load: Callable[[], Iterable[tuple[Any, ...]]]) -> None:
        """``load()`` gives the rows ``(type, schema, version, at, record, sealed)`` from version 1 on, in order."""
        self._decider = decider
        self._load = load
        self._events: list[Recorded] | None = None
        self._states: list[Any] = []
        self._pending: list[Recorded] = []

    def add(self, event: Recorded) -> None:
        """An event that the current transaction appended."""
        (self._pending if self._events is None else self._events).append(event)

    def events(self) -> list[Recorded]:
        if self._events is None:
            loaded: list[Recorded] = []
            self._events = loaded  # state_at reads what is there so far
            self._states = [self._decider.initial()]
            for row in self._load():
                loaded.append(decode(self._decider, self._states[-1], *row))
                self.state_at(len(loaded))
            loaded.extend(event for event in self._pending if event.version > len(loaded))
        return self._events

    def events_after(self, version: int) -> Sequence[Recorded]:
        return self.events()[version:]

    def state_at(self, version: int) -> Any:
        """The state just after ``version`` (0: the initial one; beyond the last: the latest)."""
        events, states = self.events(), self._states
        version = min(version, len(events))
        while len(states) <= version:
            states.append(self._decider.evolve(states[-1], events[len(states) - 1], self._earlier))
        return states[version]

    def _earlier(self, version: int) -> Any:
        """What an event among the past may look back at: at most the state just before itself."""
        return self._states[min(version, len(self._states) - 1)]


def erases(rows: Iterable[tuple[Any, ...]]) -> bool:
    """Whether one of these rows deletes sealed parts: then a state from before it knows what is to be forgotten, and
    must be folded anew. (Seldom enough that a text which only looks like it does no harm.)"""
    return any('"erases":[' in row[4] for row in rows)


def catch_up(decider: Decider, state: Any, rows: Iterable[tuple[Any, ...]], state_at: Callable[[int], Any]) -> Any:
    """Decode and fold rows ``(type, schema, version, at, record, sealed)`` onto ``state``."""
    for row in rows:
        state = decider.evolve(state, decode(decider, state, *row), state_at)
    return state
