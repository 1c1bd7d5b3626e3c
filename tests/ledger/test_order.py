"""A club's order: cursors 1, 2, 3 … without gaps, and whoever sees one has seen all below it."""

from __future__ import annotations

from typing import Any

import psycopg
import pytest

from ledger.errors import Refused
from ledger.reading import club_events, head_cursor
from ledger.records import sha256
from ledger.store import execute
from tests.ledger.conftest import Threads, lock_of, wait_for_lock
from tests.ledger.tally import new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


def test_an_append_held_open_after_it_got_its_cursor(
    app_connection: psycopg.Connection[Any], superuser_connection: psycopg.Connection[Any], threads: Threads
) -> None:
    held = new_stream()
    club = held.club
    record = '{"held":true}'
    with app_connection.transaction():
        app_connection.execute(
            "INSERT INTO ledger_event VALUES (%s, %s, 1, 'opened', 1, 0, %s, %s)",
            [club, held.id, record, sha256(record.encode())],
        )
        cursor = app_connection.execute("SELECT ledger_position(%s, %s, '{1}')", [club, [held.id]]).fetchone()
        assert cursor == (1,)

        second = threads.start(lambda: execute(new_stream(club), opening(), actor=seat(1)))
        wait_for_lock(superuser_connection, lock_of(superuser_connection, club, 1))

        elsewhere = execute(new_stream(), opening(), actor=seat(1))  # another club does not wait
        assert [event.cursor for event in elsewhere.events] == [1]
        assert not second.done()
        assert (head_cursor(club), club_events(club)) == (0, [])  # and nobody sees 2 without 1
    assert [event.cursor for event in second.result(timeout=5).events] == [2]
    assert [(event.cursor, event.stream == held.id) for event in club_events(club)] == [(1, True), (2, False)]


def test_an_append_that_is_rolled_back_leaves_no_hole(app_connection: psycopg.Connection[Any]) -> None:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    app_connection.execute("BEGIN")
    assert app_connection.execute("SELECT ledger_position(%s, %s, '{9}')", [stream.club, [stream.id]]).fetchone() == (
        2,
    )
    app_connection.execute("ROLLBACK")
    with pytest.raises(Refused):
        execute(stream, take(-1), actor=seat(1))
    assert [event.cursor for event in execute(stream, take(5), actor=seat(1)).events] == [2]


def test_eight_streams_at_once_share_one_order(threads: Threads) -> None:
    club = new_stream().club

    def play() -> None:
        stream = new_stream(club)
        execute(stream, opening(), actor=seat(1))
        for amount in range(1, 10):
            execute(stream, take(amount), actor=seat(1))

    threads.all([play] * 8)
    events = club_events(club)
    assert [event.cursor for event in events] == list(range(1, 81))
    for id in {event.stream for event in events}:
        assert [event.version for event in events if event.stream == id] == list(range(1, 11))


def test_a_reader_in_the_midst_never_misses_one(threads: Threads) -> None:
    club = new_stream().club

    def play() -> None:
        stream = new_stream(club)
        execute(stream, opening(), actor=seat(1))
        for _ in range(24):
            execute(stream, take(1), actor=seat(1))

    writers = [threads.start(play) for _ in range(4)]
    seen: list[int] = []
    while len(seen) < 100:
        if all(writer.done() for writer in writers):
            assert head_cursor(club) == 100
        seen += [event.cursor for event in club_events(club, after=seen[-1] if seen else 0, limit=7)]
    assert seen == list(range(1, 101))
