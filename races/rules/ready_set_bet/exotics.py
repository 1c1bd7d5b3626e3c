"""When an exotic finish has happened (rules page §8): conditions on where the horses stand, as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

Space = Annotated[int, Meta(ge=0, le=99)]


class Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of conditions."""


class EveryHorseOn(Base, frozen=True, tag="every_horse_on"):
    """Every horse stands on ``least`` or more."""

    least: Space


class HorsesOn(Base, frozen=True, tag="horses_on"):
    """At least ``horses`` horses stand on ``most`` or less."""

    horses: Space
    most: Space


class SecondBehind(Base, frozen=True, tag="second_behind"):
    """The second-placed horse is between ``least`` and ``most`` spaces behind the winner."""

    least: Space
    most: Space


class ThirdBehind(Base, frozen=True, tag="third_behind"):
    """The third-placed horse is at most ``most`` spaces behind the winner; a tie for second counts as third too."""

    most: Space


Condition = EveryHorseOn | HorsesOn | SecondBehind | ThirdBehind


def holds(condition: Condition, positions: Sequence[int]) -> bool:
    """Would the card be true if the race ended with these positions (of at least three horses)?"""
    first, second, third = sorted(positions, reverse=True)[:3]
    match condition:
        case EveryHorseOn(least=least):
            return min(positions) >= least
        case HorsesOn(horses=horses, most=most):
            return sum(position <= most for position in positions) >= horses
        case SecondBehind(least=least, most=most):
            return least <= first - second <= most
        case ThirdBehind(most=most):
            # level horses stand side by side in the order: of a tie for second, the third is the other one
            return first - third <= most
