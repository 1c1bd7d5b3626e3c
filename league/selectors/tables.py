"""A season's table, from results and scheme, for a given caller. Four queries, whatever its size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from league import access, names
from league.models import Member, Season
from league.scoring.presets import PRESETS
from league.scoring.scheme import TITLES, Scheme
from league.scoring.table import Counted, Result, Row, table
from league.shapes import Column, Entry, SchemeOut, TableOut, TableRow, TieBreak
from ledger.records import time_text
from ledger.sql import query
from races.presenting import Person
from races.principal import Principal

# A result's own last event and its night's: whatever changes the table changes one of these, or the season.
RESULTS = """
    SELECT r.member, r.game, r.night, n.date, r.rank, r.players, r.money, greatest(r.at, n.at),
        greatest(p.cursor, q.cursor)
    FROM league_night n
    JOIN league_result r ON r.club = n.club AND r.night = n.id
    JOIN ledger_position p ON p.club = r.club AND p.stream = r.game AND p.version = r.version
    JOIN ledger_position q ON q.club = n.club AND q.stream = n.id AND q.version = n.version
    WHERE n.club = %s AND n.season = %s AND n.kind <> 'friendly' AND r.counts AND n.date <= %s
    ORDER BY n.date, n.opened_at, n.id, r.at, r.game, r.seat
"""
NIGHTS = """
    SELECT count(*) FILTER (WHERE n.status = 'open'), (SELECT p.cursor FROM ledger_position p
        WHERE p.club = %s AND p.stream = %s AND p.version = %s::int)
    FROM league_night n WHERE n.club = %s AND n.season = %s
"""


def of_season(season: Season, principal: Principal, as_of: date | None = None) -> TableOut:
    """The table of a season, after the night of ``as_of`` (None: all of them), as corrected since."""
    club, scheme = season.club, PRESETS[season.scoring]
    rows = query(RESULTS, [club, season.id, as_of or date.max])
    open_nights, season_cursor = query(NIGHTS, [club, season.id, season.version, club, season.id])[0]
    results = _results(rows)
    last = max((result.date for result in results), default=None)
    before = {row.member: row.rank for row in table([r for r in results if r.date != last], scheme)}
    people = _people(club, {result.member for result in results}, principal)
    return TableOut(
        season=season.id,
        as_of=as_of,
        known_at=None,
        scheme=SchemeOut(version=season.scoring_version, name=scheme.name),
        columns=[Column(key="place", title=TITLES["place"])],
        provisional=open_nights > 0,
        nights=len({result.night for result in results}),
        updated_at=time_text(max([season.at, *(row[7] for row in rows)])),
        cursor=max([season_cursor, *(row[8] for row in rows)]),
        rows=[_shown(row, before, people, scheme) for row in table(results, scheme)],
    )


def _results(rows: Sequence[Sequence[Any]]) -> list[Result]:
    sharing = Counter((game, rank) for _, game, _, _, rank, *_ in rows)
    return [
        Result(
            member=member,
            game=game,
            night=night,
            date=day,
            rank=rank,
            sharing=sharing[game, rank],
            players=players,
            money=money,
        )
        for member, game, night, day, rank, players, money, _, _ in rows
    ]


def _people(club: UUID, ids: set[UUID], principal: Principal) -> dict[UUID, tuple[Person, bool]]:
    """→ ``{member: (as the caller may see them, is it a guest?)}``"""
    full = access.hosts_club(principal, club)
    rows = Member.objects.filter(club=club, id__in=ids).values_list("id", "name", "alias", "publish", "guest")
    return {
        id: (Person(id=id, name=names.shown(name, alias, publish, full=full)), guest)
        for id, name, alias, publish, guest in rows
    }


def _shown(row: Row, before: dict[UUID, int], people: dict[UUID, tuple[Person, bool]], scheme: Scheme) -> TableRow:
    person, guest = people[row.member]
    return TableRow(
        rank=row.rank,
        shared=row.shared,
        previous_rank=before.get(row.member),
        member=person,
        guest=guest,
        points=row.points,
        behind=row.behind,
        games=row.games,
        nights=row.nights,
        wins=row.wins,
        money=row.money,
        average=row.average,
        parts=row.parts,
        eligible=True,
        why_not=None,
        counted=[_entry(each) for each in row.counted],
        dropped=[],
        tie_break=None
        if row.tie_break is None
        else TieBreak(
            rule=row.tie_break.rule,
            value=row.tie_break.value,
            over=row.tie_break.over,
            other_value=row.tie_break.other_value,
        ),
    )


def _entry(counted: Counted) -> Entry:
    result = counted.result
    return Entry(
        night=result.night,
        game=result.game,
        date=result.date,
        points=counted.points,
        rank=result.rank,
        parts=counted.parts,
    )
