"""Tables in the shadow of the real ones: temporary, of the same names, and found first.

PostgreSQL looks for an unqualified name among a session's temporary tables before all others. So the code that keeps
the projections writes into the shadow without knowing, and what it wrote can be compared with the real rows.
"""

# ruff: noqa: S608 - the names in these statements come from the catalogue, and are quoted

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection, connections, transaction
from django.db.models import Model

from ledger.errors import Unavailable
from ledger.sql import query, run

SESSIONS = 2
WAIT_S = 5.0
_sessions = BoundedSemaphore(SESSIONS)


@contextmanager
def own_session(*, snapshot: bool) -> Iterator[None]:
    """One transaction on a connection of its own, which is Django's default inside the block.

    Not from the pool: temporary tables and the plans that know them must not come back to anybody. ``snapshot``: all
    of the block sees one moment of the database; otherwise each statement sees what is committed by then. A process has
    at most ``SESSIONS`` of them, for anybody may ask for an audit: whoever has waited ``WAIT_S`` gets
    :class:`ledger.errors.Unavailable`.
    """
    if not _sessions.acquire(timeout=WAIT_S):
        raise Unavailable("Several audits are running; try again in a moment.", retry_after=2)
    try:
        with _on_its_own_connection(), transaction.atomic():
            with connection.cursor() as cursor:
                if snapshot:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                cursor.execute("SET LOCAL statement_timeout = 0")
                cursor.execute("SET LOCAL lock_timeout = '30s'")
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            yield
    finally:
        _sessions.release()


@contextmanager
def _on_its_own_connection() -> Iterator[None]:
    usual = connections["default"]
    settings = copy.deepcopy(usual.settings_dict)
    settings["OPTIONS"].pop("pool", None)
    connections["default"] = type(usual)(settings, "default")
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = usual


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A row that isn't as the events say: ``expected`` None: it shouldn't be there; ``found`` None: it is missing."""

    table: str
    key: dict[str, Any]
    expected: dict[str, Any] | None
    found: dict[str, Any] | None


_COLUMNS = """
    SELECT n.nspname, a.attname, t.typname, coalesce(a.attnum = ANY(i.indkey), false),
        a.attgenerated <> '' OR a.attidentity <> ''
            OR coalesce(pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%%', false)
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.oid = to_regclass(%s) ORDER BY a.attnum
"""


class Shadow:
    """One table's shadow, empty when made and gone with the transaction. Columns that the database fills in itself
    (counters, generated ones) are no part of the comparison."""

    def __init__(self, model: type[Model]) -> None:
        self.name: str = model._meta.db_table
        quote = connection.ops.quote_name
        columns = query(_COLUMNS, [quote(self.name)])
        if not columns:
            raise LookupError(f"there is no table {self.name}: migrate first")
        self.real = f"{quote(columns[0][0])}.{quote(self.name)}"
        self.shadow = f"pg_temp.{quote(self.name)}"
        self.columns = [(name, type_) for _, name, type_, _, filled in columns if not filled]
        self.key = [name for _, name, _, is_key, filled in columns if is_key and not filled]
        self._list = ", ".join(quote(name) for name, _ in self.columns)
        self._keys = ", ".join(quote(name) for name in self.key)
        # json (unlike jsonb) can't be compared
        self._compared = ", ".join(
            f"{quote(name)}::text AS {quote(name)}" if type_ == "json" else quote(name) for name, type_ in self.columns
        )
        run(f"CREATE TEMP TABLE {quote(self.name)} (LIKE {self.real} INCLUDING ALL) ON COMMIT DROP", [])

    def rows(self) -> int:
        count: int = query(f"SELECT count(*) FROM {self.shadow}", [])[0][0]
        return count

    def differences(self, club: UUID, stream: UUID | None = None) -> list[Difference]:
        """Rows of the club that differ. With ``stream``: only what this stream's events gave, and what else lies in
        the real table under its id."""
        owner = None if stream is None else self._owner(stream)
        expected = self._minus(self.shadow, self.real, club, owner, stream)
        found = self._minus(self.real, self.shadow, club, owner, stream) if stream is None or owner else []
        if stream is not None and owner is None and expected:
            keys = {self._key(row) for row in expected}
            found = [row for row in self._minus(self.real, self.shadow, club, None, None) if self._key(row) in keys]
        return self._paired(expected, found)

    def _owner(self, stream: UUID) -> str | None:
        """The column that holds the stream's id: in each of the rows that its events gave, or by its name."""
        quote = connection.ops.quote_name
        for name in [name for name, type_ in self.columns if type_ == "uuid" and name != "club"]:
            column: str = quote(name)
            sql = f"SELECT coalesce(bool_and({column} = %s), %s) FROM {self.shadow}"
            if query(sql, [stream, name == "stream"])[0][0]:
                return column
        return None

    def _minus(
        self, these: str, those: str, club: UUID, owner: str | None, stream: UUID | None
    ) -> list[dict[str, Any]]:
        where, params = (
            ("WHERE club = %s", [club]) if owner is None else (f"WHERE club = %s AND {owner} = %s", [club, stream])
        )
        sql = (
            f"SELECT to_jsonb(d)::text FROM (SELECT {self._compared} FROM {these} {where}"
            f" EXCEPT ALL SELECT {self._compared} FROM {those} {where}) d"
        )
        return [msgspec.json.decode(row[0]) for row in query(sql, [*params, *params])]

    def _key(self, row: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(row[name] for name in self.key) if self.key else tuple(sorted(map(str, row.items())))

    def _paired(self, expected: Sequence[dict[str, Any]], found: Sequence[dict[str, Any]]) -> list[Difference]:
        right = {self._key(row): row for row in expected}
        wrong = {self._key(row): row for row in found}
        return [
            Difference(
                table=self.name,
                key={name: (right.get(key) or wrong[key])[name] for name in self.key},
                expected=right.get(key),
                found=wrong.get(key),
            )
            for key in sorted(right.keys() | wrong.keys(), key=str)
        ]

    def replace(self, club: UUID) -> int:
        """The club's real rows become those of the shadow; rows that are right are left alone. → rows written."""
        real, shadow = (f"SELECT {self._compared} FROM {table} WHERE club = %s" for table in (self.real, self.shadow))
        if self.key:
            wrong = f"({self._keys}) IN (SELECT {self._keys} FROM ({real} EXCEPT ALL {shadow}) d)"
            removed = run(f"DELETE FROM {self.real} WHERE club = %s AND {wrong}", [club, club, club])
            missing = f"({self._keys}) NOT IN (SELECT {self._keys} FROM {self.real} WHERE club = %s)"
            added = run(
                f"INSERT INTO {self.real} ({self._list})"
                f" SELECT {self._list} FROM {self.shadow} WHERE club = %s AND {missing}",
                [club, club],
            )
            return max(removed, added)
        run(f"DELETE FROM {self.real} WHERE club = %s", [club])
        return run(
            f"INSERT INTO {self.real} ({self._list}) SELECT {self._list} FROM {self.shadow} WHERE club = %s",
            [club],
        )
