"""The audit, put to the test itself: everything that is stored is changed, one value after another, by somebody with
all power over the database (no trigger, no constraint), and ``verify`` must find and name each change.

The values are those of a real evening: a game with bets, somebody else on a seat, an erasure, a checkpoint.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from ledger.audit import audit_club
from ledger.findings import Finding
from ledger.rebuild import clubs
from ledger.records import canonical
from ledger.registry import projections
from tests.conftest import FreshDatabase
from tests.league.calling import Club, run_race
from tests.league.imports import calling as imports

DERIVED = sorted({model._meta.db_table for projection in projections() for model in projection.tables})
UNCHECKED = {"ledger_key", "league_organiser_token", "league_signin_link"}
"""Nobody's evidence: what is remembered of repeated requests, and who runs the instance."""
KEY_OF_ROW = "tableoid::regclass::text, ctid::text"


class Row:
    """Where a row lies: its table (a partition, maybe) and its place there, which every change moves."""

    def __init__(self, table: str, place: str) -> None:
        self.table, self.place = table, place


ANOTHER = {
    "text": "coalesce({0}, '') || 'x'",
    "uuid": "gen_random_uuid()",
    "boolean": "NOT {0}",
    "bytea": "set_byte({0}, 0, get_byte({0}, 0) # 1)",
    "text[]": "array_append({0}, 'x')",
    "date": "{0} + 1",
    "numeric": "coalesce({0}, 0) + 1",
    "timestamp with time zone": "coalesce({0}, now()) + interval '1 s'",
    "jsonb": """coalesce({0}, '{{}}') || '{{"x": 1}}'""",
    **dict.fromkeys(("smallint", "integer", "bigint"), "coalesce({0}, 0) + 1000"),
}
"""Another value of each type."""


PLAYS = json.dumps(
    {
        "players": [{"id": n, "uuid": f"P-{n}", "name": f"Guest {n}"} for n in (1, 2)],
        "games": [{"id": 1, "uuid": "G", "name": "Azul", "highestWins": True}],
        "plays": [
            {
                "uuid": "X-1",
                "gameRefId": 1,
                "playDate": "2025-03-04 20:00:00",
                "playerScores": [{"playerRefId": n, "score": str(n)} for n in (1, 2)],
            }
        ],
    }
).encode()


class Evening:
    """The played evening, and a superuser's connection to its database, without any guard in it."""

    def __init__(self, database: FreshDatabase) -> None:
        club = Club(name="Turf & Table")
        night = club.night(name="Derby night")
        game = club.game(night, "Ann", "Bo", label="Table 2")
        run_race(club.manager, game["id"], {1: ("5", "win:7:1"), 2: ("4", "show:8:1")})
        club.manager.patch(f"/games/{game['id']}/seats/2", {"guest": "Cy", "from": "start", "reason": "it was Cy"})
        gone = club.manager.made(f"{club.path}/members", {"name": "Dee", "alias": "D"})
        club.manager.post(f"/members/{gone['id']}/erase")
        ann = {"member": game["seats"][0]["member"]["id"]}
        club.manager.put(f"/nights/{night}/attendance", [{**ann, "status": "present"}])
        club.manager.made(f"/seasons/{club.season}/adjustments", {**ann, "points": -1.5, "reason": "late again"})
        club.manager.made(f"{club.path}/titles", {"name": "Turf Horse Racing"})
        club.manager.post(f"/nights/{night}/close")
        imports.applied(club, PLAYS)
        self.club, self.game = UUID(club.json["id"]), UUID(game["id"])
        self.superuser: psycopg.Connection[Any] = database.connect("postgres")
        self._take_guards_away()

    def _take_guards_away(self) -> None:
        tables = "SELECT oid::regclass::text FROM pg_class WHERE relname LIKE 'ledger%' AND relkind IN ('r', 'p')"
        for (table,) in self.superuser.execute(tables).fetchall():
            self.superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        checks = (
            "SELECT conrelid::regclass::text, conname FROM pg_constraint"
            " WHERE contype IN ('c', 'n') AND coninhcount = 0 AND conrelid::regclass::text ~ '^(ledger|league|races)_'"
            " AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = conrelid AND i.indisprimary"
            "  AND conkey[1] = ANY(i.indkey) AND contype = 'n')"
        )
        for table, name in self.superuser.execute(checks).fetchall():
            self.superuser.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')

    def verify(self) -> list[Finding]:
        """As ``manage.py verify`` does."""
        return [finding for club in clubs() for finding in audit_club(club).findings]

    def rows(self, table: str, where: str = "true") -> list[tuple[Row, dict[str, Any]]]:
        """Rows with their values as JSON."""
        found = self.superuser.execute(f"SELECT {KEY_OF_ROW}, to_jsonb(t) FROM {table} t WHERE {where} ORDER BY t")
        return [(Row(part, place), values) for part, place, values in found.fetchall()]

    def columns(self, table: str) -> list[tuple[str, str]]:
        return self.superuser.execute(
            "SELECT attname::text, format_type(atttypid, NULL) FROM pg_attribute"
            " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            [table],
        ).fetchall()

    def with_other(self, table: str, row: Row, **values: str) -> list[Finding]:
        """What ``verify`` says while these columns have other values (SQL expressions), which are put back then."""
        names = sql.SQL(", ").join(map(sql.Identifier, values))
        where = sql.SQL("WHERE tableoid::regclass::text = {} AND ctid = {}::tid")
        here = where.format(row.table, row.place)
        target = sql.Identifier(table)
        self.superuser.execute(sql.SQL("CREATE TEMP TABLE kept AS SELECT {} FROM {} {}").format(names, target, here))
        try:
            other = sql.SQL(", ").join(
                sql.SQL("{} = {}").format(sql.Identifier(name), sql.SQL(value)) for name, value in values.items()
            )
            changing = sql.SQL("UPDATE {} SET {} {} RETURNING " + KEY_OF_ROW).format(target, other, here)
            moved = self.superuser.execute(changing).fetchone()
            assert moved is not None
            findings = self.verify()
            back = sql.SQL("UPDATE {} SET ({}) = (SELECT * FROM kept) {} RETURNING " + KEY_OF_ROW)
            moved = self.superuser.execute(back.format(target, names, where.format(*moved))).fetchone()
            assert moved is not None
            row.table, row.place = moved
            return findings
        finally:
            self.superuser.execute("DROP TABLE kept")

    def without(self, row: Row) -> list[Finding]:
        """What ``verify`` says while the row isn't there."""
        table = sql.SQL(row.table)
        self.superuser.execute(sql.SQL("CREATE TEMP TABLE kept (LIKE {})").format(table))
        try:
            taking = "WITH d AS (DELETE FROM {} WHERE ctid = {}::tid RETURNING *) INSERT INTO kept SELECT * FROM d"
            self.superuser.execute(sql.SQL(taking).format(table, row.place))
            findings = self.verify()
            back = sql.SQL("INSERT INTO {} SELECT * FROM kept RETURNING " + KEY_OF_ROW)
            moved = self.superuser.execute(back.format(table)).fetchone()
            assert moved is not None
            row.table, row.place = moved
            return findings
        finally:
            self.superuser.execute("DROP TABLE kept")


