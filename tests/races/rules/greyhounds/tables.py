"""Tables of Greyhounds to play examples at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from races.rules.greyhounds import V1
from races.rules.protocol import By, Event
from tests.races.rules.table import Table
from tests.races.rules.vectors import vectors

EXAMPLE = vectors("greyhounds_race")
"""Example 1 of the rules page."""


def table(*seats: int, **options: Any) -> Table:
    """A table at which race 1 is dealt and bets are awaited."""
    return Table(V1, options, seats or (1, 2, 3, 4))


def rigged(*sets: Sequence[Sequence[int]], **options: Any) -> Table:
    """A table with these sets: by race, then by seat."""
    return table(*range(1, len(sets[0]) + 1), rigged={"sets": [list(map(list, each)) for each in sets]}, **options)


def example(**options: Any) -> Table:
    """The table of example 1, bets still to be placed."""
    return rigged(EXAMPLE["sets"], track_length=EXAMPLE["length"], **options)


def place_bets(game: Table) -> None:
    """The bets of example 1; a bookmaker places none."""
    for sheet in EXAMPLE["bets"]:
        if sheet["seat"] != game.state.bookmaker:
            game.seat(sheet["seat"], "place_bets", race=1, kind=sheet["kind"], bets=sheet["bets"])


def set_aside(game: Table) -> None:
    for seat, card in enumerate(EXAMPLE["set_aside"], 1):
        game.seat(seat, "set_aside", race=1, card=card)


def play_round(game: Table, played: dict[str, Any]) -> None:
    """One round of example 1; each group in the reverse order of its seats, for it must not matter."""
    for group in played["playing"]:
        assert sorted(game.state.group) == group
        for seat in reversed(group):
            game.seat(seat, "play", race=1, card=played["cards"][str(seat)])


def run_example(game: Table) -> Table:
    """Example 1 to the settlement of its race."""
    place_bets(game)
    set_aside(game)
    for played in EXAMPLE["rounds"]:
        play_round(game, played)
    return game


def act(game: Table, seat: int) -> list[Event]:
    """What is played for a seat that sleeps, played by itself."""
    move = game.ruleset.default(game.state, seat)
    assert move is not None, f"nobody waits for seat {seat}"
    return game.play(msgspec.to_builtins(move), By(at=game.at, seat=seat))


def sleep_to(game: Table, phase: str) -> None:
    """Everybody plays the default until ``phase``; from ``bets`` on that is the next race's."""
    assert game.state.phase != phase
    while game.state.phase != phase:
        act(game, game.state.waiting[0])
