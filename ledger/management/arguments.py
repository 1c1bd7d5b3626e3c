"""What the ledger's commands are told on the command line: a club by its name or id, a game by its id."""

from __future__ import annotations

from uuid import UUID

from django.core.management.base import CommandError

from ledger.decider import Stream
from ledger.reading import stream_of
from ledger.registry import club_named


def club(name: str) -> UUID:
    """Raises ``CommandError`` where nobody knows the club."""
    found = club_named(name)
    if found is None:
        raise CommandError(f"There is no club {name!r} here.")
    return found


def stream(id: str) -> Stream:
    """Raises ``CommandError`` for what is no id, or no stream's."""
    try:
        found = stream_of(UUID(id))
    except ValueError:
        raise CommandError(f"{id!r} is no id: a game's id is a UUID.") from None
    if found is None:
        raise CommandError(f"There is no game {id} here.")
    return found
