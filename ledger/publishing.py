"""After a commit: a hint to whoever waits for news. Redis is never the truth, so a missing one costs nothing but the
hint: listeners look at the cursor every second anyway."""

from __future__ import annotations

import logging
from functools import cache

from django.conf import settings

from ledger.decider import Stream

logger = logging.getLogger(__name__)


def channel() -> str:
    """The channel of this instance: two instances on one Redis must not hear each other."""
    return f"railbird:{settings.RAILBIRD_INSTANCE}:log"


@cache
def _client():  # type: ignore[no-untyped-def]
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=0.3, socket_connect_timeout=0.3, retry=Retry(NoBackoff(), 0)
    )


def publish(stream: Stream, cursor: int) -> None:
    """Says ``<club> <stream> <cursor>`` on the instance's channel. Never raises."""
    from redis.exceptions import RedisError

    try:
        _client().publish(channel(), f"{stream.club} {stream.id} {cursor}")
    except RedisError as error:
        logger.warning("no hint was published (%s); listeners will look within a second", error)
