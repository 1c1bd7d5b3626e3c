"""Betting pieces and who has which (rules page §4, §10)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

FULL = ("2", "3a", "3b", "4", "5")
LEFT_OUT_WHEN_CROWDED = "3b"

VALUES: dict[str, int] = {
    **{"2": 2, "3a": 3, "3b": 3, "4": 4, "5": 5},
    **{f"{colour}-{value}": value for colour in ("black", "white") for value in range(2, 8)},
}
"""Every player marker of the game → its value. (Values of House markers are an option.)"""


class HouseKind(msgspec.Struct, frozen=True):
    """What the option ``house`` means. ``betting``: seats that bet in a race = seats − ``resting``."""

    seats: tuple[int, int]
    """Fewest and most seats."""
    clock_rolls: bool
    resting: int = 0


HOUSES: dict[str, HouseKind] = {
    "app": HouseKind(seats=(2, 8), clock_rolls=True),
    "basic": HouseKind(seats=(1, 8), clock_rolls=False),
    "competing": HouseKind(seats=(2, 9), clock_rolls=False, resting=1),
    "rotating": HouseKind(seats=(2, 8), clock_rolls=False, resting=1),
}
"""The kinds of House."""

HOUSE_MARKERS = tuple(f"house-{n}" for n in range(1, 7))


def house_values(values: Sequence[int]) -> dict[str, int]:
    """House markers → their values, from the option ``house_markers``."""
    return dict(zip(HOUSE_MARKERS, values, strict=True))


def is_bonus(marker: str) -> bool:
    """Is it one of the black and white markers that VIP cards grant?"""
    return marker.startswith(("black-", "white-"))


def marker_set(house: str, seats: int) -> tuple[str, ...]:
    """The markers of each seat for the whole game: with exactly 7 or 8 betting seats at the opening one 3 is left
    out."""
    if seats - HOUSES[house].resting in (7, 8):
        return tuple(marker for marker in FULL if marker != LEFT_OUT_WHEN_CROWDED)
    return FULL
