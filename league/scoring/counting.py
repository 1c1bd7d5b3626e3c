"""What counts of a member's results: units, nights missed, the best and the worst, averages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from uuid import UUID

import msgspec

from league.scoring.facts import Adjustment, Night
from league.scoring.scheme import All, AllButWorst, Average, Best, Scheme
from league.scoring.scored import Evening, Result

ADJUSTMENT = "adjustment"
LAST = 2**31


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """Points that count, or don't (``why``: ``worst``, ``quorum``, ``substitute``); of those that count ``absent``,
    ``excused`` and ``bye`` say why nobody played for them. ``game`` None: of a night, or by hand. ``scheme``: the
    version that scored it (None: no scheme did). ``at``: its place among all entries of the season."""

    night: UUID | None
    game: UUID | None
    date: date
    at: tuple[int, int]
    points: Fraction
    parts: dict[str, Fraction]
    rank: int | None = None
    scheme: int | None = None
    adjustment: UUID | None = None
    why: str | None = None


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """``parts`` add up to ``points``."""

    points: Fraction
    parts: dict[str, Fraction]
    counted: tuple[Entry, ...]
    dropped: tuple[Entry, ...]

    @property
    def dropped_points(self) -> Fraction:
        return sum((entry.points for entry in self.dropped if entry.why == "worst"), Fraction(0))


def count(
    results: Sequence[Result],
    adjustments: Sequence[Adjustment],
    member: UUID,
    evenings: Sequence[Evening],
    scheme: Scheme,
) -> Counted:
    """``results`` and ``adjustments`` of one member, ``evenings`` of all the season, in order; ``scheme`` says what
    counts."""
    order = {evening.night.id: n for n, evening in enumerate(evenings)}
    out = [_entry([result], order, free=True, fixed=True) for result in results if result.why is not None]
    units = _units([result for result in results if result.why is None], scheme)
    free = [_entry(unit, order, free=True) for unit in units if any(result.free for result in unit)]
    fixed = [_entry(unit, order, fixed=True) for unit in units if any(result.fixed for result in unit)]
    missed = _missed(results, member, evenings, scheme, free)
    kept, worst = _selected([*free, *missed], scheme.count)
    by_hand = [_by_hand(adjustment, order) for adjustment in adjustments]
    share = Fraction(1, len(kept)) if isinstance(scheme.count, Average) and kept else Fraction(1)
    parts: dict[str, Fraction] = {}
    for entries, factor in ((kept, share), ([*fixed, *by_hand], Fraction(1))):
        for entry in entries:
            for name, points in entry.parts.items():
                parts[name] = parts.get(name, Fraction(0)) + points * factor
    return Counted(
        points=sum(parts.values(), Fraction(0)),
        parts=parts,
        counted=tuple(sorted(_joined(kept, fixed) + by_hand, key=_place)),
        dropped=tuple(sorted([*out, *(msgspec.structs.replace(entry, why="worst") for entry in worst)], key=_place)),
    )


def _place(entry: Entry) -> tuple[date, tuple[int, int], str]:
    return entry.date, entry.at, str(entry.adjustment)


def _units(results: Sequence[Result], scheme: Scheme) -> list[list[Result]]:
    if scheme.unit == "game":
        return [[result] for result in results]
    units: dict[UUID, list[Result]] = {}
    for result in results:
        units.setdefault(result.night.id, []).append(result)
    return list(units.values())


def _entry(unit: Sequence[Result], order: dict[UUID, int], *, free: bool = False, fixed: bool = False) -> Entry:
    parts: dict[str, Fraction] = {}
    for result in unit:
        for name, points in ((result.free if free else {}) | (result.fixed if fixed else {})).items():
            parts[name] = parts.get(name, Fraction(0)) + points
    games = [result for result in unit if result.game is not None]
    only = games[0] if len(games) == 1 else None
    return Entry(
        night=unit[0].night.id,
        game=None if only is None or only.game is None else only.game.id,
        date=unit[0].night.date,
        at=(order[unit[0].night.id], LAST if unit[0].game is None else unit[0].n),
        points=sum(parts.values(), Fraction(0)),
        parts=parts,
        rank=None if only is None or only.line is None else only.line.rank,
        scheme=unit[0].scheme,
        why=unit[0].why,
    )


def _joined(kept: Sequence[Entry], fixed: Sequence[Entry]) -> list[Entry]:
    """A result's two halves as one entry, where both count."""
    left = list(fixed)
    out = []
    for entry in kept:
        twin = next((other for other in left if (other.night, other.game) == (entry.night, entry.game)), None)
        if twin is not None and entry.why is None:
            left.remove(twin)
            parts = {**entry.parts, **twin.parts}
            entry = msgspec.structs.replace(entry, points=entry.points + twin.points, parts=parts)
        out.append(entry)
    return out + left


def _missed(
    results: Sequence[Result], member: UUID, evenings: Sequence[Evening], scheme: Scheme, free: Sequence[Entry]
) -> list[Entry]:
    """Entries for nights without this member, who has been there before or is marked."""
    rules, out = scheme.missing, []
    played = {result.night.id for result in results if result.game is not None and result.why != "substitute"}
    own = _by_night(free)
    average = sum(own, Fraction(0)) / len(own) if own else Fraction(0)
    excuses, byes, been = 0, 0, False
    for n, evening in enumerate(evenings):
        night, mark = evening.night, evening.status.get(member)
        status = None if mark is None else mark.status
        if night.id in played or member in evening.present:
            been = True
            continue
        if not evening.counts:
            continue
        if status == "excused" and (rules.excuses is None or excuses < rules.excuses):
            excuses += 1
            out += _instead(night, n, "excused", rules.excused, average)
        elif status == "bye" and (rules.byes is None or byes < rules.byes):
            byes += 1
            out += _instead(night, n, "bye", rules.bye, average)
        elif rules.absent == "zero" and (been or status is not None):
            out += _instead(night, n, "absent", "zero", average)
    return out


def _by_night(free: Sequence[Entry]) -> list[Fraction]:
    nights: dict[UUID | None, Fraction] = {}
    for entry in free:
        nights[entry.night] = nights.get(entry.night, Fraction(0)) + entry.points
    return list(nights.values())


def _instead(night: Night, n: int, why: str, rule: str, average: Fraction) -> list[Entry]:
    if rule == "nothing":
        return []
    points = average if rule == "average" else Fraction(0)
    parts = {why: points} if points else {}
    return [Entry(night=night.id, game=None, date=night.date, at=(n, 0), points=points, parts=parts, why=why)]


def _selected(
    entries: Sequence[Entry], counting: All | Best | AllButWorst | Average
) -> tuple[list[Entry], list[Entry]]:
    """→ (those that count, those that are dropped). Of equal points the earlier counts."""
    best = sorted(entries, key=lambda entry: (-entry.points, entry.date, entry.at))
    match counting:
        case Best(n=n):
            return best[:n], best[n:]
        case AllButWorst(n=n):
            keep = max(len(best) - n, 0)
            return best[:keep], best[keep:]
    return list(entries), []


def _by_hand(adjustment: Adjustment, order: dict[UUID, int]) -> Entry:
    points = Fraction(adjustment.points)
    night = None if adjustment.night is None else order.get(adjustment.night)
    return Entry(
        night=adjustment.night,
        game=None,
        date=adjustment.date,
        at=(len(order) if night is None else night, LAST + 1),
        points=points,
        parts={ADJUSTMENT: points},
        adjustment=adjustment.id,
    )
