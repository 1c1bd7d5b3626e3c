"""Corrections: one move otherwise, the rest made again; a fresh game with the right moves ends the same."""

from __future__ import annotations

import contextlib
import json
import time
from pathlib import Path

import msgspec
import pytest

from ledger import money, reading
from ledger.audit import audit_stream
from ledger.cache import states
from ledger.correcting import correct
from ledger.decider import Actor, Context, Recorded, Stream
from ledger.errors import Refused
from ledger.registry import decider_of
from ledger.sql import now
from ledger.store import execute
from ledger.writer import CLOCK
from races.game import wrap
from races.rules.protocol import AddSalt, Paused
from races.rules.ready_set_bet.moves import PlaceBet, Roll
from tests.races.gaming import act, host_of, open_game, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_clock")]
DICE = json.loads((Path(__file__).parent.parent / "vectors" / "ready_set_bet_race.json").read_text())["race"]["dice"]
HOST = Actor(kind="host", id="token:host")


def version_of(game: Stream, type: str, **data: object) -> int:
    """The first event of this type with these data."""
    for event in reading.stream_events(game, limit=500):
        found = json.loads(event.record)["data"]
        if event.type == type and all(found.get(name) == value for name, value in data.items()):
            return event.version
    raise AssertionError(f"no {type} with {data}")


def mend(game: Stream, at: int, move: object, dry_run: bool = False):
    change = None if move is None else lambda made, state: wrap(move)
    return correct(game, at, change, reason="mistyped", actor=HOST, dry_run=dry_run)


def play(dice: list[list[int]], **options: object) -> Stream:
    """Race 1 of the rules page with bets between the rolls."""
    game = open_game(seats=2, house="basic", **options)
    host = host_of(game.club)
    act(game, host, "start_race")
    act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:11-12:3")
    for n, pair in enumerate(dice, 1):
        act(game, host, "roll", dice=pair, n=n)
        if n == 4:
            act(game, seat_of(game, 2), "place_bet", marker="5", spot="win:11-12:2")
    return game


def test_a_mistyped_roll_is_mended_and_the_money_is_that_of_a_game_with_the_right_one() -> None:
    wrong = [*DICE]
    wrong[8] = [3, 4]  # roll 9 was 5-6
    game = play(wrong)
    assert reading.load(game).state.play.phase == "running"  # without that roll nobody has arrived yet
    done = mend(game, version_of(game, "rolled", roll=9), Roll(dice=(5, 6), n=9))
    assert done.refused == []
    assert money.balances(game.club, game.id) == money.balances(*_ids(play(DICE)))
    assert money.balances(game.club, game.id)["seat:1"] == 45

    again = reading.load(game)
    states.clear()
    assert reading.load(game) == again
    report = audit_stream(game)
    assert report.ok, report.findings


def _ids(game: Stream) -> tuple:
    return game.club, game.id


def test_later_moves_that_no_longer_fit_are_listed_and_history_is_kept() -> None:
    game = play(DICE, races=2)
    act(game, host_of(game.club), "start_race", race=2)
    act(game, seat_of(game, 1), "place_bet", marker="4", spot="win:7:1", race=2)
    before = reading.load(game).version
    # Roll 12 was not 5-6: the race isn't over, so race 2 can't have been started.
    done = mend(game, version_of(game, "rolled", roll=12), Roll(dice=(3, 4), n=12))
    assert [(refused.move["type"], refused.code) for refused in done.refused] == [
        ("start_race", "wrong_race"),
        ("place_bet", "wrong_race"),
    ]
    types = [event.type for event in reading.stream_events(game, limit=500)]
    assert len(types) > before and types.count("race_finished") == 1
    assert money.balances(game.club, game.id)["seat:1"] == 0
    assert audit_stream(game).ok


def test_a_bet_is_left_out_or_moved_also_in_a_finished_game_with_sealed_dice() -> None:
    game = play(DICE, races=1)
    assert money.balances(game.club, game.id)["seat:2"] == 40
    left_out = mend(game, version_of(game, "bet_placed", seat=2), None)
    assert left_out.refused == [] and money.balances(game.club, game.id)["seat:2"] == 0
    assert reading.load(game).state.play.phase == "finished"
    moved = mend(game, version_of(game, "bet_placed", seat=1), None, dry_run=True)
    assert moved.outcome is None and money.balances(game.club, game.id)["seat:1"] == 45


def test_a_dry_run_writes_nothing_and_says_what_would_be() -> None:
    game = play(DICE, races=1)
    version = reading.load(game).version
    bet = PlaceBet(marker="5", spot="win:7:1")
    done = mend(game, version_of(game, "bet_placed", seat=1), bet, dry_run=True)
    assert (done.before.play.chair(1).money, done.after.play.chair(1).money) == (45, 0)
    assert reading.load(game).version == version


