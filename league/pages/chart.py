"""A member's season as a picture: a bar a night, and the running total as a line. The same figures stand in a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from league.scoring.numbers import exact
from league.shapes import TableRow

WIDTH, HEIGHT = 600, 200
LEFT, TOP, BOTTOM = 44, 14, 26
"""Room for the figures at the axes."""


class Night(msgspec.Struct, frozen=True):
    """``points``: what the date brought to the total; ``dropped``: what it didn't bring; ``total``: after it."""

    date: date
    points: Decimal
    dropped: Decimal
    total: Decimal


def nights_of(row: TableRow) -> list[Night]:
    """A season's dates in order, as the table counts them."""
    counted: dict[date, Fraction] = {}
    dropped: dict[date, Fraction] = {}
    for into, entries in ((counted, row.counted), (dropped, row.dropped)):
        for entry in entries:
            into[entry.date] = into.get(entry.date, Fraction(0)) + Fraction(entry.points)
    total, out = Fraction(0), []
    for day in sorted({*counted, *dropped}):
        total += counted.get(day, 0)
        points, left = counted.get(day, Fraction(0)), dropped.get(day, Fraction(0))
        out.append(Night(day, exact(points), exact(left), exact(total)))
    return out


def drawn(nights: Sequence[Night]) -> dict[str, Any]:
    """Places in the picture: ``bars`` (``x, y, width, height, dropped``), ``line`` (points of a polyline), ``dots``,
    ``high`` and ``low`` (figure and height), ``zero``, the first and the last ``x``.

    >>> picture = drawn([Night(date(2026, 1, 2), Decimal(10), Decimal(0), Decimal(10))])
    >>> picture["bars"][0]["height"], picture["zero"], picture["dots"]
    (160, 174, [(322, 14)])
    """
    values = [float(value) for night in nights for value in (night.points, night.dropped, night.total)] or [0.0]
    high, low = max(*values, 1.0), min(*values, 0.0)
    step = (WIDTH - LEFT) / max(1, len(nights))

    def y(value: Decimal | float) -> int:
        return round(TOP + (high - float(value)) / (high - low) * (HEIGHT - TOP - BOTTOM))

    bars, dots = [], []
    for n, night in enumerate(nights):
        middle = LEFT + step * (n + 0.5)
        height = night.points or night.dropped
        top, foot = sorted((y(height), y(0)))
        width = min(48.0, step * 0.6)
        bar = {"x": round(middle - width / 2), "y": top, "width": round(width), "height": foot - top}
        bars.append(bar | {"dropped": not night.points and bool(night.dropped)})
        dots.append((round(middle), y(night.total)))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "bars": bars,
        "dots": dots,
        "line": " ".join(f"{at},{up}" for at, up in dots),
        "zero": y(0),
        "high": (exact(Fraction(high)), y(high)),
        "low": (exact(Fraction(low)), y(low)) if low < 0 else None,
        "foot": HEIGHT - 8,
    }
