"""The league's projections, written with the events they come from.

Each row is the state after a stream's last event, written whole: one event or twenty, and whatever order a rebuild
takes, the row is the same.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from psycopg.types.json import Jsonb

from league import facts, models, results
from league.facts.base import PartsErased
from ledger.registry import Batch, Projection
from ledger.sql import query, run
from races.frame import GameState


def _put(table: str, key: tuple[str, ...], row: dict[str, Any]) -> None:
    """Inserts the row, or brings the one with this key up to it."""
    columns = ", ".join(row)
    places = ", ".join(["%s"] * len(row))
    updates = ", ".join(f"{name} = excluded.{name}" for name in row if name not in key)
    run(
        f"INSERT INTO {table} ({columns}) VALUES ({places}) ON CONFLICT ({', '.join(key)}) DO UPDATE SET {updates}",  # noqa: S608
        list(row.values()),
    )


def _last(batch: Batch) -> dict[str, Any]:
    return {"version": batch.events[-1].version, "at": batch.events[-1].at}


def put_club(batch: Batch) -> None:
    """The club's row, and one for each token an event of this batch is about."""
    state: facts.club.Club = batch.after
    club = batch.stream.id
    row = {
        "club": club,
        "slug": state.slug,
        "name": state.name,
        "timezone": state.timezone,
        "locale": state.locale,
        "public": state.public,
        "night_cutoff": state.night_cutoff,
        "defaults": Jsonb(state.defaults),
        "founded_at": state.founded_at,
        **_last(batch),
    }
    _put("league_club", ("club",), row)
    touched = {event.data.token for event in batch.events if hasattr(event.data, "token")}
    if any(isinstance(event.data, PartsErased) for event in batch.events):
        touched = set(state.tokens)
    for token in sorted(touched):
        _put_token(club, token, state.tokens[token])


def _put_token(club: UUID, id: UUID, token: facts.club.Token) -> None:
    row = {
        "club": club,
        "id": id,
        "name": token.name,
        "scopes": list(token.scopes),
        "digest": None if token.digest is None else bytes.fromhex(token.digest),
        "expires_at": token.expires_at,
        "issued_at": token.at,
        "revoked": token.revoked,
    }
    _put("league_token", ("club", "id"), row)


def put_member(batch: Batch) -> None:
    state: facts.member.Member = batch.after
    row = {
        "club": batch.stream.club,
        "id": batch.stream.id,
        "name": state.name,
        "alias": state.alias,
        "guest": state.guest,
        "publish": state.publish,
        "left_club": state.left,
        "merged_into": state.merged_into,
        "added_at": state.added_at,
        **_last(batch),
    }
    _put("league_member", ("club", "id"), row)


def put_season(batch: Batch) -> None:
    state: facts.season.Season = batch.after
    row = {
        "club": batch.stream.club,
        "id": batch.stream.id,
        "name": state.name,
        "starts_on": state.starts_on,
        "ends_on": state.ends_on,
        "schemes": Jsonb(msgspec.to_builtins(state.schemes)),
        "scored_version": state.scored[0],
        "scored_at": state.scored[1],
        "divisions": Jsonb(msgspec.to_builtins(state.divisions)),
        "closed_version": None if state.closed is None else state.closed[0],
        "status": state.status,
        "opened_at": state.opened_at,
        **_last(batch),
    }
    _put("league_season", ("club", "id"), row)


def put_adjustments(batch: Batch) -> None:
    season: facts.season.Season = batch.after
    for id, given in season.adjustments.items():
        row = {
            "club": batch.stream.club,
            "id": id,
            "season": batch.stream.id,
            "member": given.member,
            "points": given.points,
            "date": given.date,
            "night": given.night,
            "reason": given.reason,
            "void": given.void,
            "version": given.version,
            "at": given.at,
        }
        _put("league_adjustment", ("club", "id"), row)


