"""What is written stays written: for the application, for the owner, and for a superuser who replays a replica."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege, IntegrityConstraintViolation

from ledger.store import execute
from tests.ledger.tally import new_stream, opening, seat, take

pytestmark = pytest.mark.django_db

PARTITIONS = [f"ledger_{what}_p{i}" for what in ("event", "position") for i in range(8)]
TABLES = ["ledger_event", "ledger_position", "ledger_stream", "ledger_checkpoint", *PARTITIONS]
STATEMENTS = ["UPDATE {} SET club = club", "DELETE FROM {}", "TRUNCATE {}"]


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("table", TABLES)
def test_the_application_may_not(table: str, statement: str, app_connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(InsufficientPrivilege, match="permission denied"):
        app_connection.execute(statement.format(table))


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("table", TABLES)
def test_the_owner_meets_the_trigger(table: str, statement: str, owner_connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(IntegrityConstraintViolation, match="the ledger is append-only"):
        owner_connection.execute(statement.format(table))


@pytest.mark.parametrize("statement", STATEMENTS)
@pytest.mark.parametrize("table", TABLES)
def test_a_superuser_as_replica_meets_it_too(
    table: str, statement: str, superuser_connection: psycopg.Connection[Any]
) -> None:
    superuser_connection.execute("SET session_replication_role = replica")
    with pytest.raises(IntegrityConstraintViolation, match="the ledger is append-only"):
        superuser_connection.execute(statement.format(table))


def test_a_single_event_by_its_key(app_connection: psycopg.Connection[Any]) -> None:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5), actor=seat(1))
    with pytest.raises(InsufficientPrivilege):
        app_connection.execute("UPDATE ledger_event SET record = '{}' WHERE stream = %s AND version = 2", [stream.id])
    assert app_connection.execute("SELECT count(*) FROM ledger_event WHERE stream = %s", [stream.id]).fetchone() == (2,)


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE ledger_event DISABLE TRIGGER ledger_append_only",
        "ALTER TABLE ledger_event_p0 DISABLE TRIGGER ALL",
        "DROP TRIGGER ledger_append_only ON ledger_event",
        "ALTER TABLE ledger_event DETACH PARTITION ledger_event_p0",
        "DROP TABLE ledger_event",
    ],
)
def test_the_application_cant_switch_it_off(statement: str, app_connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(InsufficientPrivilege, match="must be owner"):
        app_connection.execute(statement)


def test_the_application_cant_play_a_replica(app_connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(InsufficientPrivilege):
        app_connection.execute("SET session_replication_role = replica")


def test_every_table_of_the_log_has_its_trigger_always_on(superuser_connection: psycopg.Connection[Any]) -> None:
    rows = superuser_connection.execute(
        "SELECT tgrelid::regclass::text, tgenabled FROM pg_trigger WHERE tgname = 'ledger_append_only'"
    ).fetchall()
    assert dict(rows) == dict.fromkeys([*TABLES, "ledger_signing_key"], "A")


def test_a_record_with_another_hash_is_refused(superuser_connection: psycopg.Connection[Any]) -> None:
    stream = new_stream()
    with pytest.raises(psycopg.errors.CheckViolation, match=r"ledger_event\w*_check"):
        superuser_connection.execute(
            "INSERT INTO ledger_event VALUES (%s, %s, 1, 'opened', 1, 0, '{}', '\\x00')", [stream.club, stream.id]
        )


def test_a_record_with_a_key_twice_is_refused(superuser_connection: psycopg.Connection[Any]) -> None:
    stream = new_stream()
    with pytest.raises(psycopg.errors.CheckViolation):
        superuser_connection.execute(
            "INSERT INTO ledger_event SELECT %s, %s, 1, 'opened', 1, 0, r, sha256(convert_to(r, 'UTF8'))"
            """ FROM (SELECT '{"a":1,"a":2}' AS r) t""",
            [stream.club, stream.id],
        )
