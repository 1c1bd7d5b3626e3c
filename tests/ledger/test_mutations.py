"""The audit, put to the test itself: everything that is stored is changed, one value after another, by somebody with
all power over the database (no trigger, no constraint), and ``verify`` must find and name each change.

The values are those of a real evening: a game with bets, somebody else on a seat, an erasure, a checkpoint.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
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
from tests.embedded import Embedded
from tests.league.calling import Club, run_race
from tests.league.imports import calling as imports
from tests.length import often

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


class Played:
    """The evening, played into a database whose guards are taken away then."""

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
        self.database, self.game = database, UUID(game["id"])
        with database.connect("postgres") as superuser:
            self._take_guards_away(superuser)

    @staticmethod
    def _take_guards_away(superuser: psycopg.Connection[Any]) -> None:
        tables = "SELECT oid::regclass::text FROM pg_class WHERE relname LIKE 'ledger%' AND relkind IN ('r', 'p')"
        for (table,) in superuser.execute(tables).fetchall():
            superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        checks = (
            "SELECT conrelid::regclass::text, conname FROM pg_constraint"
            " WHERE contype IN ('c', 'n') AND coninhcount = 0 AND conrelid::regclass::text ~ '^(ledger|league|races)_'"
            " AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = conrelid AND i.indisprimary"
            "  AND conkey[1] = ANY(i.indkey) AND contype = 'n')"
        )
        for table, name in superuser.execute(checks).fetchall():
            superuser.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')


class Evening:
    """A copy of the played evening, and a superuser's connection to its database."""

    def __init__(self, database: FreshDatabase, game: UUID) -> None:
        self.game = game
        self.superuser: psycopg.Connection[Any] = database.connect("postgres")
        self._number = count()

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
        """What ``verify`` says while these columns have other values (SQL expressions)."""
        with self.changed(table, row, **values):
            return self.verify()

    def without(self, row: Row) -> list[Finding]:
        """What ``verify`` says while the row isn't there."""
        with self.gone(row):
            return self.verify()

    @contextmanager
    def changed(self, table: str, row: Row, **values: str) -> Iterator[None]:
        """These columns have other values (SQL expressions), which are put back then."""
        names = sql.SQL(", ").join(map(sql.Identifier, values))
        where = sql.SQL("WHERE tableoid::regclass::text = {} AND ctid = {}::tid")
        here = where.format(row.table, row.place)
        target = sql.Identifier(table)
        with self._kept() as kept:
            self.superuser.execute(
                sql.SQL("CREATE TEMP TABLE {} AS SELECT {} FROM {} {}").format(kept, names, target, here)
            )
            other = sql.SQL(", ").join(
                sql.SQL("{} = {}").format(sql.Identifier(name), sql.SQL(value)) for name, value in values.items()
            )
            changing = sql.SQL("UPDATE {} SET {} {} RETURNING " + KEY_OF_ROW).format(target, other, here)
            moved = self.superuser.execute(changing).fetchone()
            assert moved is not None
            yield
            back = sql.SQL("UPDATE {} SET ({}) = (SELECT * FROM {}) {} RETURNING " + KEY_OF_ROW)
            moved = self.superuser.execute(back.format(target, names, kept, where.format(*moved))).fetchone()
            assert moved is not None
            row.table, row.place = moved

    @contextmanager
    def gone(self, row: Row) -> Iterator[None]:
        """The row isn't there, and is put back then."""
        table = sql.SQL(row.table)
        with self._kept() as kept:
            self.superuser.execute(sql.SQL("CREATE TEMP TABLE {} (LIKE {})").format(kept, table))
            taking = "WITH d AS (DELETE FROM {} WHERE ctid = {}::tid RETURNING *) INSERT INTO {} SELECT * FROM d"
            self.superuser.execute(sql.SQL(taking).format(table, row.place, kept))
            yield
            back = sql.SQL("INSERT INTO {} SELECT * FROM {} RETURNING " + KEY_OF_ROW)
            moved = self.superuser.execute(back.format(table, kept)).fetchone()
            assert moved is not None
            row.table, row.place = moved

    @contextmanager
    def _kept(self) -> Iterator[sql.Identifier]:
        """A name for a temporary table."""
        kept = sql.Identifier(f"kept_{next(self._number)}")
        try:
            yield kept
        finally:
            self.superuser.execute(sql.SQL("DROP TABLE {}").format(kept))


