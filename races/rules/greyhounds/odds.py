"""What a bet may pay (rules page R13): the chart on the board, read by Hund number.

The printed chart is lost; this one is our own ("house odds"). A *quote* is a German Quote to 10, stake included: a
winning bet returns ``stake × quote / 10``, the stake itself having gone to the bank. One chart serves all three races.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

Kind = Literal["sieg", "platz", "einlauf"]
KINDS: tuple[Kind, ...] = ("sieg", "platz", "einlauf")
Pick = int | tuple[int, int]
"""A dog (its owner's seat), or for an Einlauf who comes first and who second."""


class Chart(msgspec.Struct, frozen=True):
    """Quotes by Hund number (1 is the favourite). ``platz`` is empty where it isn't offered; of ``einlauf`` the row
    comes first and the column second, 0 where it is the same dog."""

    sieg: tuple[int, ...]
    platz: tuple[int, ...]
    einlauf: tuple[tuple[int, ...], ...]


CHARTS: dict[int, Chart] = {
    4: Chart(
        sieg=(17, 30, 50, 90),
        platz=(12, 15, 22, 35),
        einlauf=((0, 30, 60, 110), (50, 0, 110, 160), (100, 140, 0, 220), (180, 220, 260, 0)),
    ),
    3: Chart(sieg=(15, 30, 60), platz=(), einlauf=((0, 24, 50), (45, 0, 120), (100, 150, 0))),
}
"""By the number of dogs."""


class Price(msgspec.Struct, frozen=True, kw_only=True):
    """One bet that is offered in a race, and its quote to 10."""

    kind: Kind
    pick: Pick
    quote: int


def prices(order: Sequence[int]) -> tuple[Price, ...]:
    """All bets on offer when ``order`` are the seats from Hund 1 downwards; three or four of them."""
    chart = CHARTS[len(order)]
    offered = [Price(kind="sieg", pick=seat, quote=quote) for seat, quote in zip(order, chart.sieg, strict=True)]
    if chart.platz:
        offered += [Price(kind="platz", pick=seat, quote=quote) for seat, quote in zip(order, chart.platz, strict=True)]
    offered += [
        Price(kind="einlauf", pick=(first, second), quote=quote)
        for first, row in zip(order, chart.einlauf, strict=True)
        for second, quote in zip(order, row, strict=True)
        if first != second
    ]
    return tuple(offered)
