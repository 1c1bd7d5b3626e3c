"""The league's projections, written with the events they come from.

Each row is the state after a stream's last event, written whole: one event or twenty, and whatever order a rebuild
takes, the row is the same.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from league import facts, models
from league.facts.base import PartsErased
from ledger.registry import Batch, Projection
from ledger.sql import run
from races.game import GameState
from races.rules.protocol import Standing


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
        "scoring": state.scoring,
        "scoring_version": state.scoring_version,
        "status": state.status,
        "opened_at": state.opened_at,
        **_last(batch),
    }
    _put("league_season", ("club", "id"), row)


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
        "closed_at": state.closed_at,
        **_last(batch),
    }
    _put("league_night", ("club", "id"), row)


def standings(state: GameState) -> tuple[Standing, ...]:
    """The ranking of a finished game among the seats on which somebody sat, ranks 1-2-2-4 closed up; empty while the
    game has no result."""
    if state.frame is None:
        return ()
    ranking = state.frame.ruleset.result(state.play)
    if ranking is None:
        return ()
    taken = {chair.seat for chair in state.frame.seats if chair.member is not None}
    sat = [line for line in ranking if line.seat in taken]
    return tuple(
        Standing(seat=line.seat, rank=1 + sum(other.rank < line.rank for other in sat), money=line.money)
        for line in sat
    )


def _told(state: GameState) -> tuple[Any, ...]:
    """What a game's frame adds to its result."""
    frame = state.frame
    if frame is None:
        return ()
    return (frame.night, frame.counts, frame.rigged, [(chair.seat, chair.member) for chair in frame.seats])


def put_results(batch: Batch) -> None:
    """A game's result, while it has one. ``version`` and ``at`` are those of the event that made it so."""
    game, club = batch.stream.id, batch.stream.club
    before, after = standings(batch.before), standings(batch.after)
    if not before and not after:
        return
    if before == after and _told(batch.before) == _told(batch.after):
        return
    if before:
        run("DELETE FROM league_result WHERE club = %s AND game = %s", [club, game])
    if not after:
        return
    frame = batch.after.frame
    ranks = [line.rank for line in after]
    for line in after:
        row = {
            "club": club,
            "game": game,
            "seat": line.seat,
            "night": frame.night,
            "member": frame.chair(line.seat).member,
            "rank": line.rank,
            "shared": ranks.count(line.rank) > 1,
            "players": len(after),
            "money": line.money,
            "counts": frame.counts and not frame.rigged,
            "ruleset": frame.ruleset.key,
            **_last(batch),
        }
        _put("league_result", ("club", "game", "seat"), row)


def _projection(name: str, kind: str, apply: Any, *tables: Any) -> Projection:
    return Projection(name=name, kinds=frozenset({kind}), tables=tables, apply=apply)


PROJECTIONS = (
    _projection("clubs", "club", put_club, models.Club, models.Token),
    _projection("members", "member", put_member, models.Member),
    _projection("seasons", "season", put_season, models.Season),
    _projection("nights", "night", put_night, models.Night),
    _projection("results", "game", put_results, models.Result),
)
