"""Dice from a sealed seed at the table: what may be rewound, what a new seed looks like, what an audit says of it."""

from __future__ import annotations

import json

import pytest

from ledger import reading
from ledger.audit import audit_stream
from ledger.decider import Stream
from ledger.errors import Refused
from tests.races.gaming import act, clock_rolls, host_of, open_game, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_clock")]


def versions(game: Stream, type: str) -> list[int]:
    return [event.version for event in reading.stream_events(game, limit=500) if event.type == type]


def seeds(game: Stream) -> list[str]:
    """Every seed that was ever sealed, in order."""
    sealed = [event for event in reading.stream_events(game, limit=500) if event.type == "race_prepared"]
    return [json.loads(event.sealed or "")["move"]["seed"] for event in sealed]


def opened(game: Stream) -> list[str]:
    shown = [event for event in reading.stream_events(game, limit=500) if event.type == "seed_opened"]
    return [json.loads(event.record)["data"]["seed"] for event in shown]


def test_no_rewind_into_a_race_past_a_roll_that_was_shown() -> None:
    game = open_game(seats=2, pace_ms=50)
    host = host_of(game.club)
    act(game, host, "start_race")
    clock_rolls(game, 3)
    prepared, started, second = versions(game, "race_prepared")[0], versions(game, "race_started")[0], 5
    for to in (prepared, started, second):
        with pytest.raises(Refused, match="dice_already_seen"):
            act(game, host, "rewind", to=to, reason="another try")


def test_to_before_the_preparation_the_next_race_has_a_new_seed_and_the_old_one_is_opened() -> None:
    game = open_game(seats=2, pace_ms=50)
    host = host_of(game.club)
    act(game, host, "start_race")
    act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:7:1")
    clock_rolls(game, 3)
    act(game, host, "rewind", to=1, reason="the wrong game was started")
    first, second = seeds(game)
    assert first != second and opened(game) == [first]
    report = audit_stream(game)
    assert (report.ok, report.dice) == (True, "proved"), report.findings
    act(game, host, "start_race")
    clock_rolls(game, 1)
    for to in versions(game, "race_prepared"):
        with pytest.raises(Refused, match="dice_already_seen"):
            act(game, host, "rewind", to=to, reason="and again")


def test_an_abandoned_race_is_run_again_under_a_new_seed() -> None:
    game = open_game(seats=2, pace_ms=50)
    host = host_of(game.club)
    act(game, host, "start_race")
    clock_rolls(game, 2)
    act(game, host, "abandon", reason="the dog ran across the table")
    first, second = seeds(game)
    assert first != second and opened(game) == [first]
    act(game, host, "start_race", race=1)
    clock_rolls(game, 2)
    assert audit_stream(game).ok


def test_a_seat_adds_to_the_salt_before_the_start_and_the_dice_are_others() -> None:
    game = open_game(seats=2, pace_ms=50)
    act(game, seat_of(game, 2), "add_salt", salt="c0ffee")
    with_salt = reading.load(game).state.play
    act(game, host_of(game.club), "start_race")
    with pytest.raises(Refused):
        act(game, seat_of(game, 1), "add_salt", salt="01")
    clock_rolls(game, 2)
    assert with_salt.race.salts == ((2, "c0ffee"),)
    assert audit_stream(game).ok
