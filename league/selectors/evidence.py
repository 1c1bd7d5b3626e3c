"""What a season's table is made from, read from the rows: as things stand, or as they were known at a cursor.

Nine statements, whatever the size of the season; for an earlier time also one for each stream that changed since.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from itertools import groupby
from typing import Any
from uuid import UUID

import msgspec

from league import results
from league.models import Season
from league.results import GameResult, SeatResult
from league.scoring.facts import Held
from league.selectors.imported import hidden_games, hidden_nights
from league.selectors.past import Past
from ledger.sql import query

NIGHTS = """
    SELECT id, date, kind, status, void, season, opened_at, told_version, told_at FROM league_night
    WHERE club = %s AND season = %s
"""
RESULTS = """
    SELECT r.game, r.night, r.counts, r.played, r.version, r.at, g.opened_at,
        r.seat, r.member, r.rank, r.shared, r.players, r.money, r.score
    FROM league_result r JOIN races_game g ON g.id = r.game
    WHERE r.club = %s AND r.night = ANY(%s::uuid[]) AND r.in_force ORDER BY r.game, r.seat
"""
MARKS = """
    SELECT night, member, status, stands_for, version, at FROM league_attendance
    WHERE club = %s AND night = ANY(%s::uuid[])
"""
SEATED = """
    SELECT DISTINCT g.id, g.night, s.member FROM races_game g JOIN races_seat s ON s.game = g.id
    WHERE g.club = %s AND g.night = ANY(%s::uuid[]) AND g.status <> 'void' AND s.member IS NOT NULL
"""
ADJUSTMENTS = """
    SELECT id, member, points, date, night, version, at FROM league_adjustment
    WHERE club = %s AND season = %s AND NOT void
"""
PEOPLE = """
    SELECT id, guest, left_club, merged_into FROM league_member m
    WHERE club = %s AND (id = ANY(%s::uuid[]) OR merged_into IS NOT NULL
        OR EXISTS (SELECT FROM league_member o WHERE o.club = m.club AND o.merged_into = m.id))
"""
CURSOR = """
    SELECT max(p.cursor) FROM unnest(%s::uuid[], %s::int[]) AS said(stream, version)
    JOIN ledger_position p ON p.club = %s AND p.stream = said.stream AND p.version = said.version