@pytest.fixture
def evening(own_database: FreshDatabase) -> Iterator[Evening]:
    evening = Evening(own_database)
    assert evening.verify() == []
    yield evening
    assert evening.verify() == []  # all was put back: each finding was about its own change
    evening.superuser.close()


def another(column: str, type_: str) -> str:
    return ANOTHER[type_].format(f'"{column}"')


def names_event(findings: list[Finding], values: dict[str, Any]) -> bool:
    """Is the event named, or the next one, which says that it doesn't continue this one?"""
    version = values["version"]
    return any(
        finding.version in (version, version + 1, version + 1000) and str(finding.stream) == values["stream"]
        for finding in findings
    )


def some_events(evening: Evening) -> list[tuple[Row, dict[str, Any]]]:
    """The first and last of the game, a bet, a roll in the middle; and the last of the whole club."""
    rows = evening.rows("ledger_event", f"stream = '{evening.game}'")
    bet = next(row for row in rows if row[1]["type"] == "bet_placed")
    rolls = [row for row in rows if row[1]["type"] == "rolled"]
    last = evening.rows("ledger_event", "type = 'night_closed'")
    ordered = sorted(rows, key=lambda row: row[1]["version"])
    return [ordered[0], bet, rolls[len(rolls) // 2], ordered[-1], *last]


@pytest.mark.parametrize("which", range(5))
def test_every_column_of_an_event(evening: Evening, which: int) -> None:
    row, values = some_events(evening)[which]
    for column, type_ in evening.columns("ledger_event"):
        findings = evening.with_other("ledger_event", row, **{column: another(column, type_)})
        assert names_event(findings, values), (column, findings)
    assert names_event(evening.without(row), values) or which == 4


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every place inside a JSON value with what stands there."""
    if isinstance(value, dict | list) and value:
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def changed_leaf(value: Any, path: tuple[Any, ...]) -> bytes:
    """The canonical JSON with another value at one place."""
    copy = json.loads(json.dumps(value))
    inside = copy
    for key in path[:-1]:
        inside = inside[key]
    old = inside[path[-1]]
    match old:
        case bool():
            new: Any = not old
        case int():
            new = old + 1
        case str() if old.startswith("sha256:"):
            new = "sha256:" + "0" * 64
        case str() if len(old) == 36 and old.count("-") == 4:
            new = old[:-1] + ("0" if old[-1] != "0" else "1")
        case str() if old.endswith("Z") and old.count(":") == 2:
            new = old[:-2] + ("0" if old[-2] != "0" else "1") + "Z"
        case str():
            new = old + "x"
        case _:
            new = {"x": 1} if old in ({}, []) else 1
    inside[path[-1]] = new
    return canonical(copy)


@pytest.mark.parametrize(
    ("which", "rehashed"),
    [(1, False), (2, True), (3, True)],
    ids=["the hash left", "hashed anew", "hashed anew with none after it"],
)
def test_every_field_inside_an_event(evening: Evening, which: int, rehashed: bool) -> None:
    """With its hash worked out anew, only the link after it, its columns, or its move made again can tell; and the
    checkpoint, always."""
    row, values = some_events(evening)[which]
    record = json.loads(values["record"])
    for path, _ in leaves(record):
        text = changed_leaf(record, path).decode()
        literal = sql.Literal(text).as_string()
        hashing = {"hash": f"sha256(convert_to({literal}, 'UTF8'))"} if rehashed else {}
        findings = evening.with_other("ledger_event", row, record=literal, **hashing)
        assert names_event(findings, values) or which == 3, (path, findings)
        if rehashed:
            assert "checkpoint_differs" in {finding.kind for finding in findings}


@pytest.mark.parametrize("table", ["ledger_position", "ledger_stream"])
def test_every_column_of_the_order_and_of_the_list_of_streams(evening: Evening, table: str) -> None:
    rows = evening.rows(table, f"{'stream' if table == 'ledger_position' else 'id'} = '{evening.game}'")
    row, _ = rows[len(rows) // 2]
    for column, type_ in evening.columns(table):
        findings = evening.with_other(table, row, **{column: another(column, type_)})
        assert any(finding.stream == evening.game for finding in findings), (column, findings)
    assert any(finding.stream == evening.game for finding in evening.without(row))


def test_every_sealed_part(evening: Evening) -> None:
    rows = evening.rows("ledger_sealed")
    assert len(rows) >= 8
    for n, (row, values) in enumerate(rows):
        part = json.loads(values["body"])
        places = list(leaves(part))
        for path, _ in places if n < 2 else [places[n % len(places)]]:
            literal = sql.Literal(changed_leaf(part, path).decode()).as_string()
            findings = evening.with_other("ledger_sealed", row, body=literal)
            assert ("sealed_differs", values["version"]) in {(f.kind, f.version) for f in findings}, (values, path)
        assert ("sealed_differs", values["version"]) in {(f.kind, f.version) for f in evening.without(row)}


def test_every_column_of_a_sealed_part(evening: Evening) -> None:
    row, values = evening.rows("ledger_sealed", f"stream = '{evening.game}'")[0]
    for column, type_ in evening.columns("ledger_sealed"):
        findings = evening.with_other("ledger_sealed", row, **{column: another(column, type_)})
        named = {(f.kind, f.version, str(f.stream)) for f in findings}
        assert ("sealed_differs", values["version"], values["stream"]) in named, (column, findings)


@pytest.mark.parametrize("table", ["ledger_posting", "ledger_balance", *DERIVED])
def test_every_derived_row(evening: Evening, table: str) -> None:
    """Every column of the first row, and of every other row one column after the other; each row taken away, too."""
    rows = evening.rows(table)
    assert rows
    columns = evening.columns(table)
    first = [(rows[0], column) for column in columns]
    others = [(row, columns[n % len(columns)]) for n, row in enumerate(rows[1:])]
    for (row, _), (column, type_) in [*first, *others]:
        findings = evening.with_other(table, row, **{column: another(column, type_)})
        assert any(f.kind == "projection_differs" and table in f.sentence for f in findings), (column, findings)
    for row, _ in rows[:3]:
        assert any(f.kind == "projection_differs" and table in f.sentence for f in evening.without(row))


def test_every_table_is_among_them(evening: Evening) -> None:
    every = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename ~ '^(ledger|races|league)_'"
    owned = {str(table) for (table,) in evening.superuser.execute(every).fetchall()}
    parts = {table for table in owned if table.rpartition("_p")[2].isdigit()}
    changed = {"ledger_event", "ledger_position", "ledger_stream", "ledger_sealed", "ledger_posting", "ledger_balance"}
    changed |= {"ledger_checkpoint", "ledger_signing_key", *DERIVED}
    assert owned - parts - changed == UNCHECKED


def test_every_event(evening: Evening) -> None:
    """One place inside each, another one each time."""
    rows = evening.rows("ledger_event")
    assert len(rows) >= 60
    for n, (row, values) in enumerate(rows):
        record = json.loads(values["record"])
        places = list(leaves(record))
        literal = sql.Literal(changed_leaf(record, places[n % len(places)][0]).decode()).as_string()
        assert names_event(evening.with_other("ledger_event", row, record=literal), values), (n, values)


@pytest.mark.parametrize("table", ["ledger_checkpoint", "ledger_signing_key"])
def test_every_column_of_a_checkpoint_and_of_its_key(evening: Evening, table: str) -> None:
    (row, _), *others = evening.rows(table)
    for other, _ in others:
        column, type_ = ("signature", "bytea") if table == "ledger_checkpoint" else ("public", "bytea")
        findings = evening.with_other(table, other, **{column: another(column, type_)})
        assert "checkpoint_differs" in {finding.kind for finding in findings}
    unsigned = {"ledger_signing_key": {"at", "endorsed_by", "endorsement"}}.get(table, set())
    for column, type_ in evening.columns(table):
        if column not in unsigned:
            findings = evening.with_other(table, row, **{column: another(column, type_)})
            assert "checkpoint_differs" in {finding.kind for finding in findings}, (column, findings)
