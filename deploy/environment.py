"""What a process of ours is told: the environment that :mod:`deploy.settings` reads."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def settings(
    *,
    instance: str,
    secret_key: str,
    database_url: str,
    redis_url: str,
    data: Path,
    app_role: str = "railbird_app",
    url: str = "http://127.0.0.1:8000",
    hosts: Sequence[str] = ("127.0.0.1", "localhost"),
    pool: int = 0,
) -> dict[str, str]:
    """The settings as environment variables. ``pool``: database connections of one process, with the time limits of
    serving; 0: one connection a thread, no limits (commands, migrations)."""
    return {
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "RAILBIRD_INSTANCE": instance,
        "RAILBIRD_SECRET_KEY": secret_key,
        "RAILBIRD_APP_ROLE": app_role,
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "RAILBIRD_DATA": str(data),
        "RAILBIRD_URL": url,
        "RAILBIRD_HOSTS": ",".join(hosts),
        "RAILBIRD_DATABASE_POOL": str(pool),
        "PYTHONUNBUFFERED": "1",
    }


def with_settings(given: Mapping[str, str]) -> dict[str, str]:
    """Our own environment (in which a person may have asked for test decks or a log level) with settings in it."""
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_OWNER_URL"}
    return {**inherited, **given}
