"""What the deciders of facts share: moves and events are looked up in tables, nothing follows, no money moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ledger import lettering
from ledger.decider import Context, Decided, Recorded, Transfer
from ledger.decider import Move as Sent
from ledger.errors import Refused

S = TypeVar("S", bound=msgspec.Struct)

_CONTROL = r"\x00-\x1f\x7f"
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=rf"^[^\s{_CONTROL}]([^{_CONTROL}]*[^\s{_CONTROL}])?$")]
"""A name as people write it: no blanks around it, no control characters in it."""
Reason = Annotated[str, Meta(min_length=1, max_length=500)]


class Change(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of moves. The fields named in ``sealed`` are recorded only in the sealed part, for ``audience``."""

    sealed: ClassVar[tuple[str, ...]] = ()
    audience: ClassVar[tuple[str, ...]] = ()


class Fact(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of events."""

    schema: ClassVar[int] = 1


class EraseParts(Change, tag="erase_parts"):
    """The sealed parts of these versions are deleted: somebody is to be forgotten. For streams of every kind."""

    parts: tuple[int, ...]


class PartsErased(Fact, tag="parts_erased"):
    erases: tuple[int, ...]


NAMES = ("name", "alias")


def sent(change: Change) -> Sent:
    """The move as the store takes it: names as they are kept, and nothing in it that its own type would refuse when it
    is made again. Refuses ``invalid``, with the field."""
    names = {name: getattr(change, name) for name in NAMES if name in change.sealed}
    spelt = {name: lettering.spelt(text) for name, text in names.items() if isinstance(text, str)}
    for name, text in spelt.items():
        fault = lettering.fault(text)
        if fault is None:
            try:
                msgspec.convert(text, Name)
            except msgspec.ValidationError:
                fault = "is a name of 1 to 80 characters, without blanks around it and control characters in it"
        if fault is not None:
            raise Refused("invalid", f"$.{name}: {fault}.", errors=[{"field": f"$.{name}", "message": fault}])
    return Sent(type=str(change.__struct_config__.tag), body=msgspec.structs.replace(change, **spelt))


def changed(change: Change, state: msgspec.Struct, *, apart: Iterable[str] = ()) -> dict[str, Any]:
    """The fields that ``change`` sets to another value than ``state`` has, without those named in ``apart``."""
    fields = {name: getattr(change, name) for name in change.__struct_fields__ if name not in apart}
    return {name: value for name, value in fields.items() if value is not UNSET and value != getattr(state, name)}


def given(fact: Fact) -> dict[str, Any]:
    """The fields of a ``…_changed`` event that it sets."""
    fields = {name: getattr(fact, name) for name in fact.__struct_fields__}
    return {name: value for name, value in fields.items() if value is not UNSET}


def secret_of(event: Recorded, name: str, otherwise: Any = None) -> Any:
    """The sealed field ``name`` of the move behind an event; ``otherwise`` where it isn't given, or erased."""
    return (event.move_secret or {}).get(name, otherwise)


class FactDecider(Generic[S]):
    """A decider by tables. Subclasses give ``kind``, ``opening``, ``state``, ``changes``, ``facts``, and the methods
    ``make`` (which events a change makes) and ``take`` (what an event makes of the state)."""

    kind: ClassVar[str]
    opening: ClassVar[str]
    state: type[S]
    changes: ClassVar[tuple[type[Change], ...]]
    facts: ClassVar[tuple[type[Fact], ...]]

    def __init__(self) -> None:
        self._changes = {str(change.__struct_config__.tag): change for change in (*self.changes, EraseParts)}
        self._facts = {(str(fact.__struct_config__.tag), fact.schema): fact for fact in (*self.facts, PartsErased)}

    def make(self, state: S, change: Change, context: Context) -> Sequence[Fact]:
        raise NotImplementedError

    def take(self, state: S, event: Recorded) -> S:
        raise NotImplementedError

    def initial(self) -> S:
        return self.state()

    def struct(self, type: str, schema: int, state: S) -> type[msgspec.Struct]:
        return self._facts[type, schema]

    def decode_move(self, type: str, body: dict[str, Any], state: S) -> Sent:
        return Sent(type=type, body=msgspec.convert(body, self._changes[type]))

    def decide(self, state: S, move: Sent, context: Context) -> Sequence[Decided]:
        """Refuses ``not_found`` for a change to what doesn't exist, ``already_recorded`` for a second opening."""
        assert isinstance(move.body, Change)
        exists = context.version > 0
        opens = isinstance(move.body, self.changes[0])
        if opens and exists:
            raise Refused("already_recorded", f"This {self.kind} has been recorded before.")
        if not opens and not exists:
            raise Refused("not_found", f"There is no such {self.kind}.")
        erasing = isinstance(move.body, EraseParts)
        facts = [PartsErased(erases=move.body.parts)] if erasing else self.make(state, move.body, context)
        return [Decided(type=str(fact.__struct_config__.tag), schema=fact.schema, data=fact) for fact in facts]

    def evolve(self, state: S, event: Recorded, state_at: Callable[[int], S]) -> S:
        return state if isinstance(event.data, PartsErased) else self.take(state, event)

    def follow(self, state: S) -> Sent | None:
        return None

    def postings(self, event: Recorded, state: S) -> Iterable[Transfer]:
        return ()


__all__ = ["UNSET", "Change", "EraseParts", "Fact", "FactDecider", "Name", "PartsErased", "Reason", "UnsetType"]
