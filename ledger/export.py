"""The log as JSON Lines: one event a line in the club's order, in the API's shape, with its club.

``python -m ledger.verify FILE`` checks such a file anywhere. Sealed parts are written as far as everybody may read
them; the club's own archive may hold all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import msgspec

from ledger.decider import Stream
from ledger.http.events import event_json
from ledger.reading import Stored, club_events, head_cursor, stream_events

PAGE = 500


class Unreadable(Exception):
    """An event whose record is none (any more): it can't be written as a line."""

    def __init__(self, event: Stored) -> None:
        place = f"Event {event.version} of stream {event.stream} (cursor {event.cursor})"
        super().__init__(f"{place} can't be exported: its record is not the JSON of an event. `verify` says more.")


def export_club(club: UUID, *, with_secrets: bool = False) -> Iterator[bytes]:
    """Lines (with their newline) of all events of a club up to its latest cursor as of now."""
    last, after = head_cursor(club), 0
    while after < last:
        for event in club_events(club, after, min(PAGE, last - after)):
            yield line(event, with_secrets=with_secrets)
            after = event.cursor


def export_stream(stream: Stream, *, with_secrets: bool = False) -> Iterator[bytes]:
    """Lines of one stream's events: a game, for whoever wants to check just that."""
    after = 0
    while page := stream_events(stream, after, PAGE):
        for event in page:
            yield line(event, with_secrets=with_secrets)
        after = page[-1].version


def line(event: Stored, *, with_secrets: bool) -> bytes:
    """One event as a line. ``with_secrets``: also what is still sealed. Raises :class:`Unreadable`."""
    sealed = event.sealed if event.opened or with_secrets else None
    try:
        shown = bytes(event_json(event.record, event.hash, event.cursor, sealed))
    except msgspec.DecodeError as error:
        raise Unreadable(event) from error
    return shown[:-1] + b',"club":"%s"}\n' % str(event.club).encode()