def put_night(batch: Batch) -> None:
    state: facts.night.Night = batch.after
    row = {
        "club": batch.stream.club,
        "id": batch.stream.id,
        "date": state.date,
        "name": state.name,
        "season": state.season,
        "kind": state.kind,
        "status": state.status,
        "opened_at": state.opened_at,
        "open_since": state.open_since,
        "closed_at": state.closed_at,
        "void": state.void,
        "told_version": state.told[0],
        "told_at": state.told[1],
        **_last(batch),
    }
    _put("league_night", ("club", "id"), row)


def put_attendance(batch: Batch) -> None:
    """All marks of a night again, when they changed."""
    night: facts.night.Night = batch.after
    if batch.before.marks == night.marks:
        return
    club, id = batch.stream.club, batch.stream.id
    run("DELETE FROM league_attendance WHERE club = %s AND night = %s", [club, id])
    for mark in night.marks:
        row = {
            "club": club,
            "night": id,
            "member": mark.member,
            "status": mark.status,
            "stands_for": mark.stands_for,
            "version": night.marked[0],
            "at": night.marked[1],
        }
        _put("league_attendance", ("club", "night", "member"), row)


def put_title(batch: Batch) -> None:
    state: facts.title.Title = batch.after
    row = {
        "club": batch.stream.club,
        "id": batch.stream.id,
        "name": state.name,
        "bgg_id": state.bgg_id,
        "lowest_wins": state.lowest_wins,
        "kind": state.kind,
        "added_at": state.added_at,
        **_last(batch),
    }
    _put("league_title", ("club", "id"), row)


_SAID = """
    SELECT night, counts, played, version, at, in_force, seat, member, rank, shared, players, money, score
    FROM league_result WHERE club = %s AND game = %s ORDER BY seat
"""


def put_results(batch: Batch) -> None:
    """A game's result (:mod:`league.results`), one row a seat."""
    if not _may_tell(batch.before) and not _may_tell(batch.after):
        return
    game, club = batch.stream.id, batch.stream.club
    before = said(club, game)
    by = results.teller(batch.events)
    after = results.told(before, batch.after, by.version, by.at)
    if after is None or before == after:
        return
    if before is not None and before.says() == after.says():
        run("UPDATE league_result SET in_force = %s WHERE club = %s AND game = %s", [after.in_force, club, game])
        return
    run("DELETE FROM league_result WHERE club = %s AND game = %s", [club, game])
    for seat in after.seats:
        row = {
            "club": club,
            "game": game,
            **msgspec.structs.asdict(seat),
            "night": after.night,
            "counts": after.counts,
            "played": after.played,
            "in_force": after.in_force,
            "version": after.version,
            "at": after.at,
        }
        _put("league_result", ("club", "game", "seat"), row)


def _may_tell(state: GameState) -> bool:
    return bool(results.standings(state))


def said(club: UUID, game: UUID) -> results.GameResult | None:
    """What the rows say."""
    rows = query(_SAID, [club, game])
    if not rows:
        return None
    night, counts, played, version, at, in_force = rows[0][:6]
    names = ("seat", "member", "rank", "shared", "players", "money", "score")
    seats = tuple(results.SeatResult(**dict(zip(names, row[6:], strict=True))) for row in rows)
    return results.GameResult(
        night=night, counts=counts, played=played, seats=seats, version=version, at=at, in_force=in_force
    )


def _projection(name: str, kind: str, apply: Any, *tables: Any) -> Projection:
    return Projection(name=name, kinds=frozenset({kind}), tables=tables, apply=apply)


PROJECTIONS = (
    _projection("clubs", "club", put_club, models.Club, models.Token),
    _projection("members", "member", put_member, models.Member),
    _projection("seasons", "season", put_season, models.Season),
    _projection("adjustments", "season", put_adjustments, models.Adjustment),
    _projection("nights", "night", put_night, models.Night),
    _projection("attendance", "night", put_attendance, models.Attendance),
    _projection("titles", "title", put_title, models.Title),
    _projection("results", "game", put_results, models.Result),
)
