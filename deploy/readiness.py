"""``GET /readyz``: 200 once database, schema, broker, live process, worker and clock all work."""

from __future__ import annotations

import functools

import redis
from django.conf import settings
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from psycopg_pool import PoolTimeout

from deploy import heartbeat


def readyz(request: HttpRequest) -> JsonResponse:
    """``{"ready", "waiting_for": ["database", "migrations", "broker", "worker", "beat", "live"]}``; 503 if any."""
    waiting = [*_database(), *_broker()]
    answer = JsonResponse({"ready": not waiting, "waiting_for": waiting}, status=503 if waiting else 200)
    answer["Cache-Control"] = "no-store"
    if waiting:
        answer["Retry-After"] = "1"
    return answer


def _database() -> list[str]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return [] if _migrated() else ["migrations"]
    except (Error, PoolTimeout):
        return ["database"]


def _migrated() -> bool:
    """Whether the schema is this code's; once it is, it stays so for this process's life."""
    global _seen_migrated
    if not _seen_migrated:
        executor = MigrationExecutor(connection)
        _seen_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _seen_migrated


_seen_migrated = False


def _broker() -> list[str]:
    try:
        return heartbeat.missing(_redis(), settings.RAILBIRD_INSTANCE)
    except redis.RedisError:
        return ["broker"]


@functools.cache
def _redis() -> redis.Redis:
    return heartbeat.connect(settings.REDIS_URL)
