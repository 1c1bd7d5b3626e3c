"""Many writers: one stream stays one chain, and crossing transactions never lock each other out for good."""

from __future__ import annotations

from uuid import uuid4

import pytest

from ledger.audit import audit_club, audit_stream
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.money import balances
from ledger.reading import load, stream_events
from ledger.store import Command, execute, execute_all
from tests.ledger.conftest import Threads
from tests.ledger.tally import new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def stream() -> Stream:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    return stream


def test_eight_threads_on_one_stream(stream: Stream, threads: Threads) -> None:
    def play(n: int) -> None:
        for _ in range(12):
            execute(stream, take(1), actor=seat(n))

    threads.all([lambda n=n: play(n) for n in range(1, 9)])  # type: ignore[misc]
    assert [event.version for event in stream_events(stream)] == list(range(1, 98))
    assert load(stream).state.balances == dict.fromkeys(range(1, 9), 12)
    assert balances(stream.club, stream.id)["bank"] == -96
    report = audit_stream(stream)
    assert (report.findings, report.checked.moves) == ([], 97)


def test_the_expected_version(stream: Stream) -> None:
    assert execute(stream, take(5), actor=seat(1), expected_version=1).version == 2
    with pytest.raises(Refused) as refused:
        execute(stream, take(5), actor=seat(1), expected_version=1)
    assert (refused.value.code, refused.value.extra["version"]) == ("version_changed", 2)


def test_of_eight_who_expect_the_same_version_one_wins(stream: Stream, threads: Threads) -> None:
    def play() -> str:
        try:
            execute(stream, take(5), actor=seat(1), expected_version=1)
        except Refused as refused:
            return refused.code
        return "done"

    assert sorted(threads.all([play] * 8)) == ["done", *["version_changed"] * 7]


def test_crossing_pairs_dont_deadlock(threads: Threads) -> None:
    club = uuid4()
    one, two = new_stream(club), new_stream(club)
    for each in (one, two):
        execute(each, opening(), actor=seat(1))

    def play(*streams: Stream) -> None:
        for _ in range(10):
            execute_all([Command(stream=each, move=take(1), actor=seat(1)) for each in streams])

    threads.all([lambda: play(one, two), lambda: play(two, one)] * 4)
    assert (load(one).version, load(two).version) == (81, 81)
    assert audit_club(club).findings == []


def test_all_or_nothing_over_several_streams(stream: Stream) -> None:
    other = new_stream(stream.club)
    with pytest.raises(Refused):
        execute_all(
            [
                Command(stream=stream, move=take(5), actor=seat(1)),
                Command(stream=other, move=take(0), actor=seat(1)),
            ]
        )
    assert (load(stream).version, load(other).version) == (1, 0)


def test_two_moves_on_one_stream_in_one_transaction(stream: Stream) -> None:
    commands = [Command(stream=stream, move=take(amount), actor=seat(1)) for amount in (5, 7)]
    outcomes = execute_all(commands)
    assert [outcome.version for outcome in outcomes] == [3, 3]
    assert load(stream).state.balances == {1: 12}
    assert audit_stream(stream).findings == []


def test_one_transaction_writes_to_one_club(stream: Stream) -> None:
    commands = [Command(stream=each, move=take(1), actor=seat(1)) for each in (stream, new_stream())]
    with pytest.raises(ValueError, match="one club"):
        execute_all(commands)
