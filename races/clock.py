"""The clock. The deadline is a column in PostgreSQL; a Celery task only says "look now".

A worker that hears of a deadline sets an alarm of its own for it; when it has made the move, it knows the next deadline
itself, and nobody need send it (docs/decisions/alarms.md). A move that comes twice, late, or for another race does
nothing, for the ruleset refuses it; a sweep every second takes what is overdue, so killing any worker or the broker
loses no roll.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from celery import shared_task
from celery.signals import worker_ready
from django.db import OperationalError, connection

from ledger.decider import Move, Stream
from ledger.errors import Refused
from ledger.reading import load, stream_of
from ledger.registry import Batch
from ledger.sql import now, query
from ledger.store import execute
from ledger.writer import CLOCK
from races.alarms import Alarms
from races.game import GameDecider, wrap
from races.rules.protocol import Due

logger = logging.getLogger(__name__)
THREADS = 4
OVERDUE_US = 300_000
SWEEP_LIMIT = 500
OVERDUE = "SELECT club, id, next_move::text FROM races_game WHERE next_at < %s::bigint ORDER BY next_at LIMIT %s::int"
COMING = "SELECT club, id, next_at, next_move::text FROM races_game WHERE next_at IS NOT NULL"

alarms = Alarms()
"""Running in a worker, and nowhere else."""


def schedule(batch: Batch) -> None:
    """After each commit: a wake-up for the game's next deadline, if that is a new one."""
    if batch.stream.kind != GameDecider.kind:
        return
    due = batch.after.due
    if due is not None and due != batch.before.due:
        wake(batch.stream, due, batch.events[-1].at)


def wake(game: Stream, due: Due, at: int) -> None:
    """Somebody shall look at ``due.at``: this worker, or any; the database's clock was at ``at`` (µs since 1970) a
    moment ago. Without a broker nothing fails and nothing is lost: the sweep looks."""
    if alarms.running:
        alarms.hear(at)
        _set(game, due.at, wrap(due.move))
        return
    try:
        look.apply_async((str(game.id), due.at, msgspec.to_builtins(due.move)), retry=False)
    except Exception as error:  # kombu raises whatever the transport does, and none of it may reach a request
        logger.warning("game %s: no wake-up was sent (%s); the sweep will see to it", game.id, error)


@shared_task(name="races.look", ignore_result=True)
def look(game: str, due_at: int, move: dict[str, Any]) -> None:
    """Sets an alarm for the clock's move."""
    stream = stream_of(UUID(game), "game")
    if stream is not None:
        alarms.hear(now())
        _set(stream, due_at, _decoded(stream, move))


@shared_task(name="races.sweep", ignore_result=True)
def sweep() -> None:
    """Takes what is overdue by more than 300 ms: its wake-up was lost."""
    for club, id, move in query(OVERDUE, [now() - OVERDUE_US, SWEEP_LIMIT]):
        stream = Stream(club=club, id=id, kind="game")
        with _apart(stream):
            play(stream, _decoded(stream, msgspec.json.decode(move)))


def play(stream: Stream, move: Move) -> str | None:
    """The clock's move on one game. Refused moves are no news here: somebody else was faster. → the code, if it was
    refused."""
    try:
        execute(stream, move, actor=CLOCK)
    except Refused as refused:
        logger.debug("game %s: %s", stream.id, refused)
        return refused.code
    return None


def _set(stream: Stream, due_at: int, move: Move) -> None:
    alarms.set(due_at, partial(_ring, stream, due_at, move))


def _ring(stream: Stream, due_at: int, move: Move) -> None:
    try:
        refused = play(stream, move)
    except OperationalError:  # an alarm's thread keeps its connection, and the database may have been restarted
        connection.close()
        refused = play(stream, move)
    if refused != "too_early":
        return
    due = load(stream).state.due
    if due is not None and due.at == due_at:  # else there was a pause, and the deadline after it has its own alarm
        alarms.hear(now(), early=True)
        _set(stream, due_at, move)


def _decoded(stream: Stream, move: dict[str, Any]) -> Move:
    body = {name: value for name, value in move.items() if name != "type"}
    return GameDecider().decode_move(move["type"], body, load(stream).state)


@contextmanager
def _apart(game: Stream) -> Iterator[None]:
    """What is wrong with one game is logged, and stops none of the others; a database that is gone stops them all."""
    try:
        yield
    except OperationalError:
        raise
    except Exception:
        logger.exception("game %s: the clock can't move it", game.id)


@worker_ready.connect
def catch_up(**_: Any) -> None:
    """A worker that starts sets an alarm for each deadline there is; other workers' may ring as well."""
    alarms.start(THREADS)
    alarms.set(0, _look_at_all)


def _look_at_all() -> None:
    alarms.hear(now())
    for club, id, due_at, move in query(COMING, []):
        stream = Stream(club=club, id=id, kind="game")
        with _apart(stream):
            _set(stream, due_at, _decoded(stream, msgspec.json.decode(move)))
