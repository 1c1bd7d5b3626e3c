"""What a table is made from, as far as it is known: nights, games, who was there, adjustments. Ids of members are those
of the person behind them (merged ones resolved)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Literal
from uuid import UUID

import msgspec

from league.scoring.scheme import Scheme


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One person in a finished game: ``rank`` 1-2-2-4 among all its lines, ``money`` in whole dollars; ``score`` None:
    money is the score."""

    member: UUID
    rank: int
    money: int = 0
    score: Decimal | None = None

    @property
    def points(self) -> Decimal:
        return Decimal(self.money) if self.score is None else self.score


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """``title``: which game it is, for "never played before". ``at``: when it was opened; games of one night are
    taken in this order."""

    id: UUID
    night: UUID
    lines: tuple[Line, ...]
    title: str = ""
    at: int = 0


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """``opened_at``: the order of nights of one date."""

    id: UUID
    date: date
    kind: Literal["regular", "final", "friendly"] = "regular"
    opened_at: int = 0


class Attended(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits in a game is present; ``stands_for``: whom a substitute stands in for."""

    night: UUID
    member: UUID
    status: Literal["present", "excused", "absent", "bye", "substitute"] = "present"
    stands_for: UUID | None = None


class Adjustment(msgspec.Struct, frozen=True, kw_only=True):
    """Points given or taken by hand. ``date``: its night's, or the club's when it was made."""

    id: UUID
    member: UUID
    points: Decimal
    date: date
    night: UUID | None = None


class Person(msgspec.Struct, frozen=True, kw_only=True):
    guest: bool = False
    left: bool = False


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A scheme that a season has had: ``since`` which date its nights are scored by it (None: from the start)."""

    version: int
    scheme: Scheme
    since: date | None = None


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """In any order. ``people``: those not named are members who are still there."""

    schemes: Sequence[Held]
    nights: Sequence[Night]
    games: Sequence[Game] = ()
    attendance: Sequence[Attended] = ()
    adjustments: Sequence[Adjustment] = ()
    people: dict[UUID, Person] = {}


def scheme_on(schemes: Sequence[Held], day: date) -> Held:
    """The scheme by which a night of that date is scored: of those that hold by then the latest."""
    holding = [held for held in schemes if held.since is None or held.since <= day]
    return max(holding, key=lambda held: held.version)
