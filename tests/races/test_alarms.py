"""A worker's alarms: calls at their moment; and what the clock does with them."""

from __future__ import annotations

import logging
from functools import partial
from queue import SimpleQueue
from time import monotonic
from typing import Any

import psycopg
import pytest
from django.db import connection
from psycopg.types.json import Jsonb

from ledger.decider import Actor
from ledger.reading import load, stream_events
from ledger.sql import now, query
from ledger.store import execute
from races import clock
from races.alarms import Alarms
from races.game import wrap
from races.shell import VoidGame
from tests.races.gaming import act, host_of, open_game, seat_of

SOON = 20_000
"""µs."""


@pytest.fixture
def alarms() -> Alarms:
    """The database's clock is at 0."""
    alarms = Alarms()
    alarms.hear(0)
    return alarms


def test_calls_come_in_the_order_of_their_moments_and_not_before(alarms: Alarms) -> None:
    rang: SimpleQueue[tuple[str, float]] = SimpleQueue()

    def call(name: str) -> None:
        rang.put((name, monotonic()))

    begin = monotonic()
    alarms.start(1)
    alarms.set(2 * SOON, partial(call, "later"))
    alarms.set(SOON, partial(call, "sooner"))  # while the thread waits for the later one
    alarms.set(-1, partial(call, "at once"))
    names, times = zip(*(rang.get(timeout=5) for _ in range(3)), strict=True)
    assert names == ("at once", "sooner", "later")
    assert times[1] - begin >= 0.019
    assert times[2] - begin >= 0.039


def test_one_that_fails_stops_none_of_the_others(alarms: Alarms, caplog: pytest.LogCaptureFixture) -> None:
    rang: SimpleQueue[str] = SimpleQueue()

    def fail() -> None:
        raise ValueError("no game here")

    with caplog.at_level(logging.ERROR):
        alarms.set(0, fail)
        alarms.set(0, lambda: rang.put("the other"))
        alarms.start(1)
        assert rang.get(timeout=5) == "the other"
    assert "no game here" in caplog.text


def test_of_what_is_heard_of_the_databases_clock_the_latest_counts_unless_an_alarm_was_early(alarms: Alarms) -> None:
    rang: SimpleQueue[float] = SimpleQueue()

    def call() -> None:
        rang.put(monotonic())

    hour = 3_600_000_000
    alarms.start(1)
    alarms.hear(hour)  # it is an hour later than was thought
    alarms.hear(hour - 1_000_000)  # an answer that was on its way for a second
    alarms.set(hour, call)
    rang.get(timeout=5)
    begin = monotonic()
    alarms.hear(0, early=True)
    alarms.set(SOON, call)
    assert rang.get(timeout=5) - begin >= 0.019


@pytest.mark.django_db
def test_a_roll_before_its_time_is_refused_and_waits_again_also_over_a_connection_that_was_cut(
    own_clock: None, superuser_connection: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "alarms", waiting := Alarms())
    game = open_game(seats=2, pace_ms=10_000)
    act(game, host_of(game.club), "start_race")
    state = load(game).state
    assert state.due.at > now()
    superuser_connection.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
    clock._ring(game, state.due.at, wrap(state.due.move))
    assert len(waiting) == 1
    assert "rolled" not in {event.type for event in stream_events(game)}


@pytest.mark.django_db
def test_an_alarm_too_early_by_a_hair_is_set_again_and_one_from_before_a_pause_is_not(
    own_clock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "alarms", waiting := Alarms())
    game = open_game(seats=2, pace_ms=10_000)
    act(game, host_of(game.club), "start_race")
    first = load(game).state.due
    monkeypatch.setattr(
        clock, "now", lambda: first.at
    )  # the moment comes between the refusal and the look at the clock
    clock._ring(game, first.at, wrap(first.move))
    assert len(waiting) == 1
    act(game, host_of(game.club), "pause")
    act(game, host_of(game.club), "resume")
    assert load(game).state.due.at > first.at
    clock._ring(game, first.at, wrap(first.move))
    assert len(waiting) == 1


@pytest.mark.django_db
def test_a_worker_that_starts_sets_an_alarm_for_every_deadline(
    own_clock: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "alarms", waiting := Alarms())
    game = open_game(seats=2, pace_ms=10_000)
    act(game, host_of(game.club), "start_race")
    clock._look_at_all()
    assert [call.args[:2] for _, _, call in waiting._calls if call.args[0] == game] == [(game, load(game).state.due.at)]


@pytest.mark.django_db
def test_a_game_that_cannot_be_moved_stops_no_other(
    own_clock: None,
    superuser_connection: psycopg.Connection[Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(clock, "alarms", waiting := Alarms())
    broken, game = open_game(seats=2, pace_ms=500), open_game(seats=2, pace_ms=500)
    act(game, host_of(game.club), "start_race")
    nonsense = [Jsonb({"type": "nonsense"}), broken.id]
    superuser_connection.execute("UPDATE races_game SET next_at = 1, next_move = %s WHERE id = %s", nonsense)
    try:
        clock._look_at_all()
        assert game in [call.args[0] for _, _, call in waiting._calls]
        give_up = monotonic() + 5
        while "rolled" not in {event.type for event in stream_events(game)}:
            assert monotonic() < give_up
            clock.sweep()  # its first deadline is overdue soon
    finally:
        superuser_connection.execute(
            "UPDATE races_game SET next_at = NULL, next_move = NULL WHERE id = %s", [broken.id]
        )
    assert str(broken.id) in caplog.text


@pytest.mark.django_db
def test_a_deadline_has_one_alarm_in_its_worker_whatever_is_bet_meanwhile_and_a_void_game_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "alarms", waiting := Alarms())
    waiting.running = True  # as in a worker; here nobody answers
    game = open_game(seats=2, pace_ms=10_000)
    host = host_of(game.club)
    act(game, host, "start_race")
    act(game, seat_of(game, 1), "place_bet", race=1, marker="5", spot="win:7:1")
    assert len(waiting) == 1
    act(game, host, "pause")
    act(game, host, "resume")
    assert len(waiting) == 2
    execute(game, wrap(VoidGame(reason="a rehearsal")), actor=Actor(kind="host", id="token:host"))
    assert load(game).state.due is None
    assert query("SELECT status, next_at, next_move FROM races_game WHERE id = %s", [game.id]) == [("void", None, None)]
    assert len(waiting) == 2