@pytest.fixture(scope="module")
def played(embedded: Embedded, django_db_setup: None, django_db_blocker: Any, django_on: Any) -> Iterator[Played]:
    """Played once; each test gets a copy of it, as nobody is connected to it any more."""
    database = FreshDatabase(embedded, f"{embedded.database}_evening")
    embedded.clone_template(database.name)
    with django_db_blocker.unblock(), django_on(database.name):
        played = Played(database)
    yield played
    embedded.drop(database.name)


@pytest.fixture
def evening(db: None, embedded: Embedded, played: Played, django_on: Any) -> Iterator[Evening]:
    copy = FreshDatabase(embedded, f"{played.database.name}_copy")
    embedded.clone_template(copy.name, played.database.name)
    with django_on(copy.name):
        evening = Evening(copy, played.game)
        yield evening
        assert evening.verify() == []  # all was put back: each finding was about its own change
        evening.superuser.close()
    embedded.drop(copy.name)


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
    """Each place of two of them, one after the other; then a place in every one, and every one gone, all at once: one
    finding hides no other."""
    rows = evening.rows("ledger_sealed")
    assert len(rows) >= 8

    def named(findings: list[Finding]) -> set[tuple[str, int | None, str]]:
        return {(finding.kind, finding.version, str(finding.stream)) for finding in findings}

    def differs(values: dict[str, Any]) -> tuple[str, int | None, str]:
        return "sealed_differs", values["version"], values["stream"]

    def other(values: dict[str, Any], path: tuple[Any, ...]) -> str:
        text: str = sql.Literal(changed_leaf(json.loads(values["body"]), path).decode()).as_string()
        return text

    for row, values in rows[:2]:
        for path, _ in leaves(json.loads(values["body"])):
            findings = evening.with_other("ledger_sealed", row, body=other(values, path))
            assert differs(values) in named(findings), (values, path)
    with ExitStack() as all_changed:
        for n, (row, values) in enumerate(rows):
            places = list(leaves(json.loads(values["body"])))
            changed = evening.changed("ledger_sealed", row, body=other(values, places[n % len(places)][0]))
            all_changed.enter_context(changed)
        assert {differs(values) for _, values in rows} <= named(evening.verify())
    with ExitStack() as all_gone:
        for row, _ in rows:
            all_gone.enter_context(evening.gone(row))
        assert {differs(values) for _, values in rows} <= named(evening.verify())


def test_every_column_of_a_sealed_part(evening: Evening) -> None:
    row, values = evening.rows("ledger_sealed", f"stream = '{evening.game}'")[0]
    for column, type_ in evening.columns("ledger_sealed"):
        findings = evening.with_other("ledger_sealed", row, **{column: another(column, type_)})
        named = {(f.kind, f.version, str(f.stream)) for f in findings}
        assert ("sealed_differs", values["version"], values["stream"]) in named, (column, findings)


@pytest.mark.parametrize("table", ["ledger_posting", "ledger_balance", *DERIVED])
def test_every_derived_row(evening: Evening, table: str) -> None:
    """Every column of the first row, and of others one column after the other; rows taken away, too."""
    rows = evening.rows(table)
    assert rows
    columns = evening.columns(table)
    first = [(rows[0], column) for column in columns]
    others = [(row, columns[n % len(columns)]) for n, row in enumerate(rows[1 : often(2, 1000)])]
    for (row, _), (column, type_) in [*first, *others]:
        findings = evening.with_other(table, row, **{column: another(column, type_)})
        assert any(f.kind == "projection_differs" and table in f.sentence for f in findings), (column, findings)
    for row, _ in rows[: often(1, 3)]:
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
    for n, (row, values) in list(enumerate(rows))[:: often(7, 1)]:
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
