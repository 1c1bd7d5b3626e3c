"""Live events in memory: every stream is read once per process, however many listen.

A :class:`Hub` has a :class:`Room` per topic somebody listens to. Redis says when to look (``ledger.publishing``), and
since that is only a hint, the hub looks at the clubs' cursors every second anyway. Nothing here is asked per listener:
an event is rendered once when it is read, and once more if it has a sealed part.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection

from ledger.decider import Stream
from ledger.publishing import channel
from ledger.reading import Stored, club_events, stream_events
from ledger.sql import query

logger = logging.getLogger(__name__)
T = TypeVar("T")
Render = Callable[[Stored, bool], bytes]
"""``render(event, with its sealed part?)`` → the bytes to send; called in a thread, so it may ask the database."""
KEEP = 1000
PAGE = 500
LOOK_EVERY_S = 1.0
HEADS = """
    SELECT c.club, (SELECT p.cursor FROM ledger_position p WHERE p.club = c.club ORDER BY p.cursor DESC LIMIT 1)
    FROM unnest(%s::uuid[]) AS c(club)
"""


class Topic(msgspec.Struct, frozen=True):
    """What is listened to: one stream, where a position is an event's version; or a whole club (``stream`` None), where
    it is the cursor. ``render``: one function per kind of topic, so that equal topics are equal."""

    club: UUID
    render: Render
    stream: Stream | None = None

    def position(self, event: Stored) -> int:
        return event.cursor if self.stream is None else event.version

    def read(self, after: int) -> list[Entry]:
        """The next events, rendered. In a thread."""
        events = club_events(self.club, after, PAGE) if self.stream is None else stream_events(self.stream, after, PAGE)
        return [Entry(self.position(event), event, self.render) for event in events]

    def head(self) -> int:
        if self.stream is None:
            sql, params = "SELECT max(cursor) FROM ledger_position WHERE club = %s", [self.club]
        else:
            sql = "SELECT max(version) FROM ledger_event WHERE club = %s AND stream = %s"
            params = [self.club, self.stream.id]
        return query(sql, params)[0][0] or 0


class Entry:
    """An event as it goes out: ``hidden`` to everybody, ``shown`` (with its sealed part) to who may read that."""

    __slots__ = ("event", "hidden", "position", "shown")

    def __init__(self, position: int, event: Stored, render: Render) -> None:
        self.position = position
        self.event = event
        self.hidden = render(event, False)
        self.shown = self.hidden if event.sealed is None else render(event, True)

    def frame(self, who: frozenset[str]) -> bytes:
        return self.shown if self.event.visible_to(who) else self.hidden

    def open(self) -> None:
        """A later event made the sealed part public."""
        self.event = msgspec.structs.replace(self.event, opened=True)

    def erase(self) -> None:
        """A later event deleted the sealed part."""
        self.event = msgspec.structs.replace(self.event, sealed=None)
        self.shown = self.hidden


class Room:
    """The latest events of one topic and whoever waits for more."""

    def __init__(self, topic: Topic, head: int) -> None:
        self.topic = topic
        self.head = head
        self.floor = head
        self.listeners = 0
        self.entries: deque[Entry] = deque()
        self.wanted = asyncio.Event()
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def add(self, entries: list[Entry]) -> None:
        for entry in entries:
            if entry.position <= self.head:
                continue
            self.head = entry.position
            self.entries.append(entry)
            if '"opens":[' in entry.event.record or '"erases":[' in entry.event.record:
                self._unseal(entry.event)
        while len(self.entries) > KEEP:
            self.floor = self.entries.popleft().position
        self.changed.set()
        self.changed = asyncio.Event()

    def _unseal(self, by: Stored) -> None:
        """What an event opens or erases, among those that are remembered here."""
        data = msgspec.json.decode(by.record)["data"]
        opened, erased = (set(data.get(name, ())) for name in ("opens", "erases"))
        for entry in self.entries:
            if entry.event.stream == by.stream and entry.event.version in opened:
                entry.open()
            if entry.event.stream == by.stream and entry.event.version in erased:
                entry.erase()

    def after(self, position: int) -> list[Entry] | None:
        """What came after ``position``; None if that is further back than the room remembers."""
        if position < self.floor:
            return None
        return [entry for entry in self.entries if entry.position > position]


class Hub:
    """All rooms of this process. Start :meth:`run` once, in the event loop that serves."""

    def __init__(self, threads: int = 4) -> None:
        self._rooms: dict[Topic, Room] = {}
        self._heads: dict[UUID, int] = {}
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="live")

    async def call(self, work: Callable[..., T], *args: Any) -> T:
        """Database work in a thread, its connection given back to the pool at once."""

        def guarded() -> T:
            try:
                return work(*args)
            finally:
                connection.close()

        return await asyncio.get_running_loop().run_in_executor(self._pool, guarded)

    async def listen(self, topic: Topic, after: int | None) -> AsyncIterator[list[Entry]]:
        """Batches of entries after position ``after`` (None: from now on), each once and in order; an empty batch when
        nothing came for a while, so that the caller can send a heartbeat. Raises :class:`Ahead` if ``after`` lies
        beyond the log: the listener knows events that this database doesn't."""
        room = await self._enter(topic)
        try:
            position = room.head if after is None else after
            if position > room.head and position > await self.call(topic.head):
                raise Ahead
            while True:
                changed = room.changed
                entries = room.after(position)
                if entries is None:
                    entries = await self.call(topic.read, position)
                if entries:
                    position = entries[-1].position
                    yield entries
                    continue
                try:
                    # not asyncio.wait_for: before Python 3.12 it loses a cancellation that comes with what it waits for
                    async with asyncio.timeout(settings.RAILBIRD_HEARTBEAT_S):
                        await changed.wait()
                except TimeoutError:
                    yield []
        finally:
            self._leave(room)

    async def _enter(self, topic: Topic) -> Room:
        room = self._rooms.get(topic)
        if room is None:
            head = await self.call(topic.head)
            room = self._rooms.setdefault(topic, Room(topic, head))
            if room.task is None:
                room.task = asyncio.create_task(self._read(room))
        room.listeners += 1
        room.wanted.set()  # what was appended between reading the head and being told by hints
        return room

    def _leave(self, room: Room) -> None:
        room.listeners -= 1
        if room.listeners == 0:
            self._rooms.pop(room.topic, None)
            if room.task is not None:
                room.task.cancel()

    async def _read(self, room: Room) -> None:
        """The one reader of a room."""
        while True:
            await room.wanted.wait()
            room.wanted.clear()
            try:
                while entries := await self.call(room.topic.read, room.head):
                    room.add(entries)
                    if len(entries) < PAGE:
                        break
            except DatabaseError as error:
                logger.warning("live: the database can't be read just now (%s)", error)

    def hint(self, club: UUID, stream: UUID | None = None) -> None:
        """Something was appended: look."""
        for topic, room in self._rooms.items():
            if topic.club == club and (stream is None or topic.stream is None or topic.stream.id == stream):
                room.wanted.set()

    async def run(self) -> None:
        """Hints from Redis, and a look at the cursors every second whatever Redis says. Ends when cancelled."""
        await asyncio.gather(_forever(self._hear), _forever(self._look))

    async def _hear(self) -> None:
        import redis.asyncio
        from redis.exceptions import RedisError

        # with a socket_timeout it would write by asyncio.wait_for: see listen()
        client = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=None)
        try:
            async with client.pubsub() as hints:
                await hints.subscribe(channel())
                async for message in hints.listen():
                    if message["type"] == "message":
                        club, stream, _ = message["data"].decode().split()
                        self.hint(UUID(club), UUID(stream))
        except (RedisError, OSError) as error:
            logger.warning("live: no hints just now (%s); looking every second", error)
        finally:
            await client.aclose()

    async def _look(self) -> None:
        clubs = {topic.club for topic in self._rooms}
        if not clubs:
            self._heads.clear()
            return
        try:
            rows = await self.call(query, HEADS, [list(clubs)])
        except DatabaseError as error:
            logger.warning("live: the database can't be read just now (%s)", error)
            return
        for club, head in rows:
            if head != self._heads.get(club):
                self._heads[club] = head
                self.hint(club)


class Ahead(Exception):
    """The listener's position lies beyond the end of the log."""


async def _forever(step: Callable[[], Awaitable[None]]) -> None:
    while True:
        await step()
        await asyncio.sleep(LOOK_EVERY_S)
