"""What a closed night leaves behind: a signed checkpoint, whoever or whatever closed it."""

from __future__ import annotations

import logging

from league.facts.imported import ImportFinished
from league.facts.night import NightClosed
from ledger import checkpoints
from ledger.errors import Refused
from ledger.registry import Batch

logger = logging.getLogger(__name__)


def closes_night(batch: Batch) -> bool:
    """A night that was played; or an import as a whole, not each of the many nights that it opens and closes."""
    if batch.actor.kind == "import":
        return any(isinstance(event.data, ImportFinished) for event in batch.events)
    return any(isinstance(event.data, NightClosed) for event in batch.events)


def sign(batch: Batch) -> None:
    """After the commit of a night's close. A ledger that isn't as it was signed before keeps nobody from going home:
    the log says so, and every audit."""
    if not closes_night(batch):
        return
    try:
        checkpoints.sign(batch.stream.club)
    except Refused as refused:
        logger.error("club %s: no checkpoint was signed: %s", batch.stream.club, refused.sentence)
