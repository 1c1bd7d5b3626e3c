"""From facts to results with points: every member's, in the order they were played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from uuid import UUID

import msgspec

from league.scoring.facts import Attended, Facts, Game, Held, Line, Night, Person, scheme_on
from league.scoring.placing import closed_up, game_points
from league.scoring.scheme import AnyPart, Attendance, Bonus, Scheme, droppable, per_night

MEMBER = Person()


class Result(msgspec.Struct, kw_only=True):
    """What a member has from one game (``n``-th of its night), or (``game`` None) from a night beside its games.
    ``free`` points go with it when it is dropped, ``fixed`` ones stay. ``lines``: all of the game; ``why`` it can't
    count (None: it can). ``scheme``: the version that scored it."""

    member: UUID
    night: Night
    game: Game | None
    line: Line | None
    lines: Sequence[Line]
    scheme: int
    n: int = 0
    free: dict[str, Fraction] = msgspec.field(default_factory=dict)
    fixed: dict[str, Fraction] = msgspec.field(default_factory=dict)
    why: str | None = None


class Evening(msgspec.Struct, kw_only=True):
    """A night that may count: who was there, with what status. ``held``: the scheme it is scored by."""

    night: Night
    held: Held
    present: set[UUID]
    status: dict[UUID, Attended]
    counts: bool


class Scored(msgspec.Struct, kw_only=True):
    """``results`` by member, in order; ``finals``: points in finals that decide ranks, by member."""

    evenings: list[Evening]
    results: dict[UUID, list[Result]]
    finals: dict[UUID, Fraction]


class _Season:
    """What has been seen so far: for bonuses and their caps."""

    def __init__(self) -> None:
        self.games: dict[UUID, set[str]] = defaultdict(set)
        self.opponents: dict[UUID, set[UUID]] = defaultdict(set)
        self.capped: dict[tuple[UUID, str], Fraction] = defaultdict(Fraction)

    def within_cap(self, member: UUID, part: AnyPart, points: Fraction) -> Fraction:
        if part.cap is None:
            return points
        left = Fraction(part.cap) - self.capped[member, part.name]
        given = min(points, left)
        self.capped[member, part.name] += given
        return given


def scored(facts: Facts, until: date = date.max, counting: Scheme | None = None) -> Scored:
    """Scores the nights up to a date. ``counting``: the scheme that says what counts (unit, final)."""
    counting = counting or scheme_on(facts.schemes, until).scheme
    nights = sorted(
        (night for night in facts.nights if night.kind != "friendly" and night.date <= until),
        key=lambda night: (night.date, night.opened_at, str(night.id)),
    )
    games: dict[UUID, list[Game]] = defaultdict(list)
    for game in sorted(facts.games, key=lambda game: (game.at, str(game.id))):
        games[game.night].append(game)
    marked: dict[UUID, list[Attended]] = defaultdict(list)
    for each in facts.attendance:
        marked[each.night].append(each)
    season, out = _Season(), Scored(evenings=[], results=defaultdict(list), finals={})
    for night in nights:
        evening = _evening(night, games[night.id], marked[night.id], facts)
        if night.kind == "final" and counting.final is not None:
            for result in _results(evening, games[night.id], facts, _Season(), counting):
                if result.why is None:
                    total = sum((result.free | result.fixed).values(), Fraction(0))
                    out.finals[result.member] = out.finals.get(result.member, Fraction(0)) + total
            continue
        out.evenings.append(evening)
        for result in _results(evening, games[night.id], facts, season, counting):
            out.results[result.member].append(result)
    return out


def _evening(night: Night, games: Iterable[Game], marked: Sequence[Attended], facts: Facts) -> Evening:
    held = scheme_on(facts.schemes, night.date)
    status = {each.member: each for each in sorted(marked, key=lambda each: (str(each.member), each.status))}
    present = {line.member for game in games for line in game.lines}
    present |= {each.member for each in marked if each.status in ("present", "substitute")}
    members = sum(1 for member in present if not facts.people.get(member, MEMBER).guest)
    return Evening(
        night=night,
        held=held,
        present=present,
        status=status,
        counts=members >= held.scheme.eligibility.quorum,
    )


def _results(evening: Evening, games: Sequence[Game], facts: Facts, season: _Season, counting: Scheme) -> list[Result]:
    out = []
    for n, game in enumerate(games):
        out += _game(evening, n, game, facts, season, counting)
    return out + _beside(evening, out, season, counting)


def _stands_for(evening: Evening, member: UUID) -> Attended | None:
    mark = evening.status.get(member)
    return mark if mark is not None and mark.status == "substitute" else None


def _why(evening: Evening, member: UUID, facts: Facts) -> str | None:
    """Why what a member did on a night scores for nobody."""
    scheme = evening.held.scheme
    mark = _stands_for(evening, member)
    if mark is not None and (scheme.missing.substitute == "without" or mark.stands_for is None):
        return "substitute"
    return None if evening.counts else "quorum"


def _game(evening: Evening, n: int, game: Game, facts: Facts, season: _Season, counting: Scheme) -> list[Result]:
    scheme = evening.held.scheme
    lines: Sequence[Line] = sorted(game.lines, key=lambda line: (line.rank, str(line.member)))
    if scheme.field == "scoring":
        unranked = scheme.eligibility.guests == "unranked"
        lines = closed_up(
            [
                line
                for line in lines
                if _why(evening, line.member, facts) != "substitute"
                and not (unranked and facts.people.get(line.member, MEMBER).guest)
            ]
        )
    out = []
    for line in lines:
        mark = _stands_for(evening, line.member)
        why = _why(evening, line.member, facts)
        scorer = mark.stands_for if mark is not None and mark.stands_for is not None and why is None else line.member
        result = Result(
            member=scorer,
            night=evening.night,
            game=game,
            line=line,
            lines=lines,
            scheme=evening.held.version,
            n=n,
            why=why,
        )
        for part in scheme.parts:
            if not per_night(part):
                points = _points(part, scheme, line, lines, game, scorer, season)
                _give(result, part, points if why else season.within_cap(scorer, part, points), counting)
        out.append(result)
    for line in lines:  # after all of them: two who meet for the first time are new to each other
        season.games[line.member].add(game.title)
        season.opponents[line.member].update(other.member for other in lines if other.member != line.member)
    return out


def _points(
    part: AnyPart, scheme: Scheme, line: Line, lines: Sequence[Line], game: Game, scorer: UUID, season: _Season
) -> Fraction:
    if not isinstance(part, Bonus):
        assert not isinstance(part, Attendance)
        return game_points(part, scheme.ties, line, lines)
    if part.on == "win":
        times = int(line.rank == 1)
    elif part.on == "new_game":
        times = int(game.title not in season.games[scorer])
    else:
        others = {other.member for other in lines} - {line.member, scorer}
        times = len(others - season.opponents[scorer])
    return Fraction(part.points) * times


def _give(result: Result, part: AnyPart, points: Fraction, counting: Scheme) -> None:
    if points or not isinstance(part, Bonus):
        goes = droppable(part, counting.unit)
        to = result.free if goes else result.fixed
        to[part.name] = to.get(part.name, Fraction(0)) + points


def _beside(evening: Evening, played: Sequence[Result], season: _Season, counting: Scheme) -> list[Result]:
    """What the night itself gives: attendance, the best score."""
    scheme = evening.held.scheme
    scoring = [result for result in played if result.why is None and result.line is not None]
    best = max((result.line.points for result in scoring if result.line), default=None)
    extra: dict[UUID, Result] = {}
    for part in scheme.parts:
        if not per_night(part) or not evening.counts:
            continue
        if isinstance(part, Attendance):
            there = {member for member in evening.present if _stands_for(evening, member) is None}
        else:
            there = {result.member for result in scoring if result.line and result.line.points == best}
        for member in sorted(there, key=str):
            result = extra.setdefault(
                member,
                Result(
                    member=member,
                    night=evening.night,
                    game=None,
                    line=None,
                    lines=(),
                    scheme=evening.held.version,
                ),
            )
            assert isinstance(part, Attendance | Bonus)
            _give(result, part, season.within_cap(member, part, Fraction(part.points)), counting)
    return list(extra.values())
