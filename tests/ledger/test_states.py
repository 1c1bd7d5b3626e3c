"""States: folded from events, cached forwards only, and looked back at by rewinds."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any
from uuid import uuid4

import pytest

from ledger.cache import StateCache, states
from ledger.decider import Move, Stream
from ledger.reading import load, load_at
from ledger.store import execute
from tests.conftest import FreshDatabase
from tests.ledger.tally import Back, Hide, new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def stream() -> Stream:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    return stream


def back(to: int) -> Move:
    return Move(type="back", body=Back(to=to))


class TestCache:
    def test_only_forwards(self) -> None:
        cache, id = StateCache(), uuid4()
        cache.put(id, 5, "five")
        cache.put(id, 3, "three")
        assert cache.get(id) == (5, "five")
        cache.put(id, 6, "six")
        assert cache.get(id) == (6, "six")

    def test_the_least_recently_used_goes_first(self) -> None:
        cache, (a, b, c) = StateCache(limit=2), (uuid4(), uuid4(), uuid4())
        cache.put(a, 1, "a")
        cache.put(b, 1, "b")
        cache.get(a)
        cache.put(c, 1, "c")
        assert [cache.get(id) is None for id in (a, b, c)] == [False, True, False]

    def test_an_erasure_forgets(self) -> None:
        cache, id = StateCache(), uuid4()
        cache.put(id, 1, "a name")
        cache.forget(id)
        assert cache.get(id) is None

    def test_a_refused_transaction_leaves_it_alone(self, stream: Stream) -> None:
        before = states.get(stream.id)
        with pytest.raises(Exception, match="invalid"):
            execute(stream, take(0), actor=seat(1))
        assert states.get(stream.id) == before

    def test_cold_and_warm_are_equal(self, stream: Stream) -> None:
        for amount in (1, 2, 3):
            execute(stream, take(amount), actor=seat(amount))
        warm = load(stream)
        states.clear()
        assert load(stream) == warm
        assert (warm.version, warm.state.balances) == (4, {1: 1, 2: 2, 3: 3})

    def test_a_state_that_is_behind_catches_up_before_it_decides(self, stream: Stream) -> None:
        old = states.get(stream.id)
        assert old is not None
        execute(stream, take(5), actor=seat(1))
        states.clear()
        states.put(stream.id, *old)
        assert execute(stream, take(7), actor=seat(1)).state.balances == {1: 12}

    def test_a_database_restored_to_an_earlier_moment_wins_over_the_cache(
        self, own_database: FreshDatabase, stream: Stream
    ) -> None:
        execute(stream, take(5), actor=seat(1))
        states.put(stream.id, 9, "of a future that was restored away")
        assert execute(stream, take(7), actor=seat(1)).state.balances == {1: 12}
        assert states.get(stream.id) == (3, load(stream).state)


class TestLookingBack:
    def test_at_each_version(self, stream: Stream) -> None:
        for amount in (5, 7, 1):
            execute(stream, take(amount), actor=seat(1))
        assert [load_at(stream, version).state.balances for version in range(5)] == [{}, {}, {1: 5}, {1: 12}, {1: 13}]
        assert load_at(stream, 99) == load(stream)

    def test_rewound(self, stream: Stream) -> None:
        execute(stream, take(5), actor=seat(1))  # 2
        execute(stream, take(7), actor=seat(1))  # 3
        assert execute(stream, back(2), actor=seat(1)).state.balances == {1: 5}  # 4
        assert execute(stream, take(1), actor=seat(1)).state.balances == {1: 6}  # 5

    def test_rewinds_within_rewinds(self, stream: Stream) -> None:
        execute(stream, take(5), actor=seat(1))  # 2: 5
        execute(stream, take(7), actor=seat(1))  # 3: 12
        execute(stream, back(2), actor=seat(1))  # 4: 5
        execute(stream, take(1), actor=seat(1))  # 5: 6
        execute(stream, back(3), actor=seat(1))  # 6: 12, which the rewind at 4 had left behind
        execute(stream, back(5), actor=seat(1))  # 7: 6, which lies after the rewind at 4
        states.clear()
        assert [load_at(stream, version).state.balances[1] for version in range(2, 8)] == [5, 12, 5, 6, 12, 6]
        assert load(stream).state.balances == {1: 6}

    def test_a_secret_comes_back_with_a_rewind(self, stream: Stream) -> None:
        execute(stream, Move(type="hide", body=Hide(word="horse")), actor=seat(1))  # 2
        execute(stream, Move(type="hide", body=Hide(word="dog")), actor=seat(1))  # 3
        assert execute(stream, back(2), actor=seat(1)).state.word == "horse"

    def test_sixty_rewinds_of_rewinds_take_no_longer_than_sixty(self, stream: Stream) -> None:
        # each goes back to just before the one before it: folding anew each time would double the work with every one
        execute(stream, take(5), actor=seat(1))
        for version in range(2, 62):
            execute(stream, back(version), actor=seat(1))
        states.clear()
        start = perf_counter()
        assert load(stream).state.balances == {1: 5}
        assert perf_counter() - start < 2

    def test_an_event_that_points_beyond_itself_changes_nothing(self, stream: Stream) -> None:
        execute(stream, take(5), actor=seat(1))
        execute(stream, back(99), actor=seat(1))
        states.clear()
        assert load(stream).state.balances == {1: 5}


def test_a_process_with_an_empty_cache_decides_the_same(stream: Stream, threads: Any) -> None:
    def elsewhere(move: Callable[[], Any]) -> Any:
        return threads.start(move).result(timeout=10)

    states.clear()
    elsewhere(lambda: execute(stream, take(5), actor=seat(1)))
    assert load(stream).state.balances == {1: 5}
