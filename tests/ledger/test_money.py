"""Double entry: a payer and a payee for every transfer, balances that sum to zero."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from ledger.decider import Stream
from ledger.errors import Refused
from ledger.money import balances
from ledger.store import Command, execute, execute_all
from tests.ledger.tally import new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def stream() -> Stream:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    return stream


def postings(stream: Stream, app: psycopg.Connection[Any]) -> list[tuple[Any, ...]]:
    return app.execute(
        "SELECT version, idx, payer, payee, amount, why FROM ledger_posting WHERE stream = %s ORDER BY 1, 2",
        [stream.id],
    ).fetchall()


def test_a_posting_for_each_transfer(stream: Stream, app_connection: psycopg.Connection[Any]) -> None:
    execute(stream, take(5), actor=seat(1))
    execute(stream, take(7), actor=seat(2))
    assert postings(stream, app_connection) == [
        (2, 0, "bank", "seat:1", 5, "taken"),
        (3, 0, "bank", "seat:2", 7, "taken"),
    ]
    assert balances(stream.club, stream.id) == {"bank": -12, "seat:1": 5, "seat:2": 7}


def test_several_moves_of_one_transaction(stream: Stream, app_connection: psycopg.Connection[Any]) -> None:
    execute_all([Command(stream=stream, move=take(amount), actor=seat(1)) for amount in (5, 7)])
    assert [row[0] for row in postings(stream, app_connection)] == [2, 3]
    assert balances(stream.club, stream.id) == {"bank": -12, "seat:1": 12}


def test_a_refused_move_moves_no_money(stream: Stream, app_connection: psycopg.Connection[Any]) -> None:
    with pytest.raises(Refused):
        execute(stream, take(-5), actor=seat(1))
    assert postings(stream, app_connection) == []
    assert balances(stream.club, stream.id) == {}


@pytest.mark.parametrize(
    "row",
    ["'bank', 'seat:1', 0", "'bank', 'seat:1', -1", "'bank', 'bank', 5"],
    ids=["nothing", "negative", "to oneself"],
)
def test_the_database_refuses_what_is_no_transfer(
    stream: Stream, app_connection: psycopg.Connection[Any], row: str
) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        app_connection.execute(
            f"INSERT INTO ledger_posting VALUES (%s, %s, 1, 0, {row}, 'why')", [stream.club, stream.id]
        )
