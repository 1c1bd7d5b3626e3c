"""A season's table for a given caller: from the evidence through the scoring to the shape of the API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import Any
from uuid import UUID

from league import access, names, results
from league.models import Adjustment as AdjustmentRow
from league.models import Member, Season
from league.results import GameResult
from league.scoring.counting import Entry as Scored
from league.scoring.facts import Adjustment, Attended, Facts, Game, Held, Line, Night, Person
from league.scoring.numbers import exact
from league.scoring.scheme import TITLES, title_of
from league.scoring.table import Row, Table, table
from league.selectors.evidence import Evidence, cursor_of, gather
from league.selectors.past import Past
from league.shapes import Column, Entry, SchemeOut, TableOut, TableRow, TieBreak
from ledger.errors import Refused
from ledger.reading import load, stream_of
from ledger.records import time_text
from races import presenting
from races.models import Game as GameRow
from races.principal import Principal


def of_season(
    season: Season,
    principal: Principal,
    as_of: date | None = None,
    *,
    known: int | None = None,
    known_at: str | None = None,
    live: bool = False,
    division: str | None = None,
) -> TableOut:
    """The table after the nights up to ``as_of`` (None: all), as known at cursor ``known`` (None: as corrected since;
    ``known_at``: how it was asked for). ``live``: running games as if they were over. Refuses ``not_found`` for a
    division that isn't there."""
    past = None if known is None else Past(season.club, known)
    return show(gather(season, past), principal, as_of, known_at=known_at, live=live, division=division)


def rows_known(season: Season, principal: Principal, known: int) -> list[TableRow]:
    """Just the rows, without the ranks before the last night."""
    now = table(facts_of(gather(season, Past(season.club, known))))
    return _rows(now, {}, season.club, principal)


def show(
    evidence: Evidence,
    principal: Principal,
    as_of: date | None = None,
    *,
    known_at: str | None = None,
    live: bool = False,
    division: str | None = None,
) -> TableOut:
    """As :func:`of_season`, from evidence at hand."""
    until, season = as_of or date.max, evidence.season
    running = dict(_running(evidence)) if live else {}
    facts = facts_of(evidence, running)
    only = None if division is None else _division(evidence, division)
    now = table(facts, until, only)
    before = {} if now.last is None else {row.member: row.rank for row in _before(facts, now.last, only)}
    said = list(_said(evidence, until))
    return TableOut(
        season=season.id,
        as_of=as_of,
        known_at=known_at,
        division=division,
        scheme=SchemeOut(version=now.held.version, name=now.held.scheme.name),
        columns=_columns(evidence.schemes, now),
        provisional=bool(running) or any(n.status == "open" and n.date <= until for n in evidence.nights),
        nights=now.nights,
        updated_at=time_text(max(at for _, _, at in said)),
        cursor=cursor_of(season.club, [(stream, version) for stream, version, _ in said]),
        rows=_rows(now, before, season.club, principal),
    )


def facts_of(evidence: Evidence, running: dict[UUID, GameResult] | None = None) -> Facts:
    """For :func:`league.scoring.table.table`; whoever was merged is who he is now."""
    who = evidence.person
    games = {**evidence.games, **(running or {})}
    marks = [
        Attended(
            night=mark.night,
            member=who(mark.member),
            status=mark.status,
            stands_for=None if mark.stands_for is None else who(mark.stands_for),
        )
        for mark in evidence.marks
    ]
    marked = {(mark.night, mark.member) for mark in marks}
    seated = {(row.night, who(row.member)) for row in evidence.seated} - marked
    return Facts(
        schemes=evidence.schemes,
        nights=[Night(id=n.id, date=n.date, kind=n.kind, opened_at=n.opened_at) for n in evidence.nights],
        games=[
            Game(
                id=id,
                night=game.night,
                title=game.played,
                at=evidence.opened.get(id, 0),
                lines=tuple(
                    Line(member=who(seat.member), rank=seat.rank, money=seat.money, score=seat.score)
                    for seat in game.seats
                ),
            )
            for id, game in games.items()
            if game.counts
        ],
        attendance=[*marks, *(Attended(night=night, member=member) for night, member in seated)],
        adjustments=[
            Adjustment(id=each.id, member=who(each.member), points=each.points, date=each.date, night=each.night)
            for each in evidence.adjustments
        ],
        people={row.id: Person(guest=row.guest, left=row.left) for row in evidence.people.values()},
    )


def _running(evidence: Evidence) -> Iterator[tuple[UUID, GameResult]]:
    """Games of the season that are being played, as they stand now."""
    nights = [night.id for night in evidence.nights]
    going = GameRow.objects.filter(
        club=evidence.season.club, night__in=nights, counts=True, status__in=["open", "running", "paused"]
    )
    for id in going.order_by("opened_at", "id").values_list("id", flat=True):
        stream = stream_of(id, "game")
        loaded = None if stream is None else load(stream)
        said = None if loaded is None else results.so_far(loaded.state, loaded.version, 0)
        if said is not None:
            yield id, said


