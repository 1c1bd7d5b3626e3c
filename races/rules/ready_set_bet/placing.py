"""The result of a race: who wins, places and shows, and which bets that makes true (rules page §5, §7, §8)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from races.rules.ready_set_bet import exotics
from races.rules.ready_set_bet.board import Board, Spot
from races.rules.ready_set_bet.vips import BetKind


class Finish(msgspec.Struct, frozen=True, gc=False):
    """``positions`` in horse order; ``win`` ⊆ ``place`` ⊆ ``show`` are indexes in ascending horse order."""

    positions: tuple[int, ...]
    win: tuple[int, ...]
    place: tuple[int, ...]
    show: tuple[int, ...]


def finish(positions: tuple[int, ...]) -> Finish:
    """The result at the end of a race, when exactly one horse stands furthest.

    Every horse level for second places. Two or more of them fill second and third, so nobody behind them shows;
    behind a single second every horse level for third shows.
    """
    winner = positions.index(max(positions))
    behind = [i for i in range(len(positions)) if i != winner]
    levels = sorted({positions[i] for i in behind}, reverse=True)
    second = [i for i in behind if positions[i] == levels[0]]
    third = [i for i in behind if positions[i] == levels[1]] if len(second) == 1 else []
    place = (winner, *second)
    return Finish(positions, (winner,), tuple(sorted(place)), tuple(sorted((*place, *third))))


def _colour_wins(board: Board, result: Finish, spot: Spot) -> bool:
    return board.colours[result.win[0]] == spot.colour


def _fifth_or_worse(board: Board, result: Finish, spot: Spot) -> bool:
    """At least four horses strictly ahead: level for fourth is not fifth."""
    return sum(position > result.positions[spot.horse] for position in result.positions) >= 4


def _ahead(board: Board, result: Finish, spot: Spot) -> bool:
    """Strictly ahead of every one of them: level loses."""
    return all(result.positions[spot.horse] > result.positions[other] for other in spot.behind)


def _exotic(board: Board, result: Finish, spot: Spot) -> bool:
    return exotics.holds(board.exotics[spot.card].holds, result.positions)


CONDITIONS: dict[BetKind, Callable[[Board, Finish, Spot], bool]] = {
    "win": lambda board, result, spot: spot.horse in result.win,
    "place": lambda board, result, spot: spot.horse in result.place,
    "show": lambda board, result, spot: spot.horse in result.show,
    "colour": _colour_wins,
    "fifth-or-worse": _fifth_or_worse,
    "prop": _ahead,
    "exotic": _exotic,
}


def hits(board: Board, result: Finish, spot: Spot) -> bool:
    """Does a bet on this spot win?"""
    return CONDITIONS[spot.kind](board, result, spot)
