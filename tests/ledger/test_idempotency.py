"""One key, one effect: repeated in a row, at once, or after other events."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest

from ledger.decider import Move, Stream
from ledger.errors import Refused
from ledger.reading import club_events, stream_events
from ledger.store import Command, Key, Outcome, digest_of, execute, execute_all
from tests.ledger.conftest import Threads
from tests.ledger.tally import new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


def keyed(scope: UUID, move: Move, name: str = "k1", caller: str = "seat:1") -> Key:
    return Key(scope=scope, caller=caller, name=name, digest=digest_of(move.type, move.body))


@pytest.fixture
def stream() -> Stream:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    return stream


def said(outcome: Outcome) -> tuple[int, list[tuple[int, int, bytes]]]:
    return outcome.version, [(event.version, event.cursor, event.hash) for event in outcome.events]


def test_in_a_row(stream: Stream) -> None:
    first = execute(stream, take(5), actor=seat(1), key=keyed(stream.id, take(5)))
    again = execute(stream, take(5), actor=seat(1), key=keyed(stream.id, take(5)))
    assert (first.replayed, again.replayed) == (False, True)
    assert said(again) == said(first)
    assert len(stream_events(stream)) == 2


def test_after_other_events(stream: Stream) -> None:
    first = execute(stream, take(5), actor=seat(1), key=keyed(stream.id, take(5)))
    execute(stream, take(7), actor=seat(2))
    again = execute(stream, take(5), actor=seat(1), key=keyed(stream.id, take(5)))
    assert said(again) == said(first)
    assert again.version == 2
    assert len(stream_events(stream)) == 3


def test_at_once(stream: Stream, threads: Threads) -> None:
    def send() -> Outcome:
        return execute(stream, take(5), actor=seat(1), key=keyed(stream.id, take(5)))

    outcomes = threads.all([send] * 8)
    assert sum(not outcome.replayed for outcome in outcomes) == 1
    assert len({str(said(outcome)) for outcome in outcomes}) == 1
    assert len(stream_events(stream)) == 2


def test_another_body_is_refused(stream: Stream) -> None:
    execute(stream, take(5), actor=seat(1), key=keyed(stream.id, take(5)))
    with pytest.raises(Refused) as refused:
        execute(stream, take(6), actor=seat(1), key=keyed(stream.id, take(6)))
    assert refused.value.code == "key_reused"
    assert len(stream_events(stream)) == 2


def test_a_key_belongs_to_its_caller_and_its_stream(stream: Stream) -> None:
    other = new_stream(stream.club)
    execute(other, opening(), actor=seat(1))
    execute(stream, take(5), actor=seat(1), key=keyed(stream.id, take(5), caller="seat:1"))
    execute(stream, take(5), actor=seat(2), key=keyed(stream.id, take(5), caller="seat:2"))
    execute(other, take(5), actor=seat(1), key=keyed(other.id, take(5), caller="seat:1"))
    assert (len(stream_events(stream)), len(stream_events(other))) == (3, 2)


def test_a_refused_move_is_not_remembered(stream: Stream) -> None:
    with pytest.raises(Refused):
        execute(stream, take(0), actor=seat(1), key=keyed(stream.id, take(0)))
    outcome = execute(stream, take(4), actor=seat(1), key=keyed(stream.id, take(4)))
    assert (outcome.replayed, outcome.version) == (False, 2)


def test_a_move_that_did_nothing_is_remembered_as_that(stream: Stream) -> None:
    from tests.ledger.tally import Show

    nothing = Move(type="show", body=Show())
    assert execute(stream, nothing, actor=seat(1), key=keyed(stream.id, nothing)).events == []
    again = execute(stream, nothing, actor=seat(1), key=keyed(stream.id, nothing))
    assert (again.replayed, list(again.events), again.version) == (True, [], 1)


def test_a_collections_key_makes_one_stream_of_many_calls_at_once(threads: Threads) -> None:
    club = uuid4()

    def create() -> Outcome:
        # every call draws a fresh id for the stream that it would make
        return execute(new_stream(club), opening(), actor=seat(1), key=keyed(club, opening()))

    outcomes = threads.all([create] * 8)
    assert len({outcome.stream for outcome in outcomes}) == 1
    assert sum(not outcome.replayed for outcome in outcomes) == 1
    assert len(club_events(club)) == 1


def test_a_key_over_several_streams_answers_with_the_last_ones(stream: Stream) -> None:
    made = new_stream(stream.club)
    commands = [
        Command(stream=stream, move=take(5), actor=seat(1)),
        Command(stream=made, move=opening(), actor=seat(1)),
    ]
    first = execute_all(commands, key=keyed(stream.club, opening()))
    (again,) = execute_all(commands, key=keyed(stream.club, opening()))
    assert said(again) == said(first[-1])
    assert again.stream == made
    assert len(club_events(stream.club)) == 3
