"""Betting pieces and who has which (rules page §4, §10)."""

from __future__ import annotations

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
}
"""The kinds of House that can be played."""


def marker_set(house: str, seats: int) -> tuple[str, ...]:
    """The markers of each seat for the whole game: with exactly 7 or 8 betting seats at the opening one 3 is left
    out."""
    if seats - HOUSES[house].resting in (7, 8):
        return tuple(marker for marker in FULL if marker != LEFT_OUT_WHEN_CROWDED)
    return FULL
