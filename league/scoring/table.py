"""The table: who stands where, why, and what counted. A pure function of :class:`league.scoring.facts.Facts`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from fractions import Fraction
from uuid import UUID

import msgspec

from league.scoring.counting import Entry, count
from league.scoring.facts import Adjustment, Facts, Held, Person, scheme_on
from league.scoring.numbers import exact
from league.scoring.ranking import Parted, Ranked, Standing, ranked
from league.scoring.scheme import Average, Scheme
from league.scoring.scored import MEMBER, Evening, Scored, scored


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """``rank`` None: not eligible, ``why_not`` says it in a sentence. ``parts`` add up to ``points``."""

    rank: int | None
    shared: bool
    member: UUID
    guest: bool
    points: Fraction
    behind: Fraction
    games: int
    nights: int
    wins: int
    money: int
    average: Fraction
    parts: dict[str, Fraction]
    counted: tuple[Entry, ...]
    dropped: tuple[Entry, ...]
    tie_break: Parted | None
    why_not: str | None


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """``held``: the scheme that says what counts; ``nights``: those with results, the last one's date in ``last``."""

    held: Held
    nights: int
    last: date | None
    rows: tuple[Row, ...]


def table(facts: Facts, until: date = date.max, only: frozenset[UUID] | None = None) -> Table:
    """The table after the nights up to a date. ``only``: rank just these (a division). The order of the facts changes
    nothing."""
    last = max((night.date for night in facts.nights if night.date <= until), default=date.min)
    held = scheme_on(facts.schemes, min(until, last) if last != date.min else until)
    season = scored(facts, until, held.scheme)
    adjustments: dict[UUID, list[Adjustment]] = defaultdict(list)
    for each in sorted(facts.adjustments, key=lambda each: (each.date, str(each.id))):
        if each.date <= until:
            adjustments[each.member].append(each)
    members = set(season.results) | set(adjustments) | _marked(season)
    standings = [
        _standing(member, season, adjustments.get(member, ()), held.scheme)
        for member in members
        if only is None or member in only
    ]
    standings = [standing for standing in standings if _has_played(standing)]
    why = {s.member: _why_not(s, held.scheme, facts.people.get(s.member, MEMBER)) for s in standings}
    eligible = _with_finals([s for s in standings if why[s.member] is None], season, held.scheme)
    rows = ranked(eligible, held.scheme.tie_breaks)
    others = ranked([s for s in standings if why[s.member] is not None], held.scheme.tie_breaks)
    top = max((row.standing.points for row in rows), default=Fraction(0))
    played = {result.night.id: result.night.date for own in season.results.values() for result in own if result.game}
    return Table(
        held=held,
        nights=len(played),
        last=max(played.values(), default=None),
        rows=tuple(
            [_row(row, top, None, facts.people) for row in rows]
            + [_row(row, top, why[row.standing.member], facts.people) for row in others]
        ),
    )


def _marked(season: Scored) -> set[UUID]:
    """Those who were marked for a night (excused, on a bye); they may have nothing to show for it."""
    return {member for evening in season.evenings for member in evening.status}


def _standing(member: UUID, season: Scored, adjustments: Iterable[Adjustment], scheme: Scheme) -> Standing:
    results = season.results.get(member, [])
    counted = count(results, list(adjustments), member, season.evenings, scheme)
    good = tuple(result for result in results if result.why is None)
    there = {result.night.id for result in good}
    there |= {e.night.id for e in season.evenings if e.counts and _marked_present(e, member)}
    with_games = [e.night.id for e in season.evenings if e.counts]
    return Standing(
        member=member,
        points=Fraction(exact(counted.points)),
        counted=counted,
        results=good,
        nights=len(there),
        last_night=with_games[-1] if with_games else None,
    )


def _has_played(standing: Standing) -> bool:
    """Not those who were there as substitutes only."""
    counted = standing.counted
    return bool(counted.counted) or any(entry.why != "substitute" for entry in counted.dropped)


def _marked_present(evening: Evening, member: UUID) -> bool:
    mark = evening.status.get(member)
    return mark is not None and mark.status == "present"


def _why_not(standing: Standing, scheme: Scheme, person: Person) -> str | None:
    rules = scheme.eligibility
    units = scheme.count.minimum if isinstance(scheme.count, Average) else 0
    minimum = max(rules.minimum_games, units if scheme.unit == "game" else 0)
    nights = max(rules.minimum_nights, units if scheme.unit == "night" else 0)
    if person.guest and rules.guests == "unranked":
        return "Guests are not ranked."
    if person.left and rules.left == "unranked":
        return "Has left the club."
    if standing.nights < nights:
        return f"Needs {nights} {'night' if nights == 1 else 'nights'}, has {standing.nights}."
    if len(standing.games) < minimum:
        return f"Needs {minimum} {'game' if minimum == 1 else 'games'}, has {len(standing.games)}."
    return None


def _with_finals(standings: list[Standing], season: Scored, scheme: Scheme) -> list[Standing]:
    """The first of the table with their points in the final, once it was played."""
    if scheme.final is None or not season.finals:
        return standings
    first = [row.standing.member for row in ranked(standings, scheme.tie_breaks) if row.rank <= scheme.final.qualify]
    return [
        msgspec.structs.replace(s, final=season.finals.get(s.member, Fraction(0))) if s.member in first else s
        for s in standings
    ]


def _row(row: Ranked, top: Fraction, why_not: str | None, people: dict[UUID, Person]) -> Row:
    standing, counted = row.standing, row.standing.counted
    games = len(standing.games)
    return Row(
        rank=row.rank if why_not is None else None,
        shared=row.shared and why_not is None,
        member=standing.member,
        guest=people.get(standing.member, MEMBER).guest,
        points=standing.points,
        behind=max(top - standing.points, Fraction(0)),
        games=games,
        nights=standing.nights,
        wins=standing.finished(1),
        money=standing.money,
        average=counted.points / games if games else Fraction(0),
        parts=counted.parts,
        counted=counted.counted,
        dropped=counted.dropped,
        tie_break=row.tie_break if why_not is None else None,
        why_not=why_not,
    )
