"""The worker's side of imports. A task only says "look now": what is to be done stands in PostgreSQL, and a sweep
finds an import whose worker died."""

from __future__ import annotations

import logging
from time import monotonic
from uuid import UUID

from celery import shared_task

from league.facts.imported import ImportStarted
from league.imports import applying
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.reading import load
from ledger.registry import Batch
from ledger.sql import now, query

logger = logging.getLogger(__name__)
A_WHILE_S = 20
"""A worker's thread is given back after that long, for others to have a turn."""
STALLED_US = 20_000_000
STALLED = "SELECT club, id FROM league_import WHERE status = 'applying' AND at < %s::bigint ORDER BY at LIMIT 20"
AGAIN = frozenset({"merge_conflict", "season_closed"})
"""What changed while a piece was put together; the next try sees it."""


def wake(batch: Batch) -> None:
    """After each commit: a worker is told of an import that was started."""
    if batch.stream.kind == "import" and any(isinstance(event.data, ImportStarted) for event in batch.events):
        tell(batch.stream)


def tell(stream: Stream) -> None:
    """Asks a worker to look. Without a broker nothing fails."""
    try:
        apply_import.apply_async((str(stream.club), str(stream.id)), retry=False)
    except Exception as error:  # kombu raises whatever the transport does, and none of it may reach a request
        logger.warning("import %s: no worker was told (%s); the sweep will see to it", stream.id, error)


@shared_task(name="league.apply_import", ignore_result=True)
def apply_import(club: str, id: str) -> None:
    """Applies pieces for a while, and asks for another turn where that wasn't enough."""
    stream = Stream(club=UUID(club), id=UUID(id), kind="import")
    if run(stream, A_WHILE_S):
        tell(stream)


@shared_task(name="league.resume_imports", ignore_result=True)
def resume_imports() -> None:
    """Takes up imports of which nothing was heard for a while."""
    for club, id in query(STALLED, [now() - STALLED_US]):
        run(Stream(club=club, id=id, kind="import"), A_WHILE_S)


def run(stream: Stream, seconds: float | None = None) -> bool:
    """Applies piece after piece, for at most so many seconds. → is anything left to do? Two that run at once don't
    disturb each other: a piece goes in once."""
    until = None if seconds is None else monotonic() + seconds
    tries = 0
    while True:
        state = load(stream).state
        if state.status != "applying":
            return False
        try:
            applying.apply_piece(stream, state)
            tries = 0
        except Refused as refused:
            if refused.code in ("version_changed", "not_running"):
                return False
            tries += 1
            if refused.code not in AGAIN or tries > 3:
                logger.error("import %s stops at play %d: %s", stream.id, state.done, refused)
                return False
        if until is not None and monotonic() > until:
            return True