"""


class NightRow(msgspec.Struct, frozen=True, kw_only=True):
    id: UUID
    date: date
    kind: Any
    status: str
    void: bool
    season: UUID | None
    opened_at: int
    version: int
    at: int


class MarkRow(msgspec.Struct, frozen=True, kw_only=True):
    night: UUID
    member: UUID
    status: Any
    stands_for: UUID | None
    version: int
    at: int


class SeatedRow(msgspec.Struct, frozen=True, kw_only=True):
    game: UUID
    night: UUID
    member: UUID


class AdjustmentRow(msgspec.Struct, frozen=True, kw_only=True):
    id: UUID
    member: UUID
    points: Decimal
    date: date
    night: UUID | None
    version: int
    at: int


class PersonRow(msgspec.Struct, frozen=True, kw_only=True):
    id: UUID
    guest: bool
    left: bool
    merged_into: UUID | None


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """``nights``: those of the season that are not void; ``games``: results in force on them, uncounted ones too, and
    when each was ``opened`` (µs), which a correction doesn't change: the order of a night's games.
    ``scored``: version and time of the event that brought the last scheme."""

    season: Season
    schemes: Sequence[Held]
    scored: tuple[int, int]
    divisions: dict[str, tuple[UUID, ...]]
    nights: Sequence[NightRow]
    games: dict[UUID, GameResult]
    opened: dict[UUID, int]
    marks: Sequence[MarkRow]
    seated: Sequence[SeatedRow]
    adjustments: Sequence[AdjustmentRow]
    people: dict[UUID, PersonRow]

    def person(self, id: UUID) -> UUID:
        """Who somebody is, merges followed."""
        seen = set()
        while (row := self.people.get(id)) is not None and row.merged_into is not None and id not in seen:
            seen.add(id)
            id = row.merged_into
        return id


def gather(season: Season, past: Past | None = None) -> Evidence:
    """``past``: what was known then (:mod:`league.selectors.past`); None: as things stand."""
    club = season.club
    schemes, scored, divisions, given = _season(season, past)
    nights = _nights(season, past)
    ids = [night.id for night in nights]
    games, opened = _games(club, ids, past)
    marks = _marks(club, ids, past)
    seated = _seated(club, ids, past)
    hidden = hidden_games(club, {*games, *(row.game for row in seated)}, past)
    games = {id: game for id, game in games.items() if id not in hidden}
    seated = [row for row in seated if row.game not in hidden]
    nights = _used(
        nights, {*(row.night for row in marks), *(row.night for row in seated)}, hidden_nights(club, ids, past)
    )
    adjustments = given if given is not None else _rows(AdjustmentRow, query(ADJUSTMENTS, [club, season.id]))
    members = {seat.member for game in games.values() for seat in game.seats}
    members |= {row.member for row in (*marks, *seated, *adjustments)}
    return Evidence(
        season=season,
        schemes=schemes,
        scored=scored,
        divisions=divisions,
        nights=nights,
        games=games,
        opened=opened,
        marks=marks,
        seated=seated,
        adjustments=adjustments,
        people=_people(club, members, past),
    )


def _used(nights: Sequence[NightRow], used: set[UUID], hidden: set[UUID]) -> list[NightRow]:
    """Without those that only imports used which are in no table."""
    return [night for night in nights if night.id not in hidden or night.id in used]


def cursor_of(club: UUID, said: Iterable[tuple[UUID, int]]) -> int:
    """The highest cursor of these events (stream, version); 0 for none."""
    streams, versions = list(zip(*said, strict=True)) or ((), ())
    found: int | None = query(CURSOR, [list(streams), list(versions), club])[0][0]
    return found or 0


def _rows(kind: type[Any], rows: Iterable[Sequence[Any]]) -> list[Any]:
    return [kind(**dict(zip(kind.__struct_fields__, row, strict=True))) for row in rows]


def _season(
    season: Season, past: Past | None
) -> tuple[Sequence[Held], tuple[int, int], dict[str, tuple[UUID, ...]], list[AdjustmentRow] | None]:
    state = None if past is None else past.state("season", season.id)
    if state is None:
        schemes = msgspec.convert(season.schemes, list[Held])
        divisions = msgspec.convert(season.divisions, dict[str, tuple[UUID, ...]])
        return schemes, (season.scored_version, season.scored_at), divisions, None
    given = [
        AdjustmentRow(
            id=id,
            member=each.member,
            points=each.points,
            date=each.date,
            night=each.night,
            version=each.version,
            at=each.at,
        )
        for id, each in state.adjustments.items()
        if not each.void
    ]
    return state.schemes, state.scored, state.divisions, given


def _nights(season: Season, past: Past | None) -> list[NightRow]:
    rows = {row.id: row for row in _rows(NightRow, query(NIGHTS, [season.club, season.id]))}
    for id, state in () if past is None else past.states("night"):
        rows.pop(id, None)
        if state is not None:
            rows[id] = NightRow(
                id=id,
                date=state.date,
                kind=state.kind,
                status=state.status,
                void=state.void,
                season=state.season,
                opened_at=state.opened_at,
                version=state.told[0],
                at=state.told[1],
            )
    return [row for row in rows.values() if row.season == season.id and not row.void]


def _games(club: UUID, nights: Sequence[UUID], past: Past | None) -> tuple[dict[UUID, GameResult], dict[UUID, int]]:
    games, opened = {}, {}
    for id, rows in groupby(query(RESULTS, [club, list(nights)]), key=lambda row: row[0]):
        seats = list(rows)
        _, night, counts, played, version, at, opened[id], *_ = seats[0]
        games[id] = GameResult(
            night=night,
            counts=counts,
            played=played,
            seats=tuple(SeatResult(**dict(zip(SeatResult.__struct_fields__, row[7:], strict=True))) for row in seats),
            version=version,
            at=at,
            in_force=True,
        )
    if past is None:
        return games, opened
    for id, _ in past.states("game"):
        games.pop(id, None)
        said = past.fold(id, results.over_time)
        if said is not None and said.in_force and said.night in nights:
            games[id] = said
            opened[id] = past.fold(id, lambda events, _: int(events[0].at))
    return games, opened


def _marks(club: UUID, nights: Sequence[UUID], past: Past | None) -> list[MarkRow]:
    rows: list[MarkRow] = _rows(MarkRow, query(MARKS, [club, list(nights)]))
    changed = {} if past is None else {id: state for id, state in past.states("night") if id in nights}
    rows = [row for row in rows if row.night not in changed]
    for id, state in changed.items():
        rows += [
            MarkRow(
                night=id,
                member=mark.member,
                status=mark.status,
                stands_for=mark.stands_for,
                version=state.marked[0],
                at=state.marked[1],
            )
            for mark in state.marks
        ]
    return rows


def _seated(club: UUID, nights: Sequence[UUID], past: Past | None) -> list[SeatedRow]:
    rows: list[SeatedRow] = _rows(SeatedRow, query(SEATED, [club, list(nights)]))
    changed = {} if past is None else dict(past.states("game"))
    rows = [row for row in rows if row.game not in changed]
    for id, state in changed.items():
        if state is not None and state.frame.night in nights and not state.frame.void:
            members = [chair.member for chair in state.frame.seats if chair.member is not None]
            rows += [SeatedRow(game=id, night=state.frame.night, member=member) for member in members]
    return rows


def _people(club: UUID, members: set[UUID], past: Past | None) -> dict[UUID, PersonRow]:
    rows = {row.id: row for row in _rows(PersonRow, query(PEOPLE, [club, list(members)]))}
    for id, state in () if past is None else past.states("member"):
        rows.pop(id, None)
        if state is not None:
            rows[id] = PersonRow(id=id, guest=state.guest, left=state.left, merged_into=state.merged_into)
    return rows
