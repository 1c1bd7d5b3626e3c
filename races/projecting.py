"""The inline projection of games: one row each, and one for every seat."""

from __future__ import annotations

import msgspec

from ledger.registry import Batch, Projection
from ledger.sql import run
from races import links
from races.game import Frame, GameState
from races.models import Game, Seat
from races.rules.protocol import Due

UPSERT_GAME = """
    INSERT INTO races_game (id, club, night, ruleset, ruleset_version, label, title, status, phase, version, counts,
        rigged, join_code, opened_at, changed_at, next_at, next_move)
    VALUES (%s, %s, %s, %s, %s::int, %s, %s, %s, %s, %s::int, %s, %s, %s, %s::bigint, %s::bigint, %s::bigint,
        %s::text::jsonb)
"""
UPDATE_GAME = """
    UPDATE races_game SET status = %s, phase = %s, version = %s::int, changed_at = %s::bigint, next_at = %s::bigint,
        next_move = %s::text::jsonb
    WHERE id = %s
"""
UPSERT_SEAT = """
    INSERT INTO races_seat (club, game, seat, colour, member, bot, state)
    VALUES (%s, %s, %s::smallint, %s, %s, %s, %s)
    ON CONFLICT (game, seat) DO UPDATE SET member = excluded.member, state = excluded.state
"""


def due_of(state: GameState) -> Due | None:
    return None if state.frame is None else state.frame.ruleset.due(state.play)


def apply(batch: Batch) -> None:
    state: GameState = batch.after
    frame = state.frame
    assert frame is not None
    summary = frame.ruleset.summary(state.play)
    due = due_of(state)
    last = batch.events[-1]
    next_at = None if due is None else due.at
    next_move = None if due is None else msgspec.json.encode(due.move).decode()
    game, club = batch.stream.id, batch.stream.club
    if batch.events[0].version == 1:
        run(
            UPSERT_GAME,
            [
                *(game, club, frame.night, frame.ruleset.key, frame.ruleset.version, frame.label, frame.title),
                *(summary.status, summary.phase, last.version, frame.counts, frame.rigged, links.join_code(game)),
                *(batch.events[0].at, last.at, next_at, next_move),
            ],
        )
    else:
        run(UPDATE_GAME, [summary.status, summary.phase, last.version, last.at, next_at, next_move, game])
    before: Frame | None = batch.before.frame
    known = () if before is None else before.seats
    for chair in frame.seats:
        if chair not in known:
            run(UPSERT_SEAT, [club, game, chair.seat, chair.colour, chair.member, chair.bot, chair.state])


PROJECTION = Projection(name="games", kinds=frozenset({"game"}), tables=(Game, Seat), apply=apply)
