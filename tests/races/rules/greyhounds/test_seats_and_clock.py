"""Seats that sleep, leave or come late; pauses and outages."""

from __future__ import annotations

from races.rules.greyhounds.events import BetsSealed, GameFinished, RaceAbandoned, SeatSettled, SeedOpened
from races.rules.protocol import By, Paused
from tests.races.rules.greyhounds.tables import EXAMPLE, act, example, place_bets, run_example, sleep_to, table
from tests.races.rules.ready_set_bet.tables import refused

SECOND = 1_000_000


def sleeper(seat, n):
    return {"type": "play_default", "seat": seat, "n": n}


def test_without_a_limit_nobody_is_played_for():
    assert table().ruleset.due(table().state) is None


def test_the_clock_plays_for_whoever_sleeps():
    game = table(default_after_s=30)
    start = game.state.since
    due = game.ruleset.due(game.state)
    assert (due.at, due.move.seat, due.move.n) == (start + 30 * SECOND, 1, 1)
    game.seat(1, "place_bets", kind="sieg", bets=[{"pick": 4, "stake": 900}])
    for seat in (2, 3, 4):
        assert game.ruleset.due(game.state).move.seat == seat
        game.clock()
    assert game.state.phase == "set_aside"
    assert [bet.stake for d in game.state.dogs for bet in d.bets] == [900, 500, 500, 500]
    assert game.ruleset.due(game.state).at == start + 60 * SECOND


def test_a_whole_game_plays_itself():
    game = table(default_after_s=5)
    while game.state.phase != "finished":
        game.clock()
    assert len(game.find(SeatSettled)) == 12
    assert game.ruleset.due(game.state) is None


def test_a_clock_that_comes_too_early_or_too_late_does_nothing():
    game = table(default_after_s=30)
    clock = By(at=game.state.since + 30 * SECOND, clock=True)
    with refused("too_early"):
        game.play(sleeper(1, 1), By(at=clock.at - 1, clock=True))
    with refused("wrong_scope"):
        game.play(sleeper(1, 1), By(at=clock.at, host=True))
    act(game, 1)
    with refused("too_late"):
        game.play(sleeper(1, 1), clock)
    sleep_to(game, "set_aside")
    with refused("too_late"):  # she is waited for again, but in another turn
        game.play(sleeper(1, 1), clock)


def test_a_long_outage_pauses_and_the_host_goes_on():
    game = table(default_after_s=30, pause_after_gap_s=60)
    events = game.clock(late=60 * SECOND + 1)
    assert events == [Paused(reason="gap")]
    assert game.ruleset.due(game.state) is None
    with refused("paused"):
        act(game, 1)
    game.at += 500 * SECOND
    game.host("resume")
    assert game.ruleset.due(game.state).at == game.at + 30 * SECOND
    act(game, 1)


def test_a_pause_stops_everybody():
    game = table()
    with refused("wrong_scope"):
        game.seat(1, "pause")
    game.host("pause")
    assert game.ruleset.summary(game.state).status == "paused"
    with refused("paused"):
        game.host("pause")
    with refused("paused"):
        game.seat(1, "place_bets", kind="sieg", bets=[{"pick": 1, "stake": 500}])
    assert all(move["type"] != "place_bets" for move in game.ruleset.legal(game.state, 1))
    game.host("resume")
    with refused("already_running"):
        game.host("resume")


def test_a_closed_seat_sleeps_for_good_and_is_played_for_at_once():
    game = table()
    game.seat(3, "close_seat", seat=3)
    with refused("wrong_scope"):
        game.seat(1, "close_seat", seat=2)
    due = game.ruleset.due(game.state)
    assert (due.at, due.move.seat) == (game.state.since, 3)
    game.clock()
    assert game.find(BetsSealed)[-1].seat == 3
    with refused("seat_closed"):
        game.seat(3, "set_aside", card=1)
    with refused("seat_closed"):
        game.host("close_seat", seat=3)
    assert game.ruleset.legal(game.state, 3) == []


def test_a_latecomer_finds_no_dog():
    with refused("join_closed"):
        table().host("add_seat")


def test_an_abandoned_race_is_dealt_anew_and_shows_what_was_sealed():
    game = example()
    place_bets(game)
    sets = {dog.seat: dog.set_ for dog in game.state.dogs}
    game.seat(1, "set_aside", card=2)
    version = game.version
    events = game.host("abandon", reason="a glass of wine on the cards")
    abandoned = events[0]
    assert isinstance(abandoned, RaceAbandoned) and len(abandoned.opens) == 5
    assert version in abandoned.opens
    assert isinstance(events[1], SeedOpened) and events[1].race == 2
    assert game.state.race == 1 and game.state.phase == "bets"
    assert game.ruleset.balances(game.state) == dict.fromkeys((1, 2, 3, 4), 6000)
    assert sets == {dog.seat: dog.set_ for dog in game.state.dogs}  # rigged: an ordinary deal is another one


def test_an_abandoned_ordinary_race_has_other_cards():
    game = table()
    sets = [dog.set_ for dog in game.state.dogs]
    game.host("abandon", reason="a glass of wine on the cards")
    assert [dog.set_ for dog in game.state.dogs] != sets


def test_a_closed_game_counts_what_was_settled():
    game = run_example(example())
    act(game, 2)
    game.host("close_game", reason="the last bus")
    finished = game.find(GameFinished)[0]
    assert finished.reason == "closed"
    assert [(line.seat, line.rank, line.money) for line in finished.ranking] == [
        (4, 1, 8600),
        (1, 2, 7700),
        (3, 3, 7400),
        (2, 4, 6000),
    ]
    assert len(finished.opens) == 1
    with refused("game_over"):
        game.seat(1, "place_bets", kind="sieg", bets=[{"pick": 1, "stake": 500}])


def test_a_game_closed_before_a_race_was_settled_has_no_result():
    game = table()
    game.host("close_game", reason="nobody came")
    assert game.ruleset.result(game.state) is None
    assert game.ruleset.summary(game.state).headline == "Closed before a race was settled: no result."


def test_the_scoreboard_follows():
    game = example()
    assert game.ruleset.summary(game.state).status == "open"
    assert game.ruleset.summary(game.state).headline == "Race 1 of 3: bets, please."
    run_example(game)
    summary = game.ruleset.summary(game.state)
    assert (summary.status, summary.progress) == ("running", {"unit": "race", "n": 2, "of": 3})
    assert summary.headline == "The dog of seat 1 won race 1. Race 2 of 3: bets, please."
    assert [(s.seat, s.rank, s.score, s.delta) for s in summary.seats] == [
        (4, 1, 8600, 2600),
        (1, 2, 7700, 1700),
        (3, 3, 7400, 1400),
        (2, 4, 6000, 0),
    ]
    assert EXAMPLE["settled"]["4"]["balance"] == 8600