def _division(evidence: Evidence, key: str) -> frozenset[UUID]:
    if key not in evidence.divisions:
        raise Refused("not_found", "This season has no such division.")
    return frozenset(evidence.person(member) for member in evidence.divisions[key])


def _before(facts: Facts, last: date, only: frozenset[UUID] | None) -> tuple[Row, ...]:
    """The table before the last night's date."""
    earlier = [night.date for night in facts.nights if night.date < last and night.kind != "friendly"]
    return table(facts, max(earlier), only).rows if earlier else ()


def _said(evidence: Evidence, until: date) -> Iterator[tuple[UUID, int, int]]:
    """The events in force that the table comes from: (stream, version, µs). What leaves no trace in it (a void and its
    restoring, a merge, a closing) is not among them: undone, it leaves the table as it was to the byte."""
    nights = {night.id: night for night in evidence.nights if night.date <= until and night.kind != "friendly"}
    counting = {id: game for id, game in evidence.games.items() if game.counts and game.night in nights}
    marks = {mark.night: mark for mark in evidence.marks if mark.night in nights}
    yield evidence.season.id, *evidence.scored
    for id, game in counting.items():
        yield id, game.version, game.at
    for id in {*marks, *(game.night for game in counting.values())}:
        yield id, nights[id].version, nights[id].at
    for id, mark in marks.items():
        yield id, mark.version, mark.at
    for given in evidence.adjustments:
        if given.date <= until:
            yield evidence.season.id, given.version, given.at


def _columns(schemes: list[Held] | Any, now: Table) -> list[Column]:
    """A column for each part of the scheme that counts, then for what else rows have."""
    titles = {part.name: title_of(part) for held in schemes for part in held.scheme.parts}
    keys = [part.name for part in now.held.scheme.parts]
    keys += sorted({name for row in now.rows for name in row.parts} - set(keys))
    return [Column(key=key, title=titles.get(key) or TITLES.get(key) or key) for key in keys]


def _rows(now: Table, before: dict[UUID, int | None], club: UUID, principal: Principal) -> list[TableRow]:
    full = access.hosts_club(principal, club)
    wanted = [row.member for row in now.rows]
    found = Member.objects.filter(club=club, id__in=wanted).values_list("id", "name", "alias", "publish")
    shown = {id: names.shown(name, alias, publish, full=full) for id, name, alias, publish in found}
    given = [entry.adjustment for row in now.rows for entry in row.counted if entry.adjustment is not None]
    why: dict[UUID, str | None] = {}
    if given:
        why = dict(AdjustmentRow.objects.filter(club=club, id__in=given).values_list("id", "reason"))
    in_order = sorted_by_name(now.rows, shown)
    return [
        TableRow(
            rank=row.rank,
            shared=row.shared,
            previous_rank=before.get(row.member),
            member=presenting.Person(id=row.member, name=shown.get(row.member, "")),
            guest=row.guest,
            points=exact(row.points),
            behind=exact(row.behind),
            games=row.games,
            nights=row.nights,
            wins=row.wins,
            money=row.money,
            average=exact(row.average),
            parts=_exact(row.parts),
            eligible=row.why_not is None,
            why_not=row.why_not,
            counted=[_entry(entry, why) for entry in row.counted],
            dropped=[_entry(entry, why) for entry in row.dropped],
            tie_break=None
            if row.tie_break is None
            else TieBreak(
                rule=row.tie_break.rule,
                value=exact(row.tie_break.value),
                over=row.tie_break.over,
                other_value=exact(row.tie_break.other_value),
            ),
        )
        for row in in_order
    ]


def sorted_by_name(rows: Sequence[Row], shown: dict[UUID, str]) -> list[Row]:
    """The rows, and those that share a rank (or, unranked, the points) by name, as the reader sees it."""

    def by_name(row: Row) -> tuple[str, str]:
        return shown.get(row.member, "").casefold(), str(row.member)

    groups = groupby(rows, key=lambda row: (row.rank, row.points if row.rank is None else None))
    return [row for _, group in groups for row in sorted(group, key=by_name)]


def _exact(parts: dict[str, Fraction]) -> dict[str, Any]:
    return {name: exact(points) for name, points in parts.items()}


def _entry(entry: Scored, reasons: dict[UUID, str | None]) -> Entry:
    return Entry(
        night=entry.night,
        game=entry.game,
        date=entry.date,
        points=exact(entry.points),
        rank=entry.rank,
        parts=_exact(entry.parts),
        scheme=entry.scheme,
        adjustment=entry.adjustment,
        why=entry.why if entry.adjustment is None else reasons.get(entry.adjustment),
    )
