"""Prepared statements, bound by the server, on Django's connection: the hot path skips the ORM, not the pool."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import connection
from psycopg import Cursor


def _cursor() -> Cursor[tuple[Any, ...]]:
    """Django's own cursors bind on the client, which can't be prepared."""
    connection.ensure_connection()
    return Cursor(connection.connection)


@contextmanager
def committing() -> Iterator[None]:
    """Sends the statements inside and COMMIT without waiting for answers between, and waits once, at the end: the locks
    that they take are held no longer than the server needs. Give it the last statements of a transaction, by
    :func:`run` or :func:`send` (:func:`query` waits for its rows, and goes on); an error of any of them comes up here,
    and nothing is committed then."""
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
        _cursor().execute(b"COMMIT", prepare=False)  # psycopg's own commit() would wait once more


def opening(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """:func:`query` for a transaction's first statement: BEGIN goes out with it, which saves waiting for an answer."""
    with connection.wrap_database_errors:
        connection.ensure_connection()
        with connection.connection.pipeline():
            cursor = _cursor().execute(sql, params, prepare=True, binary=True)
        return cursor.fetchall()


def send(sql: str, params: Sequence[Any]) -> Callable[[], tuple[Any, ...]]:
    """A statement whose one row is asked for later, after :func:`committing`."""
    cursor = _cursor().execute(sql, params, prepare=True, binary=True)

    def row() -> tuple[Any, ...]:
        found = cursor.fetchone()
        assert found is not None
        return found

    return row


def query(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The rows of one statement. Raises Django's database errors."""
    with connection.wrap_database_errors:
        return _cursor().execute(sql, params, prepare=True, binary=True).fetchall()


def run(sql: str, params: Sequence[Any]) -> int:
    """One statement without rows; → how many rows it touched (not known yet inside :func:`committing`). Raises Django's
    database errors."""
    with connection.wrap_database_errors:
        return _cursor().execute(sql, params, prepare=True).rowcount


def now() -> int:
    """The database's clock, the one clock there is: µs since 1970."""
    clock: int = query("SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint", [])[0][0]
    return clock
