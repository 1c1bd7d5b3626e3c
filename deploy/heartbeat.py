"""Signs of life of the processes that no request passes through: keys in Redis that expire.

Each of ``worker`` (by running a task), ``beat`` (by having sent one) and ``live`` (from its event loop) says at least
every two seconds that it works; silence of more than :data:`SILENCE` seconds means it doesn't.
"""

from __future__ import annotations

import functools
import os
from typing import Any

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

PROCESSES = ("worker", "beat", "live")
SILENCE = 5
"""Seconds."""


def key(instance: str, process: str) -> str:
    return f"railbird:{instance}:alive:{process}"


def beat(process: str) -> None:
    """Say that this process works. Without a broker it can't be said, and that is no error here."""
    try:
        _client().set(key(os.environ["RAILBIRD_INSTANCE"], process), os.getpid(), ex=SILENCE)
    except redis.RedisError:
        pass


def missing(client: redis.Redis, instance: str) -> list[str]:
    """Which processes were not heard of lately. Raises :class:`redis.RedisError`."""
    values: Any = client.mget([key(instance, process) for process in PROCESSES])
    return [process for process, value in zip(PROCESSES, values, strict=True) if value is None]


def connect(url: str) -> redis.Redis:
    """A client that answers or fails at once: half a second, no second try."""
    return redis.Redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5, retry=Retry(NoBackoff(), 0))


@functools.cache
def _client() -> redis.Redis:
    return connect(os.environ["REDIS_URL"])
