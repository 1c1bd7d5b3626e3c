"""Tools for the store's tests: threads with database connections, tampering as a superuser, a database of one's own."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import connection, connections

from ledger import registry
from tests.conftest import FreshDatabase
from tests.embedded import Embedded
from tests.ledger.totals import Total, keep_totals


class Threads:
    """Runs things at once, each in a thread with a connection from the pool that goes back at its end."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        self._executor = executor

    def start(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        def run() -> Any:
            try:
                return work(*args)
            finally:
                connection.close()

        return self._executor.submit(run)

    def all(self, works: Sequence[Callable[[], Any]]) -> list[Any]:
        """Their results; what one raises is raised here."""
        return [future.result(timeout=30) for future in [self.start(work) for work in works]]


@pytest.fixture
def threads(db: None) -> Iterator[Threads]:
    with ThreadPoolExecutor(8) as executor:
        yield Threads(executor)


class Tamper:
    """What somebody with all power over the database can do: triggers off, constraints gone."""

    def __init__(self, superuser: psycopg.Connection[Any]) -> None:
        self._superuser = superuser

    def __call__(self, sql: str, params: Sequence[Any]) -> int:
        """Runs one statement with triggers and checks off, and puts them back. → rows touched."""
        with self._superuser.transaction():
            self._superuser.execute("ALTER TABLE ledger_event DROP CONSTRAINT ledger_event_check")
            for table in self._guarded():
                self._superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER ledger_append_only")
            touched = self._superuser.execute(sql, params).rowcount
            for table in self._guarded():
                self._superuser.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER ledger_append_only")
            self._superuser.execute(
                "ALTER TABLE ledger_event ADD CONSTRAINT ledger_event_check"
                " CHECK (hash = sha256(convert_to(record, 'UTF8'))) NOT VALID"
            )
        return touched

    @contextmanager
    def unchecked(self, table: str) -> Iterator[None]:
        """Without the table's CHECK constraints for a while."""
        rows = self._superuser.execute(
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE conrelid = %s::regclass AND contype = 'c'",
            [table],
        ).fetchall()
        for name, _ in rows:
            self._superuser.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        try:
            yield
        finally:
            for name, definition in rows:
                self._superuser.execute(f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition} NOT VALID")

    def _guarded(self) -> list[str]:
        rows = self._superuser.execute(
            "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'ledger_append_only'"
        )
        return [table for (table,) in rows]

    def replace(self, stream: Any, version: int, old: str, new: str, *, rehash: bool = False) -> None:
        """Changes the text of one record, and with ``rehash`` the hash beside it."""
        hashing = ", hash = sha256(convert_to(replace(record, %(old)s, %(new)s), 'UTF8'))" if rehash else ""
        touched = self(
            f"UPDATE ledger_event SET record = replace(record, %(old)s, %(new)s){hashing}"
            " WHERE stream = %(stream)s AND version = %(version)s AND position(%(old)s IN record) > 0",
            {"old": old, "new": new, "stream": stream.id, "version": version},  # type: ignore[arg-type]
        )
        assert touched == 1


@pytest.fixture
def tamper(superuser_connection: psycopg.Connection[Any]) -> Tamper:
    return Tamper(superuser_connection)


@pytest.fixture
def totals(
    db: None, owner_connection: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> Iterator[type[Total]]:
    """A projection of the tally streams, with a table of its own."""
    owner_connection.execute(
        "CREATE TABLE IF NOT EXISTS test_total (club uuid, stream uuid, seat int, taken bigint NOT NULL,"
        " moves int NOT NULL, PRIMARY KEY (club, stream, seat))"
    )
    owner_connection.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON test_total TO railbird_app")
    projection = registry.Projection(name="totals", kinds=frozenset({"tally"}), tables=(Total,), apply=keep_totals)
    monkeypatch.setattr(registry, "_projections", [*registry.projections(), projection])
    yield Total


@contextmanager
def _django_on(database: str) -> Iterator[None]:
    usual = connections["default"]
    settings = copy.deepcopy(usual.settings_dict)
    settings["OPTIONS"].pop("pool", None)
    settings["NAME"] = database
    connections["default"] = type(usual)(settings, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = usual


@pytest.fixture(scope="session")
def django_on(embedded: Embedded) -> Callable[[str], Any]:
    """``with django_on(database):`` the store works there, in this thread."""
    return _django_on


@pytest.fixture
def own_database(db: None, fresh_database: FreshDatabase) -> Iterator[FreshDatabase]:
    """An empty database that nobody else uses, and the store works on it."""
    with _django_on(fresh_database.name):
        yield fresh_database


def wait_for_lock(superuser: psycopg.Connection[Any], key: int) -> None:
    """Until somebody waits for this advisory lock (each look is a round trip; the test's lock timeout bounds it)."""
    sql = (
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        " AND ((classid::bigint << 32) | objid::bigint) = %s"
    )
    for _ in range(100_000):
        if superuser.execute(sql, [key]).fetchone() != (0,):
            return
    raise AssertionError("nobody waits for that lock")


def lock_of(superuser: psycopg.Connection[Any], club: UUID, salt: int) -> int:
    row = superuser.execute("SELECT ledger_lock_of(%s, %s)", [club, salt]).fetchone()
    assert row is not None
    return int(row[0])
