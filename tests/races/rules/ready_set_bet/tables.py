"""Tables of Ready Set Bet to play examples at."""

from __future__ import annotations

from typing import Any

import pytest

from races.rules.protocol import Refused
from races.rules.ready_set_bet import V1
from tests.races.rules.table import Table
from tests.races.rules.vectors import vectors

RACE = [tuple(dice) for dice in vectors("ready_set_bet_race")["race"]["dice"]]
"""The dice of the rules page's whole race (§15): 11/12 wins with roll 12."""


SIMPLIFIED = {"props": False, "exotics": False, "vips": False}
"""The rules page's "simplified game": no cards."""


def basic(*seats: int, **options: Any) -> Table:
    """A table without cards whose host rolls real dice; race 1 is ready."""
    return Table(V1, {"house": "basic", **SIMPLIFIED, **options}, seats)


def app(*seats: int, **options: Any) -> Table:
    """A table without cards where the server rolls, one roll a second; race 1 is ready."""
    return Table(V1, {"pace_ms": 1000, **SIMPLIFIED, **options}, seats)


def full(house: str, *seats: int, chance: int = 0, **options: Any) -> Table:
    """A table with all the cards."""
    return Table(V1, {"house": house, **options}, seats, chance)


def started(table: Table) -> Table:
    table.host("start_race")
    return table


def roll(table: Table, *dice: tuple[int, int]) -> list[Any]:
    """Enters dice, one roll after the other; answers with the events of the last one."""
    events: list[Any] = []
    for pair in dice:
        events = table.host("roll", dice=list(pair))
    return events


def run_race(table: Table) -> None:
    """Starts and runs the race that is ready, to its end."""
    started(table)
    number = table.state.race.number
    if table.state.clock_rolls:
        while table.state.phase == "running" and table.state.race.number == number:
            table.clock()
    else:
        roll(table, *RACE)


class refused:
    """``with refused("spot_taken", by=2): …``: the code, and what the refusal adds."""

    def __init__(self, code: str, **extra: Any) -> None:
        self.code, self.extra = code, extra
        self.raises = pytest.raises(Refused)

    def __enter__(self) -> None:
        self.caught = self.raises.__enter__()

    def __exit__(self, *error: Any) -> bool:
        suppressed = self.raises.__exit__(*error)
        assert self.caught.value.code == self.code
        assert {name: self.caught.value.extra.get(name) for name in self.extra} == self.extra
        return bool(suppressed)
