"""The table: who stands where, why, and what counted."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from uuid import UUID

import msgspec

from league.scoring.scheme import Scheme, exact


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """One person in one finished game. ``rank`` 1-2-2-4 among ``players``, ``sharing`` of whom have it; ``money`` in
    whole dollars."""

    member: UUID
    game: UUID
    night: UUID
    date: date
    rank: int
    sharing: int
    players: int
    money: int


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """A result with its points."""

    result: Result
    points: Decimal
    parts: dict[str, Decimal]


class Parted(msgspec.Struct, frozen=True, kw_only=True):
    """``value`` by ``rule`` was more than ``other_value`` of ``over``, at equal points."""

    rule: str
    value: Decimal
    over: UUID
    other_value: Decimal


class Row(msgspec.Struct, frozen=True, kw_only=True):
    rank: int
    shared: bool
    member: UUID
    points: Decimal
    behind: Decimal
    games: int
    nights: int
    wins: int
    money: int
    average: Decimal
    parts: dict[str, Decimal]
    counted: tuple[Counted, ...]
    tie_break: Parted | None


class _Total(msgspec.Struct, frozen=True, kw_only=True):
    member: UUID
    points: Decimal
    breaks: tuple[Decimal, ...]
    counted: tuple[Counted, ...]


def table(results: Sequence[Result], scheme: Scheme) -> list[Row]:
    """The rows in order. ``results`` in the order they were played; the same results give the same rows."""
    totals = [
        _total(member, list(own), scheme)
        for member, own in groupby(sorted(results, key=lambda r: str(r.member)), key=lambda r: r.member)
    ]
    totals.sort(key=lambda total: (-total.points, *(-value for value in total.breaks), str(total.member)))
    return [_row(n, totals, scheme) for n in range(len(totals))]


def _total(member: UUID, results: list[Result], scheme: Scheme) -> _Total:
    counted = tuple(_counted(result, scheme) for result in results)
    return _Total(
        member=member,
        points=exact(sum((each.points for each in counted), Decimal(0))),
        breaks=tuple(_value(rule, results) for rule in scheme.tie_breaks),
        counted=counted,
    )


def _counted(result: Result, scheme: Scheme) -> Counted:
    place = scheme.placing(result.rank, result.sharing, result.players)
    return Counted(result=result, points=place, parts={"place": place})


def _value(rule: str, results: Sequence[Result]) -> Decimal:
    if rule == "money":
        return Decimal(sum(result.money for result in results))
    rank = {"wins": 1, "seconds": 2, "thirds": 3}[rule]
    return Decimal(sum(result.rank == rank for result in results))


def _row(n: int, totals: list[_Total], scheme: Scheme) -> Row:
    total = totals[n]
    results = [each.result for each in total.counted]
    standing = (total.points, total.breaks)
    equal = [i for i, other in enumerate(totals) if (other.points, other.breaks) == standing]
    return Row(
        rank=equal[0] + 1,
        shared=len(equal) > 1,
        member=total.member,
        points=total.points,
        behind=exact(totals[0].points - total.points),
        games=len(results),
        nights=len({result.night for result in results}),
        wins=int(_value("wins", results)),
        money=int(_value("money", results)),
        average=exact(total.points / len(results)),
        parts={"place": total.points},
        counted=total.counted,
        tie_break=_parted(total, totals[n + 1], scheme) if n + 1 < len(totals) else None,
    )


def _parted(total: _Total, below: _Total, scheme: Scheme) -> Parted | None:
    """By what a row stands above the next one of equal points; None where points part them, or nothing does."""
    if total.points != below.points:
        return None
    for rule, value, other in zip(scheme.tie_breaks, total.breaks, below.breaks, strict=True):
        if value != other:
            return Parted(rule=rule, value=value, over=below.member, other_value=other)
    return None
