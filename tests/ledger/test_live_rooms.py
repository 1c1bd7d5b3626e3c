"""What the live process remembers: a sealed part that is erased goes from its memory with the event that erases it."""

from __future__ import annotations

import asyncio

import pytest

from ledger.live import Entry, Room, Topic
from ledger.reading import Stored, stream_events
from ledger.store import execute
from tests.ledger.tally import erase, new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


def render(event: Stored, secret: bool) -> bytes:
    return f"{event.version} {event.sealed if secret else '-'}".encode()


def test_what_is_erased_is_shown_to_nobody_any_more() -> None:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5, note="for beer"), actor=seat(1))
    before = stream_events(stream)
    execute(stream, erase(2), actor=seat(1))
    erasing = stream_events(stream, after=2)

    async def told() -> tuple[bytes, bytes]:
        room = Room(Topic(stream.club, render, stream), 0)
        room.add([Entry(event.version, event, render) for event in before])
        mine = room.entries[1].frame(frozenset({"seat:1"}))
        room.add([Entry(event.version, event, render) for event in erasing])
        return mine, room.entries[1].frame(frozenset({"seat:1"}))

    first, then = asyncio.run(told())
    assert b"for beer" in first
    assert then == b"2 -"
