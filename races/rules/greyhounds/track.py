"""How dogs run: movement, lapping, crossing, places (rules page R3, R5, R7–R11).

A position counts the spaces moved in this race, laps included; the start, just behind the line, is 0. With ``length``
spaces on the track, a race of ``laps`` is finished beyond ``laps × length``; on that space a dog has not crossed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

PLACES = 3
ROUND_LIMIT = 200
How = Literal["line", "walkover", "stalemate"]


class Runner(msgspec.Struct, frozen=True):
    """A dog that is running. ``hund``: its rank before the race, 1 is the favourite."""

    seat: int
    position: int
    hund: int


class Finish(msgspec.Struct, frozen=True):
    """A dog that took a place: over the line, as the only one left running, or by a stalemate."""

    seat: int
    rank: int
    how: How


class Round(msgspec.Struct, frozen=True):
    """What a round did. ``runners``: all that ran, at their new positions; ``steps``: spaces, in the same order;
    ``over``: the race is."""

    runners: tuple[Runner, ...]
    steps: tuple[int, ...]
    lapped: tuple[int, ...]
    finished: tuple[Finish, ...]
    over: bool


def movement(race: int, cards: Sequence[int]) -> tuple[int, ...]:
    """The spaces each card moves its dog, in the order of the cards (two or more): what it has over the reference,
    which is the second highest card in race 1, the third in race 2, the fourth in race 3, or the lowest there is."""
    reference = sorted(cards, reverse=True)[min(race, len(cards) - 1)]
    return tuple(max(0, card - reference) for card in cards)


def group(runners: Sequence[Runner]) -> tuple[int, ...]:
    """The seats that play together next, of those who have not played in this round: the foremost and whoever stands
    on the same space. Empty if all have played."""
    front = max((runner.position for runner in runners), default=0)
    return tuple(runner.seat for runner in runners if runner.position == front)


def lapped(race: int, length: int, runners: Sequence[Runner]) -> tuple[int, ...]:
    """Who is out after the moves of a round, from race 2 on: whoever has not crossed and lies more than a whole lap
    behind the foremost dog of the round, overshoot included. A lap exactly is drawing level."""
    if race == 1:
        return ()
    front = max(runner.position for runner in runners)
    return tuple(r.seat for r in runners if not crossed(race, length, r.position) and front - r.position > length)


def crossed(laps: int, length: int, position: int) -> bool:
    return position > laps * length


def run(race: int, length: int, number: int, runners: Sequence[Runner], cards: Mapping[int, int], taken: int) -> Round:
    """Round ``number`` of a race whose laps are its number. ``cards``: each runner's, by seat; ``taken``: places taken
    in earlier rounds."""
    steps = movement(race, [cards[runner.seat] for runner in runners])
    moved = tuple(
        Runner(runner.seat, runner.position + spaces, runner.hund)
        for runner, spaces in zip(runners, steps, strict=True)
    )
    out = lapped(race, length, moved)
    before = {runner.seat: runner.position for runner in runners}
    over = [runner for runner in moved if crossed(race, length, runner.position)]
    over.sort(key=lambda runner: (-runner.position, -before[runner.seat], runner.hund))
    finished = [Finish(runner.seat, taken + i, "line") for i, runner in enumerate(over, 1)]
    gone = {*out, *(finish.seat for finish in finished)}
    left = sorted((r for r in moved if r.seat not in gone), key=lambda runner: (-runner.position, runner.hund))
    free = range(taken + len(finished) + 1, PLACES + 1)
    ended = not free or len(left) <= 1 or number >= ROUND_LIMIT
    if ended:
        how: How = "walkover" if len(left) <= 1 else "stalemate"
        finished += [Finish(runner.seat, rank, how) for runner, rank in zip(left, free, strict=False)]
    return Round(moved, steps, out, tuple(finished), ended)
