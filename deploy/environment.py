"""What a process of ours is told: the environment that :mod:`deploy.settings` reads."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def for_django(
    *,
    instance: str,
    secret_key: str,
    database_url: str,
    redis_url: str,
    data: Path,
    url: str = "http://127.0.0.1:8000",
    hosts: Sequence[str] = ("127.0.0.1", "localhost"),
    pool: int = 0,
) -> dict[str, str]:
    """Our own environment with the settings in it. ``pool``: database connections of one process, with the time
    limits of serving; 0: one connection a thread, no limits (commands, migrations)."""
    given = {
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "RAILBIRD_INSTANCE": instance,
        "RAILBIRD_SECRET_KEY": secret_key,
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "RAILBIRD_DATA": str(data),
        "RAILBIRD_URL": url,
        "RAILBIRD_HOSTS": ",".join(hosts),
        "RAILBIRD_DATABASE_POOL": str(pool),
        "PYTHONUNBUFFERED": "1",
    }
    # Already in the environment of `deploy/up` where a person chose it: decks for tests, the log level.
    return {**os.environ, **given}
