"""Prepared statements, bound by the server, on Django's connection: the hot path skips the ORM, not the pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection
from psycopg import Cursor


def _cursor() -> Cursor[tuple[Any, ...]]:
    """Django's own cursors bind on the client, which can't be prepared."""
    connection.ensure_connection()
    return Cursor(connection.connection)


def query(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows of one statement. Raises Django's database errors."""
    with connection.wrap_database_errors:
        return _cursor().execute(sql, params, prepare=True, binary=True).fetchall()


def run(sql: str, params: Sequence[Any]) -> int:
    """One statement without rows; → how many rows it touched. Raises Django's database errors."""
    with connection.wrap_database_errors:
        return _cursor().execute(sql, params, prepare=True).rowcount


def now() -> int:
    """The database's clock, the one clock there is: µs since 1970."""
    clock: int = query("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint", [])[0][0]
    return clock
