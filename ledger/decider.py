"""The shape of what an application brings to the ledger: a decider per kind of stream.

A decider is pure: no clock, no randomness, no I/O. ``decide`` says which events a move makes, ``evolve`` what
an event makes of the state; everything else of the store follows from these two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, Protocol
from uuid import UUID

import msgspec


class Stream(msgspec.Struct, frozen=True):
    """One stream of events: the facts about one thing (a game, a member, a season) of one club."""

    club: UUID
    id: UUID
    kind: str


class Actor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who made a move; ids only, never a name."""

    kind: Literal["seat", "host", "organiser", "clock", "import"]
    id: str
    seat: int | None = None
    for_seat: int | None = None

    @property
    def moves_for(self) -> int | None:
        """The seat a move is for: the one that a host moves for, else the mover's own."""
        return self.seat if self.for_seat is None else self.for_seat


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A move on its way into the store.

    ``body`` is a struct (its fields named in the class attribute ``sealed`` are recorded in the sealed part, for
    the class attribute ``audience``); ``type`` is its public name.
    """

    type: str
    body: msgspec.Struct


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """An event as decided: ``data`` is a struct whose JSON goes into the record; ``secret`` only its hash does.

    ``audience`` says who may read the secret until a later event opens it: ``"seat:3"``, ``"host"``, ``"club"``
    (whoever may read the club), or nobody (empty). ``opens`` lists versions of this stream whose sealed parts
    everybody may read from now on; it must also stand in ``data`` (field ``opens``), so that it is hashed. In the same
    way a field ``erases`` of ``data`` lists versions whose sealed parts are deleted with this event, for good.
    """

    type: str
    schema: int
    data: msgspec.Struct
    secret: dict[str, Any] | None = None
    audience: tuple[str, ...] = ()


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """A recorded event, decoded. ``at`` is in microseconds since 1970 (the database's clock, under the lock).

    ``secret`` is the ``data`` and ``move_secret`` the ``move`` of its sealed part, or None where it has none or it
    isn't given to this reader.
    """

    type: str
    schema: int
    version: int
    at: int
    data: Any
    secret: dict[str, Any] | None = None
    move_secret: dict[str, Any] | None = None


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What a decider may know beside state and move. ``at``: µs since 1970, under the lock, never going backwards.

    ``state_at(version)`` and ``events_after(version)`` read this stream's past (for rewinds); both include what the
    current transaction has already decided. ``replays``: the move was made before, as the event with this version, and
    is made again by a correction.
    """

    actor: Actor
    at: int
    version: int
    replays: int | None = None
    state_at: Callable[[int], Any]
    events_after: Callable[[int], Sequence[Recorded]]


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """Money from one account to another: ``amount`` whole dollars, positive. Accounts: ``"bank"``, ``"seat:1"`` …"""

    payer: str
    payee: str
    amount: int
    why: str


class Decider(Protocol):
    """What the store asks of one kind of stream."""

    kind: str
    opening: str
    """The type of every such stream's first event; it tells the kind of a stream from its events alone."""

    def initial(self) -> Any:
        """The state before the first event."""

    def struct(self, type: str, schema: int, state: Any) -> type[msgspec.Struct]:
        """The struct that event data of this type and schema decodes to; ``KeyError`` if unknown. A struct of an old
        schema has a method ``upcast()`` that gives the current one."""

    def decode_move(self, type: str, body: dict[str, Any], state: Any) -> Move:
        """A recorded move (public and sealed fields together) → move, for re-execution."""

    def decide(self, state: Any, move: Move, context: Context) -> Sequence[Decided]:
        """The events a move makes. Raises :class:`ledger.errors.Refused`. An empty list means: nothing to do."""

    def evolve(self, state: Any, event: Recorded, state_at: Callable[[int], Any]) -> Any:
        """The state after an event. Must work without secrets, giving the public state."""

    def follow(self, state: Any) -> Move | None:
        """A move that the shell makes at once, in the same append (actor ``clock``): the next race's preparation.
        The one place of a decider where fresh randomness is drawn."""

    def postings(self, event: Recorded, state: Any) -> Iterable[Transfer]:
        """The money an event moves. ``state``: any later one of the same stream (it may tell which rules hold)."""
