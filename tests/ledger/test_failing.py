"""What goes wrong leaves nothing behind."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import OperationalError, connection

from ledger import registry
from ledger.decider import Actor, Move, Stream
from ledger.errors import Refused
from ledger.reading import load, stream_events
from ledger.records import NotCanonical
from ledger.store import Key, digest_of, execute
from tests.ledger.conftest import Threads
from tests.ledger.tally import Hide, TallyDecider, new_stream, opening, seat, take

pytestmark = pytest.mark.django_db

TABLES = ["event", "position", "stream", "sealed", "key", "posting", "balance"]


@pytest.fixture
def stream() -> Stream:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5, note="for beer"), actor=seat(1))
    return stream


@pytest.fixture
def count(app_connection: psycopg.Connection[Any]) -> Any:
    def count(club: UUID) -> dict[str, int]:
        sql = "SELECT count(*) FROM ledger_{} WHERE club = %s"
        rows = {table: app_connection.execute(sql.format(table), [club]).fetchone() for table in TABLES}
        return {table: row[0] for table, row in rows.items() if row is not None}

    return count


def test_a_refused_move_leaves_nothing(stream: Stream, count: Any) -> None:
    before = count(stream.club)
    key = Key(scope=stream.id, caller="seat:1", name="k", digest=digest_of("take", {"amount": 0}))
    with pytest.raises(Refused) as refused:
        execute(stream, take(0), actor=seat(1), key=key)
    assert (refused.value.code, refused.value.extra) == ("invalid", {"version": 2})
    assert count(stream.club) == before


def test_a_refused_opening_leaves_no_stream(count: Any) -> None:
    stream = new_stream()
    with pytest.raises(Refused):
        execute(stream, take(0), actor=seat(1))
    assert count(stream.club) == dict.fromkeys(TABLES, 0)


def test_a_guard_that_refuses(stream: Stream, count: Any) -> None:
    def dead(state: Any) -> None:
        raise Refused("no_token", "This link is dead.")

    before = count(stream.club)
    with pytest.raises(Refused, match="no_token"):
        execute(stream, take(5), actor=seat(1), guard=dead)
    assert count(stream.club) == before


@pytest.mark.parametrize(
    "move", [take(2**53), Move(type="hide", body=Hide(word="\ud800"))], ids=["number", "surrogate"]
)
def test_what_cant_be_recorded(stream: Stream, count: Any, move: Move) -> None:
    before = count(stream.club)
    with pytest.raises((NotCanonical, UnicodeEncodeError)):
        execute(stream, move, actor=seat(1))
    assert count(stream.club) == before
    assert load(stream).state.balances == {1: 5}


def test_a_projection_that_fails_rolls_everything_back(
    stream: Stream, count: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(batch: registry.Batch) -> None:
        raise ZeroDivisionError

    failing = registry.Projection(name="fails", kinds=frozenset({"tally"}), tables=(), apply=fail)
    before = count(stream.club)
    with monkeypatch.context() as patch:
        patch.setattr(registry, "_projections", [failing])
        with pytest.raises(ZeroDivisionError):
            execute(stream, take(7, note="for wine"), actor=seat(1))
    assert count(stream.club) == before
    outcome = execute(stream, take(1), actor=seat(1))
    assert ([event.cursor for event in outcome.events], outcome.state.balances) == ([3], {1: 6})


def test_a_listener_that_fails_fails_nobody(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []

    def fail(batch: registry.Batch) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(registry, "_listeners", [fail, lambda batch: heard.append(batch.events[0].version)])
    assert execute(stream, take(7), actor=seat(1)).version == 3
    assert heard == [3]


def test_a_broken_hint_server_fails_nobody(
    stream: Stream, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    from ledger import publishing

    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    publishing._client.cache_clear()
    try:
        assert execute(stream, take(7), actor=seat(1)).version == 3
    finally:
        publishing._client.cache_clear()


def test_a_lock_that_cant_be_had_is_an_operational_error(
    stream: Stream, app_connection: psycopg.Connection[Any], threads: Threads
) -> None:
    key = int.from_bytes(stream.id.bytes[:8], "big", signed=True)
    with app_connection.transaction():
        app_connection.execute("SELECT pg_advisory_xact_lock(%s)", [key])
        with pytest.raises(OperationalError, match="lock timeout"):
            execute(stream, take(5), actor=seat(1))
    assert execute(stream, take(5), actor=seat(1)).version == 3


def test_a_connection_that_was_cut_is_an_operational_error_and_the_next_call_works(
    stream: Stream, superuser_connection: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(batch: registry.Batch) -> None:
        own = connection.connection.info.backend_pid
        superuser_connection.execute("SELECT pg_terminate_backend(%s, 5000)", [own])

    cutting = registry.Projection(name="cuts", kinds=frozenset({"tally"}), tables=(), apply=cut)
    with monkeypatch.context() as patch:
        patch.setattr(registry, "_projections", [cutting])
        with pytest.raises(OperationalError):
            execute(stream, take(5), actor=seat(1))
    connection.close()  # what Django does at the end of a request
    assert execute(stream, take(7), actor=seat(1)).version == 3
    assert [event.version for event in stream_events(stream)] == [1, 2, 3]


class Endless(TallyDecider):
    kind = "endless"

    def follow(self, state: Any) -> Move | None:
        return take(1)


def test_a_decider_that_never_stops_following_is_stopped(monkeypatch: pytest.MonkeyPatch, count: Any) -> None:
    monkeypatch.setitem(registry._deciders, "endless", Endless())
    stream = Stream(club=new_stream().club, id=new_stream().id, kind="endless")
    with pytest.raises(RuntimeError, match="more than 8 followers"):
        execute(stream, opening(), actor=Actor(kind="host", id="host"))
    assert count(stream.club) == dict.fromkeys(TABLES, 0)
