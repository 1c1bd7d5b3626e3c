"""A scoring scheme is data."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import msgspec

Criterion = Literal["money", "wins", "seconds", "thirds"]
"""What parts equal points, the more the better."""
TITLES: dict[str, str] = {"place": "Placing"}


class Scheme(msgspec.Struct, frozen=True, kw_only=True):
    """``place``: points by table size, first place first (``place[3] == (10, 6, 2)``).

    ``ties``: those who share a place split the points of the places they take up. ``tie_breaks``: in this order; what
    then still ties shares the rank (1, 2, 2, 4).
    """

    key: str
    name: str
    place: dict[int, tuple[Decimal, ...]]
    ties: Literal["split"] = "split"
    tie_breaks: tuple[Criterion, ...] = ()

    def placing(self, rank: int, sharing: int, players: int) -> Decimal:
        """The points of one of ``sharing`` players on ``rank`` at a table of ``players``. Exact to four decimals."""
        points = self.place[players][rank - 1 : rank - 1 + sharing]
        return exact(sum(points, Decimal(0)) / sharing)


def exact(value: Decimal) -> Decimal:
    """A number exact to four decimals, without needless zeros."""
    rounded = value.quantize(Decimal("0.0001"))
    whole = rounded.to_integral_value()
    return whole.quantize(Decimal(1)) if rounded == whole else rounded.normalize()
