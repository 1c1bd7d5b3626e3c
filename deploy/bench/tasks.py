"""The peer of a roll's lateness: a bare Celery task with a countdown, in the same worker on the same broker."""

from __future__ import annotations

import time

import redis
from celery import shared_task
from django.conf import settings


@shared_task(name="bench.tick", ignore_result=True)
def tick(key: str, due: float, pace: float, left: int) -> None:
    """Notes under ``key`` in Redis how late (s) it is for ``due`` (s since 1970), and asks for the next one, ``left``
    times in all. It looks at nothing and writes nothing."""
    late = time.time() - due
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.rpush(key, late)
    if left:
        due += pace
        tick.apply_async((key, due, pace, left - 1), countdown=max(0.0, due - time.time()))
