"""The track: movement, bonus, red line, the close of betting (rules page §3)."""

from __future__ import annotations

from typing import Literal

import msgspec

from races.rules.ready_set_bet.board import Board

CloseReason = Literal["third_crossing", "finish"]


class Track(msgspec.Struct, frozen=True, gc=False):
    """Where the horses stand. ``positions`` in horse order; ``roll``: rolls so far; ``horse``: index of the horse
    rolled last (−1: none yet) and ``run`` how many times in a row; ``crossed``: horses over the red line, in that
    order."""

    positions: tuple[int, ...]
    roll: int = 0
    horse: int = -1
    run: int = 0
    crossed: tuple[int, ...] = ()


class Stride(msgspec.Struct, frozen=True, gc=False):
    """What one roll did. ``bonus``: earned (0–3); ``steps``: really moved; ``crosses``: its first time over the
    line."""

    track: Track
    steps: int
    bonus: int
    crosses: bool


def gate(board: Board) -> Track:
    """All horses at the gate; the memory of the last horse is empty."""
    return Track(board.gate)


def advance(board: Board, track: Track, horse: int) -> Stride:
    """The roll of ``horse`` (an index). In a run of one horse every even-numbered roll earns the bonus of its
    colour."""
    run = track.run + 1 if horse == track.horse else 1
    bonus = board.bonus[horse] if run % 2 == 0 else 0
    positions = track.positions
    before = positions[horse]
    after = min(before + 1 + bonus, board.finish)
    crosses = before < board.red_line <= after
    moved = Track(
        (*positions[:horse], after, *positions[horse + 1 :]),
        track.roll + 1,
        horse,
        run,
        (*track.crossed, horse) if crosses else track.crossed,
    )
    return Stride(moved, after - before, bonus, crosses)


def arrived(board: Board, track: Track) -> bool:
    """Has the horse rolled last reached the finish? That ends the race."""
    return track.horse >= 0 and track.positions[track.horse] >= board.finish


def closing(board: Board, before: Track, after: Track) -> CloseReason | None:
    """Why betting closes with the roll that led from ``before`` to ``after``; None: still open, or closed already."""
    if len(before.crossed) >= board.closing_crossings:
        return None
    if len(after.crossed) >= board.closing_crossings:
        return "third_crossing"
    return "finish" if arrived(board, after) else None
