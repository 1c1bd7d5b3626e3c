"""Who came where, from what people wrote down: a winner set by hand beats a rank, a rank beats a score, and a score
beats nothing at all."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from races.rules.scoresheet.events import Line
from races.rules.scoresheet.moves import Row

Key = tuple[int, int, Fraction]
NO_RANK = 10**6
WINNER: Key = (0, 0, Fraction(0))
UNKNOWN: Key = (1, NO_RANK, Fraction(10**15))
"""After everybody of whom something is known."""


def canonical(score: Decimal) -> str:
    """``Decimal("42.50")`` → ``"42.5"``; never an exponent, no ``-0``."""
    text = f"{score:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def lines(rows: Sequence[Row], *, lowest_wins: bool, cooperative: bool) -> tuple[Line, ...]:
    """One line a row, in the order of seats."""
    ranks = _together(rows) if cooperative else _ranks(rows, lowest_wins)
    won = {row.seat for row in rows if row.winner}
    if not won:
        won = {seat for seat, rank in ranks.items() if rank == 1}
    return tuple(
        Line(
            seat=row.seat,
            rank=ranks[row.seat],
            score=None if row.score is None else canonical(row.score),
            winner=row.seat in won or (row.team is not None and ranks[row.seat] == 1),
            team=None if row.team is None else str(row.team),
        )
        for row in sorted(rows, key=lambda row: row.seat)
    )


def disagreements(rows: Sequence[Row], *, lowest_wins: bool) -> list[str]:
    """What contradicts itself in what was recorded, as sentences; nothing is repaired."""
    said = []
    winners = [row for row in rows if row.winner]
    scored = [row for row in rows if row.score is not None]
    ranked = [row for row in rows if row.rank is not None]
    if winners and scored:
        best = _best([row.score for row in scored if row.score is not None], lowest_wins)
        if any(row.score is not None and row.score != best for row in winners):
            said.append("a winner hasn't got the best score")
    if winners and any(row.rank != 1 for row in winners if row.rank is not None):
        said.append("a winner's rank isn't 1")
    by_rank = sorted(ranked, key=lambda row: row.rank or 0)
    for better, worse in pairwise(by_rank):
        if better.rank == worse.rank or better.score is None or worse.score is None or better.score == worse.score:
            continue
        if (better.score > worse.score) == lowest_wins:
            said.append("ranks and scores disagree")
            break
    ranks = [row.rank for row in by_rank]
    expected = [1 + sum(other < rank for other in ranks if other and rank) for rank in ranks]
    if len(ranked) == len(rows) and ranks != expected:
        said.append("the ranks have a hole")
    return said


def _together(rows: Sequence[Row]) -> dict[int, int | None]:
    """All won together, or it can't be said who came where: they don't play against each other."""
    rank = 1 if any(row.winner for row in rows) else None
    return {row.seat: rank for row in rows}


def _ranks(rows: Sequence[Row], lowest_wins: bool) -> dict[int, int | None]:
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        group = ("seat", str(row.seat)) if row.team is None else ("team", str(row.team))
        groups.setdefault(group, []).append(row)
    keys = {row.seat: _key(group, lowest_wins) for group in groups.values() for row in group}
    if all(key == UNKNOWN for key in keys.values()):
        return dict.fromkeys(keys)
    order = sorted(keys.values())
    return {seat: 1 + order.index(key) for seat, key in keys.items()}


def _key(group: Sequence[Row], lowest_wins: bool) -> Key:
    """What a team (or a seat alone) is ordered by; winners share the first rank, whatever their scores."""
    ranks = [row.rank for row in group if row.rank is not None]
    scores = [row.score for row in group if row.score is not None]
    if any(row.winner for row in group):
        return WINNER
    if ranks:
        return 1, min(ranks), Fraction(0)
    if scores:
        best = Fraction(_best(scores, lowest_wins))
        return 1, NO_RANK, best if lowest_wins else -best
    return UNKNOWN


def _best(scores: Sequence[Decimal], lowest_wins: bool) -> Decimal:
    return min(scores) if lowest_wins else max(scores)
