"""Races without a table: the same track and placing the server decides with, run over given dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from races.rules.ready_set_bet.board import Board
from races.rules.ready_set_bet.placing import Finish, finish
from races.rules.ready_set_bet.track import CloseReason, Track, advance, arrived, closing, gate


class Run(msgspec.Struct, frozen=True):
    """One whole race. ``closed_at``: the roll that closed betting; ``closed_by``: why."""

    track: Track
    result: Finish
    closed_at: int
    closed_by: CloseReason


class Tally(msgspec.Struct):
    """Counts over many races, horses in horse order; ``positions``: sums of final positions; ``closed_early``: races
    whose betting closed before the finish."""

    races: int
    win: list[int]
    place: list[int]
    show: list[int]
    positions: list[int]
    rolls: int = 0
    rolls_squared: int = 0
    closed_early: int = 0


def race_of_dice(board: Board, dice: Iterable[tuple[int, int]]) -> Run:
    """Runs one race, taking no more dice than it needs. ``ValueError`` where they end before the race does."""
    track, closed_at, closed_by = gate(board), 0, None
    of_total = board.of_total
    for first, second in dice:
        before = track
        track = advance(board, before, of_total[first + second]).track
        if closed_by is None:
            closed_by = closing(board, before, track)
            closed_at = track.roll
        if closed_by is not None and arrived(board, track):
            return Run(track, finish(track.positions), closed_at, closed_by)
    raise ValueError("the dice ended before the race")


def simulate(board: Board, races: int, dice: Iterator[tuple[int, int]]) -> Tally:
    """Runs ``races`` races over one endless supply of dice."""
    horses = len(board.horses)
    tally = Tally(races, [0] * horses, [0] * horses, [0] * horses, [0] * horses)
    for _ in range(races):
        run = race_of_dice(board, dice)
        for counts, horses_in in (
            (tally.win, run.result.win),
            (tally.place, run.result.place),
            (tally.show, run.result.show),
        ):
            for horse in horses_in:
                counts[horse] += 1
        for horse, position in enumerate(run.track.positions):
            tally.positions[horse] += position
        tally.rolls += run.track.roll
        tally.rolls_squared += run.track.roll**2
        tally.closed_early += run.closed_by == "third_crossing"
    return tally
