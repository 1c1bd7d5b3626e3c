"""Derived rows can be thrown away: events give the same ones again, also while others write."""

from __future__ import annotations

from threading import Event
from typing import Any

import msgspec
import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from ledger import registry
from ledger.decider import Move, Stream
from ledger.money import balances
from ledger.rebuild import check, rebuild
from ledger.store import Command, execute, execute_all
from tests.ledger.conftest import Tamper, Threads, lock_of, wait_for_lock
from tests.ledger.tally import Back, Hide, Show, new_stream, opening, seat, take
from tests.ledger.totals import Total, keep_totals

pytestmark = pytest.mark.django_db


@pytest.fixture
def stream(totals: type[Total]) -> Stream:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5), actor=seat(1))
    execute_all([Command(stream=stream, move=take(amount), actor=seat(2)) for amount in (1, 2)])
    execute(stream, Move(type="hide", body=Hide(word="horse")), actor=seat(2))
    execute(stream, Move(type="show", body=Show()), actor=seat(2))
    execute(stream, Move(type="back", body=Back(to=2)), actor=seat(2))
    execute(stream, take(7), actor=seat(1))
    return stream


def rows(stream: Stream) -> list[tuple[int, int, int]]:
    return sorted(Total.objects.filter(stream=stream.id).values_list("seat", "taken", "moves"))


def test_equal(stream: Stream) -> None:
    compared = check(stream.club)
    assert (compared.differences, compared.failed, compared.postings) == ([], [], 4)
    assert rebuild(stream.club).written == {}
    assert rebuild(stream.club).cursor == 8


TAKEN = "UPDATE test_total SET taken = 0 WHERE stream = %s AND seat = 2"
GONE = "DELETE FROM test_total WHERE stream = %s AND seat = 2"
MORE = "INSERT INTO test_total SELECT club, stream, 9, 9, 9 FROM test_total WHERE stream = %s LIMIT 1"
BALANCE = "UPDATE ledger_balance SET amount = 0 WHERE stream = %s AND account = 'bank'"
POSTING = "UPDATE ledger_posting SET why = 'gift' WHERE stream = %s AND version = 2"
OPENED = "UPDATE ledger_sealed SET opened = 2 WHERE stream = %s"


@pytest.mark.parametrize(
    ("statement", "table", "expected", "found"),
    [
        (TAKEN, "test_total", {"taken": 3}, {"taken": 0}),
        (GONE, "test_total", {"taken": 3}, None),
        (MORE, "test_total", None, {"taken": 9}),
        (BALANCE, "ledger_balance", {"amount": -15}, {"amount": 0}),
        (POSTING, "ledger_posting", {"why": "taken"}, {"why": "gift"}),
        (OPENED, "ledger_sealed", {"opened": 6}, {"opened": 2}),
    ],
)
def test_a_row_that_was_tampered_with_is_found_and_repaired(
    stream: Stream, owner_connection: psycopg.Connection[Any], statement: str, table: str, expected: Any, found: Any
) -> None:
    before = rows(stream), balances(stream.club, stream.id)
    assert owner_connection.execute(statement, [stream.id]).rowcount == 1

    (difference,) = check(stream.club).differences
    assert difference.table == table
    for part, whole in ((expected, difference.expected), (found, difference.found)):
        assert (part is None) == (whole is None)
        assert part is None or part.items() <= whole.items()

    assert rebuild(stream.club).written == {table: 1}
    assert check(stream.club).differences == []
    assert (rows(stream), balances(stream.club, stream.id)) == before


def test_all_rows_thrown_away(stream: Stream, owner_connection: psycopg.Connection[Any]) -> None:
    for table in ("test_total", "ledger_posting", "ledger_balance"):
        owner_connection.execute(f"DELETE FROM {table} WHERE club = %s", [stream.club])
    assert rebuild(stream.club).written == {"test_total": 2, "ledger_posting": 4, "ledger_balance": 3}
    assert rows(stream) == [(1, 12, 2), (2, 3, 2)]
    assert balances(stream.club, stream.id) == {"bank": -15, "seat:1": 12, "seat:2": 3}


def test_other_clubs_are_left_alone(stream: Stream, owner_connection: psycopg.Connection[Any]) -> None:
    other = new_stream()
    execute(other, opening(), actor=seat(1))
    execute(other, take(5), actor=seat(1))
    owner_connection.execute("UPDATE test_total SET taken = 0 WHERE stream = %s", [other.id])
    rebuild(stream.club)
    assert check(stream.club).differences == []
    assert len(check(other.club).differences) == 1


