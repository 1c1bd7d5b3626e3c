"""The projection of imports: what each is, and what it does to games, nights, identities and people."""

from __future__ import annotations

from typing import Any

import msgspec
from psycopg.types.json import Jsonb

from league import models
from league.facts.base import PartsErased, secret_of
from league.facts.imported import Identified, Import, PersonKnown, PieceApplied
from ledger.decider import Recorded
from ledger.registry import Batch, Projection
from ledger.sql import run

PUT_IMPORT = """
    INSERT INTO league_import (club, id, status, format, header, mapping, plays, done, staged_at, version, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s::int, %s::int, %s::bigint, %s::int, %s::bigint)
    ON CONFLICT (club, id) DO UPDATE SET status = excluded.status, done = excluded.done, version = excluded.version,
        at = excluded.at, header = excluded.header, mapping = excluded.mapping
"""
PUT_GAMES = """
    INSERT INTO league_import_game (club, batch, game, effect) SELECT %s, %s, game, %s FROM unnest(%s::uuid[]) AS game
"""
PUT_NIGHTS = """
    INSERT INTO league_import_night (club, batch, night) SELECT %s, %s, night FROM unnest(%s::uuid[]) AS night
    ON CONFLICT DO NOTHING
"""
PUT_IDENTITY = """
    INSERT INTO league_import_identity (club, batch, told, identity, game, own, fingerprint, modified)
    SELECT %s, %s, %s::int, * FROM unnest(%s::text[], %s::uuid[], %s::bool[], %s::text[], %s::text[])
    ON CONFLICT DO NOTHING
"""
PUT_PERSON = """
    INSERT INTO league_import_person (club, batch, told, key, member) VALUES (%s, %s, %s::int, %s, %s)
    ON CONFLICT DO NOTHING
"""
FORGET_PEOPLE = "DELETE FROM league_import_person WHERE club = %s AND batch = %s AND told = ANY(%s::int[])"
FORGET_IDENTITIES = "DELETE FROM league_import_identity WHERE club = %s AND batch = %s AND told = ANY(%s::int[])"


def put(batch: Batch) -> None:
    state: Import = batch.after
    club, id, last = batch.stream.club, batch.stream.id, batch.events[-1]
    mapping = None if state.mapping is None else Jsonb(msgspec.to_builtins(state.mapping))
    header = None if state.mapping is None else state.header
    row = [club, id, state.status, state.format, header, mapping, state.total, state.done, state.staged_at]
    run(PUT_IMPORT, [*row, last.version, last.at])
    for event in batch.events:
        if isinstance(event.data, PieceApplied):
            _put_piece(club, id, event, event.data)
        elif isinstance(event.data, PersonKnown):
            key = secret_of(event, "key")
            if key is not None:
                run(PUT_PERSON, [club, id, event.version, key, event.data.member])
        elif isinstance(event.data, PartsErased):
            for statement in (FORGET_PEOPLE, FORGET_IDENTITIES):
                run(statement, [club, id, list(event.data.erases)])


def _put_piece(club: Any, id: Any, event: Recorded, piece: PieceApplied) -> None:
    run(PUT_GAMES, [club, id, "adds", list(piece.games)])
    run(PUT_GAMES, [club, id, "removes", list(piece.removes)])
    run(PUT_NIGHTS, [club, id, list(piece.nights)])
    secret = event.move_secret or {}
    plays = msgspec.convert(secret.get("plays", []), list[Identified])
    lines = [(identity, play, n == 0) for play in plays for n, identity in enumerate(play.ids)]
    run(
        PUT_IDENTITY,
        [
            *(club, id, event.version, [identity for identity, _, _ in lines], [play.game for _, play, _ in lines]),
            *([own for _, _, own in lines], [play.fingerprint for _, play, _ in lines]),
            [play.modified for _, play, _ in lines],
        ],
    )


PROJECTION = Projection(
    name="imports",
    kinds=frozenset({"import"}),
    tables=(models.Import, models.ImportGame, models.ImportNight, models.ImportIdentity, models.ImportPerson),
    apply=put,
)
