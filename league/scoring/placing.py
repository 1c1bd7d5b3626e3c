"""Points of one person in one game, by rank, opponents beaten, money or score."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from league.scoring.facts import Line
from league.scoring.scheme import Money, Place, Score, ShareBeaten, Ties


def placing(part: Place, ties: Ties, rank: int, sharing: int, players: int) -> Fraction:
    """The points of one of ``sharing`` players on ``rank`` at a table of ``players``."""
    taken = [_of_place(part, place, players) for place in range(rank, rank + sharing)]
    if ties == "better":
        return taken[0]
    if ties == "worst":
        return taken[-1]
    share = sum(taken, Fraction(0)) / sharing
    if ties == "split":
        return share
    return Fraction(ceil(share) if ties == "split_up" else floor(share))


def _of_place(part: Place, place: int, players: int) -> Fraction:
    if part.curve is not None:
        percent = part.curve.percent
        if place > len(percent):
            return Fraction(part.beyond)
        pool = Fraction(part.curve.base) + Fraction(part.curve.per_player) * players
        return pool * Fraction(percent[place - 1]) / 100
    listed = part.points
    if part.by_size is not None:
        listed = part.by_size.get(str(players))
        if listed is None:
            sizes = sorted(int(size) for size in part.by_size)
            if players > sizes[-1]:
                largest = part.by_size[str(sizes[-1])]
                return Fraction(largest[min(place, len(largest)) - 1])
            listed = part.by_size[str(next(size for size in sizes if size > players))]
    assert listed is not None
    return Fraction(listed[place - 1]) if place <= len(listed) else Fraction(part.beyond)


def share_beaten(part: ShareBeaten, rank: int, sharing: int, players: int) -> Fraction:
    """Alone at the table nobody is beaten."""
    if players < 2:
        return Fraction(0)
    beaten = players - (rank - 1) - sharing + Fraction(sharing - 1, 2)
    return Fraction(part.points) * beaten / (players - 1)


def game_points(part: Place | ShareBeaten | Money | Score, ties: Ties, line: Line, lines: Sequence[Line]) -> Fraction:
    """``lines``: all that have a place in this game, ``line`` among them."""
    if isinstance(part, Money):
        return Fraction(part.rate) * line.money
    if isinstance(part, Score):
        return Fraction(part.rate) * Fraction(line.points)
    sharing = sum(1 for other in lines if other.rank == line.rank)
    if isinstance(part, Place):
        return placing(part, ties, line.rank, sharing, len(lines))
    return share_beaten(part, line.rank, sharing, len(lines))


def closed_up(lines: Sequence[Line]) -> list[Line]:
    """Ranks 1-2-2-4 among these lines alone."""
    ranks = [line.rank for line in lines]
    return [
        Line(member=line.member, rank=1 + sum(other < line.rank for other in ranks), money=line.money, score=line.score)
        for line in lines
    ]