def test_listeners_hear_nothing(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[registry.Batch] = []
    monkeypatch.setattr(registry, "_listeners", [heard.append])
    check(stream.club)
    rebuild(stream.club)
    assert heard == []


def test_an_append_that_was_under_way_is_in_it(
    stream: Stream,
    threads: Threads,
    superuser_connection: psycopg.Connection[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rebuild has read everything, and waits for an append that holds its lock shared: that one is read too."""
    under_way, go_on = Event(), Event()

    def keep_slowly(batch: registry.Batch) -> None:
        keep_totals(batch)
        if not go_on.is_set():
            under_way.set()
            assert go_on.wait(4)

    slow = registry.Projection(name="slow", kinds=frozenset({"tally"}), tables=(Total,), apply=keep_slowly)
    kept = [projection for projection in registry.projections() if projection.name != "totals"]
    monkeypatch.setattr(registry, "_projections", [*kept, slow])

    appending = threads.start(lambda: execute(stream, take(100), actor=seat(3)))
    assert under_way.wait(4)
    monkeypatch.setattr(registry, "_projections", [*kept, msgspec.structs.replace(slow, apply=keep_totals)])
    rebuilding = threads.start(rebuild, stream.club)
    wait_for_lock(superuser_connection, lock_of(superuser_connection, stream.club, 2))
    assert not rebuilding.done()
    go_on.set()
    assert appending.result(timeout=10).events[0].cursor == 9
    rebuilt = rebuilding.result(timeout=10)
    assert (rebuilt.cursor, rebuilt.written) == (9, {})
    assert rows(stream) == [(1, 12, 2), (2, 3, 2), (3, 100, 1)]


def test_under_concurrent_writes_it_ends_equal(stream: Stream, threads: Threads) -> None:
    def play(n: int) -> None:
        mine = new_stream(stream.club)
        execute(mine, opening(), actor=seat(n))
        for amount in range(1, 25):
            execute(mine, take(amount), actor=seat(n))
            execute(stream, take(1), actor=seat(n))

    writers = [threads.start(play, n) for n in (1, 2, 3)]
    rebuilt = 0
    while not all(writer.done() for writer in writers):
        assert rebuild(stream.club).written == {}
        assert check(stream.club).differences == []
        rebuilt += 1
    for writer in writers:
        writer.result()
    assert rebuilt > 0
    assert check(stream.club).differences == []
    assert rows(stream) == [(1, 36, 26), (2, 27, 26), (3, 24, 24)]


class TestAnEventThatCantBeReplayed:
    @pytest.fixture
    def broken(self, stream: Stream, tamper: Tamper) -> Stream:
        tamper.replace(stream, 2, '"amount":5,"balance":5', '"amount":"x","balance":5')
        return stream

    def test_a_rebuild_changes_nothing(self, broken: Stream) -> None:
        with pytest.raises(CommandError, match=r"nothing was changed, because an event can't be replayed: .*event 2"):
            call_command("rebuild", "--club", str(broken.club))

    def test_a_check_goes_on_with_other_streams(
        self, broken: Stream, owner_connection: psycopg.Connection[Any]
    ) -> None:
        other = new_stream(broken.club)
        execute(other, opening(), actor=seat(1))
        execute(other, take(5), actor=seat(1))
        owner_connection.execute("UPDATE test_total SET taken = 0 WHERE stream = %s", [other.id])
        compared = check(broken.club)
        assert [(failed.stream, failed.version) for failed in compared.failed] == [(broken.id, 2)]
        assert [difference.key["stream"] for difference in compared.differences] == [str(other.id)]


class TestCommand:
    def test_check(
        self, stream: Stream, owner_connection: psycopg.Connection[Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        call_command("rebuild", "--check", "--club", str(stream.club))
        assert capsys.readouterr().out == f"Club {stream.club}: 9 rows from events, no differences.\n"

        owner_connection.execute("UPDATE test_total SET taken = 0 WHERE stream = %s AND seat = 2", [stream.id])
        with pytest.raises(SystemExit) as exit:
            call_command("rebuild", "--check", "--club", str(stream.club))
        assert exit.value.code == 1
        first, last = capsys.readouterr().out.splitlines()
        assert first.startswith(f"test_total club={stream.club} stream={stream.id} seat=2: expected ")
        assert last == f"Club {stream.club}: 9 rows from events, 1 differences."

        call_command("rebuild", "--club", str(stream.club))
        assert capsys.readouterr().out == f"Club {stream.club}: rebuilt up to cursor 8; test_total 1.\n"
        call_command("rebuild", "--check", "--club", str(stream.club))
