"""Who stands before whom at equal points, and by what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from uuid import UUID

import msgspec

from league.scoring.counting import Counted
from league.scoring.scored import Result

OUTSIDE = Fraction(-1_000_000_000_000)
"""Of those who are not in the final, below all that can be won in it."""
_ORDINALS = ("wins", "seconds", "thirds", "fourths", "fifths")


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One member's season, before ranking. ``results``: those that may count, dropped ones included. ``points``: to
    four decimals. ``final``: points in the final, for those who qualified."""

    member: UUID
    points: Fraction
    counted: Counted
    results: tuple[Result, ...]
    nights: int
    last_night: UUID | None = None
    final: Fraction | None = None

    @property
    def games(self) -> list[Result]:
        return [result for result in self.results if result.line is not None]

    @property
    def money(self) -> int:
        return sum(result.line.money for result in self.games if result.line)

    def finished(self, rank: int) -> int:
        return sum(1 for result in self.games if result.line and result.line.rank == rank)


class Parted(msgspec.Struct, frozen=True, kw_only=True):
    """``value`` by ``rule`` was more than ``other_value`` of ``over``, at equal points."""

    rule: str
    value: Fraction
    over: UUID
    other_value: Fraction


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    rank: int
    shared: bool
    standing: Standing
    tie_break: Parted | None = None


Rule = Callable[[Standing, Sequence[Standing]], Fraction]


def ranked(standings: Iterable[Standing], tie_breaks: Sequence[str]) -> list[Ranked]:
    """In order, ranks 1-2-2-4; the same standings give the same order, whatever theirs was."""
    rules: list[tuple[str, Rule]] = [("final", _final), ("points", _points), *_rules(tie_breaks)]
    parted: dict[tuple[UUID, UUID], Parted] = {}
    groups = _split(sorted(standings, key=lambda standing: str(standing.member)), rules, parted)
    order = [standing for group in groups for standing in group]
    below = {above.member: under.member for above, under in pairwise(order)}
    rows: list[Ranked] = []
    for group in groups:
        rank = len(rows) + 1
        for standing in group:
            tie_break = parted.get((standing.member, below.get(standing.member, standing.member)))
            rows.append(Ranked(rank=rank, shared=len(group) > 1, standing=standing, tie_break=tie_break))
    return rows


def _split(
    group: list[Standing], rules: Sequence[tuple[str, Rule]], parted: dict[tuple[UUID, UUID], Parted]
) -> list[list[Standing]]:
    """The group in smaller ones of equals, the best first; ``parted`` learns what lies between two of them."""
    if len(group) < 2 or not rules:
        return [group] if group else []
    (name, rule), *rest = rules
    values = {standing.member: rule(standing, group) for standing in group}
    out: list[list[Standing]] = []
    for value in sorted(set(values.values()), reverse=True):
        equal = [standing for standing in group if values[standing.member] == value]
        inner = _split(equal, rest, parted)
        if out and name != "points" and value != OUTSIDE:
            above, below = out[-1][-1].member, inner[0][0].member
            parted[above, below] = Parted(rule=name, value=values[above], over=below, other_value=value)
        out += inner
    return out


def _rules(names: Sequence[str]) -> list[tuple[str, Rule]]:
    out: list[tuple[str, Rule]] = []
    for name in names:
        if name == "places":
            out += [(_ORDINALS[n - 1] if n <= len(_ORDINALS) else f"{n}ths", _finished(n)) for n in range(1, 11)]
        elif name in _ORDINALS:
            out.append((name, _finished(_ORDINALS.index(name) + 1)))
        else:
            out.append((name, _NAMED[name]))
    return out


def _finished(rank: int) -> Rule:
    return lambda standing, group: Fraction(standing.finished(rank))


def _final(standing: Standing, group: Sequence[Standing]) -> Fraction:
    """Whoever qualified for the final stands before all others, even with 0 points in it."""
    return OUTSIDE if standing.final is None else standing.final


def _points(standing: Standing, group: Sequence[Standing]) -> Fraction:
    return standing.points


def _head_to_head(standing: Standing, group: Sequence[Standing]) -> Fraction:
    others = {other.member for other in group} - {standing.member}
    balance = 0
    for result in standing.games:
        assert result.line is not None
        for line in result.lines:
            if line.member in others:
                balance += (line.rank > result.line.rank) - (line.rank < result.line.rank)
    return Fraction(balance)


def _last_night(standing: Standing, group: Sequence[Standing]) -> Fraction:
    return _nights(standing).get(standing.last_night, Fraction(0))


def _best_night(standing: Standing, group: Sequence[Standing]) -> Fraction:
    return max(_nights(standing).values(), default=Fraction(0))


def _nights(standing: Standing) -> dict[UUID | None, Fraction]:
    nights: dict[UUID | None, Fraction] = {}
    for result in standing.results:
        points = sum((*result.free.values(), *result.fixed.values()), Fraction(0))
        nights[result.night.id] = nights.get(result.night.id, Fraction(0)) + points
    return nights


def _share_of_mean(standing: Standing, group: Sequence[Standing]) -> Fraction:
    shares = []
    for result in standing.games:
        assert result.line is not None
        mean = sum((Fraction(line.points) for line in result.lines), Fraction(0)) / len(result.lines)
        if mean > 0:
            shares.append(Fraction(result.line.points) / mean)
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


_NAMED: dict[str, Rule] = {
    "head_to_head": _head_to_head,
    "dropped_points": lambda standing, group: standing.counted.dropped_points,
    "money": lambda standing, group: Fraction(standing.money),
    "score": lambda standing, group: sum(
        (Fraction(result.line.points) for result in standing.games if result.line), Fraction(0)
    ),
    "last_night": _last_night,
    "best_night": _best_night,
    "share_of_mean": _share_of_mean,
    "nights": lambda standing, group: Fraction(standing.nights),
    "games": lambda standing, group: Fraction(len(standing.games)),
}
