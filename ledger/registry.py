"""What applications have registered: a decider per kind of stream, projections, and listeners for after the commit.

Filled from ``AppConfig.ready()`` only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Model

from ledger.decider import Actor, Decider, Recorded, Stream


class Batch(msgspec.Struct, frozen=True):
    """The events of one or more moves just appended to one stream, with the states around them (secrets included)."""

    stream: Stream
    events: Sequence[Recorded]
    before: Any
    after: Any
    actor: Actor


class Projection(msgspec.Struct, frozen=True, kw_only=True):
    """Rows derived from events, written in the same transaction.

    ``apply`` may read and write only ``tables`` (each with a column ``club``) and rows that come from the same
    stream, so that a rebuild in cursor order gives the same rows; a rebuild calls it once a move (with its followers),
    the store once a transaction: both must give the same rows. It writes through Django's default connection,
    with table names not qualified by a schema: a rebuild puts temporary tables of the same names before them.
    """

    name: str
    kinds: frozenset[str]
    tables: tuple[type[Model], ...]
    apply: Callable[[Batch], None]


_deciders: dict[str, Decider] = {}
_projections: list[Projection] = []
_listeners: list[Callable[[Batch], None]] = []
_club_names: list[Callable[[str], UUID | None]] = []
_named_clubs: list[Callable[[UUID], str | None]] = []


def register_decider(decider: Decider) -> None:
    _deciders[decider.kind] = decider


def register_projection(projection: Projection) -> None:
    if projection.name not in {known.name for known in _projections}:
        _projections.append(projection)


def register_listener(listener: Callable[[Batch], None]) -> None:
    """``listener(batch)`` is called after each commit, best effort: it must neither fail nor wait."""
    if listener not in _listeners:
        _listeners.append(listener)


def decider_of(kind: str) -> Decider:
    """Raises ``KeyError`` for a kind that nobody registered."""
    return _deciders[kind]


def deciders() -> list[Decider]:
    return list(_deciders.values())


def projections() -> list[Projection]:
    return list(_projections)


def projections_of(kind: str) -> list[Projection]:
    return [projection for projection in _projections if kind in projection.kinds]


def listeners() -> list[Callable[[Batch], None]]:
    return _listeners


def register_club_names(lookup: Callable[[str], UUID | None]) -> None:
    """``lookup(name)`` gives a club's id by the name that people use (a slug), or None: the ledger knows only ids."""
    if lookup not in _club_names:
        _club_names.append(lookup)


def club_named(name: str) -> UUID | None:
    """A club's id by its registered name, or by the id itself written out; None where nobody knows it."""
    for lookup in _club_names:
        club = lookup(name)
        if club is not None:
            return club
    try:
        return UUID(name)
    except ValueError:
        return None


def register_named_clubs(lookup: Callable[[UUID], str | None]) -> None:
    """``lookup(club)`` gives the name that people use for a club (a slug), or None."""
    if lookup not in _named_clubs:
        _named_clubs.append(lookup)


def name_of(club: UUID) -> str:
    """What people call a club; its id where nobody knows."""
    names = (lookup(club) for lookup in _named_clubs)
    return next((name for name in names if name is not None), str(club))
