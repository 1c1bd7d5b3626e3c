"""The live process: a sealed part that is erased goes from its memory with the event that erases it; and it ends."""

from __future__ import annotations

import asyncio

import pytest

from ledger.live import Entry, Hub, Room, Topic
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


def test_it_ends_when_cancelled_twice_at_whatever_moment_of_connecting_to_valkey() -> None:
    """As a process that stops does: by hand, and when its event loop is closed."""

    async def still_running(steps: int, between: int) -> bool:
        running = asyncio.create_task(Hub().run())
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        for _ in range(between):
            await asyncio.sleep(0)
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        _, pending = await asyncio.wait(rest, timeout=5) if rest else (set(), set())
        for task in pending:
            task.cancel()
        return bool(pending)

    async def all_moments() -> list[tuple[int, int]]:
        return [(n, between) for n in range(25) for between in (0, 2) if await still_running(n, between)]

    assert asyncio.run(all_moments()) == []


def test_who_leaves_just_as_something_comes_is_gone() -> None:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    topic = Topic(stream.club, render, stream)

    async def still_listening(steps: int) -> bool:
        hub = Hub()

        async def listen() -> None:
            async for _ in hub.listen(topic, None):
                pass

        listening = asyncio.create_task(listen())
        while topic not in hub._rooms:
            await asyncio.sleep(0)
        for _ in range(10):
            await asyncio.sleep(0)
        hub._rooms[topic].add([])
        for _ in range(steps):
            await asyncio.sleep(0)
        listening.cancel()
        await asyncio.wait([listening], timeout=1)
        return not listening.done() or topic in hub._rooms

    async def all_moments() -> list[int]:
        return [steps for steps in range(5) if await still_listening(steps)]

    assert asyncio.run(all_moments()) == []
