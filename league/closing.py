"""What a closed night leaves behind: a signed checkpoint, whoever or whatever closed it; and how one is signed at all.

Each is told as an event of the club, ``checkpoint_signed``, so that it leaves the house with the feed that everybody
follows: it comes after what it signs, once and for all, and is under the next one's signature itself.
"""

from __future__ import annotations

import logging
from uuid import UUID

from league.facts.base import sent
from league.facts.club import NoteCheckpoint
from league.facts.imported import ImportFinished
from league.facts.night import NightClosed
from ledger import checkpoints, signing
from ledger.checkpoints import Checkpoint
from ledger.decider import Actor, Stream
from ledger.errors import Refused, Unavailable
from ledger.reading import club_events
from ledger.registry import Batch
from ledger.store import execute

logger = logging.getLogger(__name__)


def closes_night(batch: Batch) -> bool:
    """A night that was played; or an import as a whole, not each of the many nights that it opens and closes."""
    if batch.actor.kind == "import":
        return any(isinstance(event.data, ImportFinished) for event in batch.events)
    return any(isinstance(event.data, NightClosed) for event in batch.events)


def sign(club: UUID, actor: Actor) -> Checkpoint:
    """A checkpoint over all that has happened in the club, told in its feed; the last one again if nothing but its own
    telling came since. Refuses as :func:`ledger.checkpoints.sign`."""
    last = checkpoints.latest(club)
    if last is not None and last.key == signing.key_id(signing.public_bytes(signing.current())):
        since = club_events(club, last.cursor, 2)
        if [event.type for event in since] == ["checkpoint_signed"]:
            return last
    made = checkpoints.sign(club)
    note = NoteCheckpoint(cursor=made.cursor, root=made.root, at=made.at, key=made.key, signature=made.signature)
    execute(Stream(club=club, id=club, kind="club"), sent(note), actor=actor)
    return made


def sign_night(batch: Batch) -> None:
    """After the commit of a night's close. A ledger that isn't as it was signed before keeps nobody from going home:
    the log says so, and every audit."""
    if not closes_night(batch):
        return
    try:
        sign(batch.stream.club, batch.actor)
    except (Refused, Unavailable) as refused:
        logger.error("club %s: no checkpoint was signed: %s", batch.stream.club, refused)
