"""The floor: one plpgsql function that takes an advisory lock and inserts one row, as large as an event and with the
columns and indexes of one; no decision, no checks, no order, no chain, one round trip."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import psycopg

from deploy.bench.writers import Step

SCHEMA = """
    CREATE TABLE bench.event (LIKE ledger_event INCLUDING INDEXES);
    CREATE FUNCTION bench.append(
        p_lock bigint, p_club uuid, p_stream uuid, p_type text, p_schema smallint, p_at bigint, p_record text,
        p_hash bytea
    ) RETURNS int LANGUAGE plpgsql AS $$
    DECLARE
        head int;
    BEGIN
        PERFORM pg_advisory_xact_lock(p_lock);
        SELECT coalesce(max(version), 0) + 1 INTO head FROM bench.event WHERE club = p_club AND stream = p_stream;
        INSERT INTO bench.event (club, stream, version, type, schema, at, record, hash)
            VALUES (p_club, p_stream, head, p_type, p_schema, p_at, p_record, p_hash);
        RETURN head;
    END $$;
"""
_APPEND = b"SELECT bench.append(%s, %s, %s, %s, %s, %s, %s, %s)"


def writer(given: dict[str, Any]) -> Step:
    """``given``: ``url``, ``club``, ``stream``, ``record`` (the text of an event as it is recorded)."""
    connection = psycopg.connect(given["url"], autocommit=True)
    cursor = connection.cursor()
    stream = UUID(given["stream"])
    lock = int.from_bytes(stream.bytes[:8], "big", signed=True)
    values = [lock, UUID(given["club"]), stream, "rolled", 1, 1_700_000_000_000_000, given["record"], bytes(32)]

    def step() -> None:
        cursor.execute(_APPEND, values, prepare=True, binary=True)

    return step