def test_a_correction_of_a_correction_replays_what_is_in_force() -> None:
    game = play(DICE, races=1)
    mend(game, version_of(game, "bet_placed", seat=1), None)
    fresh = next(
        event.version for event in reversed(reading.stream_events(game, limit=500)) if event.type == "bet_placed"
    )
    mend(game, fresh, None)
    assert money.balances(game.club, game.id) == {"bank": 0, "seat:1": 0, "seat:2": 0}
    for seat in (1, 2):
        with pytest.raises(Refused, match="invalid"):
            mend(game, version_of(game, "bet_placed", seat=seat), None)  # undone already
    assert audit_stream(game).ok


def test_what_the_server_drew_and_who_sits_where_is_not_corrected() -> None:
    game = open_game(seats=2)
    for version in (1, 2):
        with pytest.raises(Refused, match=r"invalid|dice_already_seen"):
            mend(game, version, None)


def test_a_correction_that_is_itself_illegal_changes_nothing() -> None:
    game = play(DICE, races=1)
    version = reading.load(game).version
    with pytest.raises(Refused, match="unknown_spot"):
        mend(game, version_of(game, "bet_placed", seat=1), PlaceBet(marker="5", spot="win:1:1"))
    assert reading.load(game).version == version


def test_money_is_conserved_event_by_event_across_corrections() -> None:
    game = play(DICE, races=1)
    mend(game, version_of(game, "rolled", roll=3), Roll(dice=(6, 6), n=3))
    assert sum(money.balances(game.club, game.id).values()) == 0
    assert msgspec.to_builtins(audit_stream(game))["findings"] == []


def sealed_dice(rolls: int = 3, **options: object) -> Stream:
    """A paused game whose dice the server rolls, ``rolls`` times so far (or more: workers of other tests may have a
    hand in it); seat 1 has added salt and made a bet."""
    game = open_game(seats=2, pace_ms=50, **options)
    act(game, seat_of(game, 1), "add_salt", salt="aa")
    act(game, host_of(game.club), "start_race")
    act(game, seat_of(game, 1), "place_bet", marker="5", spot="win:7:1")
    while (play := reading.load(game).state.play).race.track.roll < rolls:
        time.sleep(max(0, play.next_at - now()) / 1_000_000)
        with contextlib.suppress(Refused):
            execute(game, wrap(Roll(race=1, n=play.race.track.roll + 1)), actor=CLOCK)
    act(game, host_of(game.club), "pause")
    return game


def test_salt_is_not_corrected_once_dice_have_fallen_or_a_host_could_choose_them() -> None:
    game = sealed_dice()
    for other in (AddSalt(salt="bb"), None):
        with pytest.raises(Refused, match="dice_already_seen"):
            mend(game, version_of(game, "salt_added"), other)
    unseen = open_game(seats=2)
    act(unseen, seat_of(unseen, 1), "add_salt", salt="aa")
    mend(unseen, version_of(unseen, "salt_added"), AddSalt(salt="bb"))
    assert reading.load(unseen).state.play.race.salts == ((1, "bb"),)


def test_nobody_plays_on_over_dice_or_a_seed_that_have_been_seen() -> None:
    game = sealed_dice()
    host = host_of(game.club)
    with pytest.raises(Refused, match="dice_already_seen"):
        mend(game, version_of(game, "race_started"), None)  # the same dice would fall again
    act(game, host, "abandon", reason="a phone fell")  # this opens the seed
    with pytest.raises(Refused, match="dice_already_seen"):
        mend(game, version_of(game, "race_abandoned"), None)
    act(game, host, "close_game", reason="late")  # so does this
    with pytest.raises(Refused, match="dice_already_seen"):
        mend(game, version_of(game, "game_finished"), None)


def test_what_changes_no_dice_is_corrected_in_a_game_with_sealed_dice() -> None:
    game = sealed_dice(rolls=8)
    dice = [json.loads(e.record)["data"] for e in reading.stream_events(game) if e.type == "rolled"]
    done = mend(game, version_of(game, "bet_placed"), PlaceBet(marker="4", spot="win:8:1"))
    assert done.refused == []
    log = reading.stream_events(game, limit=500)
    again = [json.loads(e.record)["data"] for e in log if e.type == "rolled"][len(dice) :]
    assert again == dice
    moved = json.loads(next(e.record for e in reversed(log) if e.type == "bet_placed"))
    assert moved["actor"] == {"kind": "host", "id": "token:host", "for_seat": 1}  # the seat never said so
    assert audit_stream(game).ok


def test_a_pause_after_an_outage_stays_one_when_it_is_made_again() -> None:
    game = open_game(seats=2, pace_ms=10_000, pause_after_gap_s=10)
    act(game, host_of(game.club), "start_race")
    play = reading.load(game).state.play
    decider = decider_of("game")
    late = Context(
        actor=CLOCK,
        at=play.next_at + 11_000_000,
        version=0,
        state_at=lambda version: None,
        events_after=lambda version: [],
    )
    [paused] = decider.decide(reading.load(game).state, wrap(Roll(race=1, n=1)), late)
    assert paused.data == Paused(reason="gap")
    seen = Recorded(type="paused", schema=1, version=1, at=late.at, data=paused.data)
    again = msgspec.structs.replace(late, replays=1, at=play.next_at, events_after=lambda version: [seen])
    assert decider.decide(reading.load(game).state, wrap(Roll(race=1, n=1)), again) == [paused]
