"""After a commit: a hint to whoever waits for news. Redis is never the truth, so a missing one costs nothing but the
hint: listeners look at the cursor every second anyway.

Nobody who writes waits for the broker: a thread of each process sends what has gathered, in one go.
"""

from __future__ import annotations

import atexit
import logging
import os
from functools import cache
from queue import Empty, SimpleQueue
from threading import Thread
from time import sleep
from typing import Any

from django.conf import settings

from ledger.decider import Stream

logger = logging.getLogger(__name__)
AT_ONCE = 500
"""So many hints at most go out together."""
GATHER_S = 0.01
"""After a hint the next ones gather for so long: sending each of them alone took a fifth of a busy process's time."""
FAREWELL_S = 3
"""A process that ends waits so long at most for its last hints."""


def channel() -> str:
    """The channel of this instance: two instances on one Redis must not hear each other."""
    return f"railbird:{settings.RAILBIRD_INSTANCE}:log"


def publish(stream: Stream, cursor: int) -> None:
    """Says ``<club> <stream> <cursor>`` on the instance's channel, soon. Never raises, never waits."""
    _hints().put(f"{stream.club} {stream.id} {cursor}")


@cache
def _client(url: str) -> Any:
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return Redis.from_url(url, socket_timeout=2, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0))


@cache
def _hints() -> SimpleQueue[str | None]:
    """The queue of this process, and the thread that empties it: both made when the first hint is given. (Two threads
    that come first at once make two of each, which does no harm: each is emptied.)"""
    hints: SimpleQueue[str | None] = SimpleQueue()
    thread = Thread(target=_send, args=(hints,), name="hints", daemon=True)
    thread.start()
    atexit.register(_end, hints, thread)
    return hints


def _end(hints: SimpleQueue[str | None], thread: Thread) -> None:
    """A command that writes and ends sends its hints first; and a thread that is cut off in the middle of an import
    would keep the lock that the end of the process may ask for."""
    hints.put(None)
    thread.join(FAREWELL_S)


def _send(hints: SimpleQueue[str | None]) -> None:
    """Sends what comes, until None comes."""
    more = True
    while more:
        batch = [hints.get()]
        try:
            while len(batch) < AT_ONCE:
                batch.append(hints.get_nowait())
        except Empty:
            pass
        more = None not in batch
        try:
            with _client(settings.REDIS_URL).pipeline(transaction=False) as together:
                for hint in batch:
                    if hint is not None:
                        together.publish(channel(), hint)
                together.execute()
        except Exception as error:  # RedisError, or whatever comes up while the process ends: this thread must go on
            logger.warning("no hint was published (%s); listeners will look within a second", error)
        if more:
            sleep(GATHER_S)


os.register_at_fork(after_in_child=_hints.cache_clear)  # threads stay behind
