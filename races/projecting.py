"""The inline projection of games: one row each, and one for every seat."""

from __future__ import annotations

from uuid import UUID

import msgspec

from ledger.registry import Batch, Projection
from ledger.sql import run
from races import links
from races.frame import Frame, GameState
from races.models import Game, Seat

INSERT_GAME = """
    INSERT INTO races_game (id, club, night, ruleset, ruleset_version, label, title, source, source_id, counts, rigged,
        join_code, opened_at, status, phase, next_at, next_move)
    VALUES (%s, %s, %s, %s, %s::int, %s, %s, %s, %s, %s, %s, %s, %s::bigint, %s, %s, %s::bigint, %s::text::jsonb)
"""
UPDATE_GAME = """
    UPDATE races_game SET status = %s, phase = %s, next_at = %s::bigint, next_move = %s::text::jsonb WHERE id = %s
"""
UPDATE_FRAME = (
    "UPDATE races_game SET night = %s, counts = %s, label = %s, title = %s, source = %s, source_id = %s WHERE id = %s"
)
UPSERT_SEAT = """
    INSERT INTO races_seat (club, game, seat, colour, member, bot, state)
    VALUES (%s, %s, %s::smallint, %s, %s, %s, %s)
    ON CONFLICT (game, seat) DO UPDATE
    SET member = excluded.member, bot = excluded.bot, state = excluded.state
"""


def _standing(state: GameState) -> tuple[str, str, int | None, str | None]:
    """→ status, phase, and when (µs) the clock must make which move (JSON)."""
    assert state.frame is not None
    summary, due = state.summary, state.due
    status = "void" if state.frame.void else summary.status
    if due is None:
        return status, summary.phase, None, None
    return status, summary.phase, due.at, msgspec.json.encode(due.move).decode()


def _called(frame: Frame) -> tuple[UUID, bool, str, str, str | None, str | None]:
    return frame.night, frame.counts, frame.label, frame.title, *_external(frame)


def _external(frame: Frame) -> tuple[str | None, str | None]:
    return (None, None) if frame.external is None else (frame.external.source, frame.external.id)


def apply(batch: Batch) -> None:
    frame: Frame = batch.after.frame
    game, club = batch.stream.id, batch.stream.club
    now = _standing(batch.after)
    if batch.before.frame is None:
        run(
            INSERT_GAME,
            [
                *(game, club, frame.night, frame.ruleset.key, frame.ruleset.version, frame.label, frame.title),
                *_external(frame),
                *(frame.counts, frame.rigged, links.join_code(game), batch.events[0].at, *now),
            ],
        )
    elif now != _standing(batch.before):  # a bet, say, changes nothing here: no need to touch the row
        run(UPDATE_GAME, [*now, game])
    before: Frame | None = batch.before.frame
    if before is not None and _called(before) != _called(frame):
        run(UPDATE_FRAME, [*_called(frame), game])
    known = () if before is None else before.seats
    for chair in frame.seats:
        if chair not in known:
            run(UPSERT_SEAT, [club, game, chair.seat, chair.colour, chair.member, chair.bot, chair.state])


PROJECTION = Projection(name="games", kinds=frozenset({"game"}), tables=(Game, Seat), apply=apply)
