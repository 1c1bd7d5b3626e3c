"""The clock. The deadline is a column in PostgreSQL; a Celery task only says "look now".

A task that comes twice, late, or for another race does nothing, for the ruleset refuses its move; a sweep every second
takes what is overdue, so killing any worker or the broker loses no roll.
"""

from __future__ import annotations

import logging
from typing import Any
from uuid import UUID

import msgspec
from celery import shared_task
from celery.signals import worker_ready

from ledger.decider import Stream
from ledger.errors import Refused
from ledger.reading import load, stream_of
from ledger.registry import Batch
from ledger.sql import now, query
from ledger.store import execute
from ledger.writer import CLOCK
from races.game import GameDecider
from races.projecting import due_of
from races.rules.protocol import Due

logger = logging.getLogger(__name__)
OVERDUE_US = 300_000
SWEEP_LIMIT = 500
OVERDUE = "SELECT club, id, next_move::text FROM races_game WHERE next_at < %s::bigint ORDER BY next_at LIMIT %s::int"


def schedule(batch: Batch) -> None:
    """After each commit: a wake-up for the game's next deadline, if that is a new one."""
    if batch.stream.kind != GameDecider.kind:
        return
    due = due_of(batch.after)
    if due is not None and due != due_of(batch.before):
        wake(batch.stream.id, due, batch.events[-1].at)


def wake(game: UUID, due: Due, now: int) -> None:
    """Asks a worker to look at ``due.at``. Without a broker nothing fails and nothing is lost: the sweep looks."""
    move = msgspec.to_builtins(due.move)
    try:
        look.apply_async((str(game), due.at, move), countdown=max(0, due.at - now) / 1_000_000, retry=False)
    except Exception as error:  # kombu raises whatever the transport does, and none of it may reach a request
        logger.warning("game %s: no wake-up was sent (%s); the sweep will see to it", game, error)


@shared_task(name="races.look", ignore_result=True)
def look(game: str, due_at: int, move: dict[str, Any]) -> None:
    """Makes the clock's move, if it is still the one that is due."""
    stream = stream_of(UUID(game), "game")
    if stream is None:
        return
    early = due_at - now()
    if early > 0:
        # timers of brokers are allowed to be early; the deadline isn't
        look.apply_async((game, due_at, move), countdown=early / 1_000_000, retry=False)
        return
    play(stream, move)


@shared_task(name="races.sweep", ignore_result=True)
def sweep() -> None:
    """Takes what is overdue by more than 300 ms: its wake-up was lost."""
    for club, id, move in query(OVERDUE, [now() - OVERDUE_US, SWEEP_LIMIT]):
        play(Stream(club=club, id=id, kind="game"), msgspec.json.decode(move))


def play(stream: Stream, move: dict[str, Any]) -> None:
    """The clock's move on one game. Refused moves are no news here: somebody else was faster."""
    body = {name: value for name, value in move.items() if name != "type"}
    decoded = GameDecider().decode_move(move["type"], body, load(stream).state)
    try:
        execute(stream, decoded, actor=CLOCK)
    except Refused as refused:
        logger.debug("game %s: %s", stream.id, refused)


@worker_ready.connect
def catch_up(**_: Any) -> None:
    """A worker that starts looks at once, not in a second."""
    try:
        sweep.apply_async(retry=False)
    except Exception as error:
        logger.warning("no sweep at start (%s); beat sends one every second", error)
