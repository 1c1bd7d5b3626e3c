"""A whole race and a whole game: who rolls, what a roll brings about and in which order (§3, §6)."""

from __future__ import annotations

from races.rules import chance
from races.rules.protocol import Standing
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import (
    BettingClosed,
    GameFinished,
    RaceFinished,
    RacePrepared,
    RedLineCrossed,
    Rolled,
    SeatSettled,
    SeedOpened,
)
from races.rules.ready_set_bet.simulate import race_of_dice
from tests.races.rules.ready_set_bet.tables import RACE, app, basic, refused, roll, run_race, started
from tests.races.rules.table import Table
from tests.races.rules.vectors import vectors


def test_the_rules_pages_race_to_the_coin():
    table = started(basic(1, 2))
    for marker, spot, _, _ in vectors("ready_set_bet_race")["settlements"]["A1"]["bets"]:
        table.seat(1, "place_bet", marker=marker, spot=spot)
    roll(table, *RACE[:8])
    assert roll(table, RACE[8]) == [
        Rolled(race=1, roll=9, dice=(5, 6), horse="11-12", steps=4, bonus=3, position=11),
        RedLineCrossed(race=1, horse="11-12", count=1),
    ]
    roll(table, *RACE[9:11])
    version = table.version
    events = roll(table, RACE[11])
    assert events[:3] == [
        Rolled(race=1, roll=12, dice=(5, 6), horse="11-12", steps=3, bonus=3, position=15),
        BettingClosed(race=1, reason="finish"),
        RaceFinished(
            race=1,
            positions=(0, 0, 1, 1, 1, 1, 1, 0, 15),
            win=("11-12",),
            place=("5", "6", "7", "8", "9", "11-12"),
            show=("5", "6", "7", "8", "9", "11-12"),
        ),
    ]
    assert table.names(after=version) == [
        *("rolled", "betting_closed", "race_finished"),
        *["bet_settled"] * 5,
        *["seat_settled"] * 2,
        "race_prepared",
    ]
    assert table.find(SeatSettled) == [
        SeatSettled(race=1, seat=1, won=68, lost=4, forgiven=0, balance=64),
        SeatSettled(race=1, seat=2, won=0, lost=0, forgiven=0, balance=0),
    ]
    assert V1.balances(table.state) == {1: 64, 2: 0}


def test_the_order_of_one_roll_that_ends_the_last_race_in_house_app():
    table = app(1, 2, races=1)
    started(table).seat(1, "place_bet", marker="5", spot="colour:red")
    while not table.find(GameFinished):
        version = table.version
        table.clock()
    names = table.names(after=version)
    assert names[0] == "rolled"
    assert names[-6:] == [
        *("race_finished", "bet_settled", "seat_settled", "seat_settled", "seed_opened", "game_finished"),
    ]


def test_a_whole_game_of_four_races_and_its_ranking():
    table = basic(1, 2, 3)
    for race in (1, 2, 3, 4):
        started(table)
        table.seat(2, "place_bet", marker="5", spot="colour:blue", race=race)
        table.seat(3, "place_bet", marker="5", spot="win:7:1", race=race)
        roll(table, *RACE)
    assert table.names()[-1] == "game_finished"
    assert V1.result(table.state) == (
        Standing(seat=2, rank=1, money=100),
        Standing(seat=1, rank=2, money=0),
        Standing(seat=3, rank=2, money=0),
    )
    for move in ({"type": "start_race"}, {"type": "pause"}, {"type": "close_game", "reason": "late"}):
        with refused("game_over"):
            table.host(move.pop("type"), **move)
    assert V1.legal(table.state, None) == V1.legal(table.state, 1) == []


def test_a_race_without_bets_is_run_and_settled_like_any_other():
    table = basic(1)
    run_race(table)
    assert table.find(SeatSettled) == [SeatSettled(race=1, seat=1, won=0, lost=0, forgiven=0, balance=0)]


def test_the_memory_of_the_last_horse_is_cleared_for_each_race():
    table = basic(1)
    run_race(table)  # its last horse is 11/12
    first = roll(started(table), (6, 6))[0]
    assert (first.race, first.roll, first.steps, first.bonus) == (2, 1, 1, 0)


# Who rolls


def test_a_person_who_is_the_house_enters_dice():
    table = started(basic(1))
    with refused("invalid"):
        table.host("roll")
    with refused("wrong_scope"):
        table.seat(1, "roll", dice=[1, 2])
    with refused("wrong_race", expected=1):
        table.host("roll", dice=[1, 2], race=2)
    table.host("roll", dice=[1, 2], n=1, race=1)
    with refused("roll_out_of_order", expected=2):  # two helpers enter the same roll
        table.host("roll", dice=[1, 2], n=1)
    assert V1.due(table.state) is None
    assert V1.follow(table.state, bytes) is None


def test_in_house_app_nobody_but_the_server_rolls():
    table = started(app(1, 2))
    table.at += 1_000_000
    with refused("wrong_scope"):
        table.host("roll")
    with refused("wrong_scope"):
        table.host("roll", dice=[6, 6])


def test_the_dice_of_house_app_follow_from_the_sealed_seed_and_the_public_salt():
    table = app(1, 2, 3, races=1)
    table.seat(3, "add_salt", salt="0123")
    table.seat(1, "add_salt", salt="ab")
    table.seat(1, "add_salt", salt="cd")  # the last one counts
    run_race(table)
    (opened,) = table.find(SeedOpened)
    rolls = table.find(Rolled)
    seed = bytes.fromhex(opened.seed)
    assert [r.dice for r in rolls] == [chance.dice(seed, "5a17,1=cd,3=0123", 1, n + 1) for n in range(len(rolls))]
    prepared = next(seen for seen in table.seen if isinstance(seen.event, RacePrepared))
    assert opened.opens == (prepared.version,)
    assert prepared.move_secret == {"seed": opened.seed}


def test_salt_is_taken_between_the_sealing_of_the_seed_and_the_start():
    table = app(1, 2)
    table.seat(1, "add_salt", salt="ab")
    started(table)
    with refused("already_running"):
        table.seat(1, "add_salt", salt="ab")
    with refused("invalid"):
        basic(1).seat(1, "add_salt", salt="ab")
    with refused("seat_closed"):
        app(1, 2).seat(9, "add_salt", salt="ab")
    while not table.find(RaceFinished):
        table.clock()
    assert table.state.race.salts == ()


def test_every_race_has_its_own_seed():
    table = app(1, 2)
    for _ in range(4):
        run_race(table)
    seeds = [opened.seed for opened in table.find(SeedOpened)]
    assert len(set(seeds)) == 4
    assert [opened.race for opened in table.find(SeedOpened)] == [1, 2, 3, 4]


def test_only_the_server_prepares_races_and_only_with_a_seed_where_it_rolls():
    table = basic(1)
    assert [seen.move_secret for seen in table.seen] == [None]
    with refused("wrong_scope"):
        table.host("prepare_race", race=1)


def test_a_race_at_the_table_is_a_race_of_its_dice():
    """The simulation and the server's decide and evolve are one."""
    for number in range(20):
        table = Table(V1, {"races": 1, "pace_ms": 50}, [1, 2], chance=number)
        run_race(table)
        run = race_of_dice(STANDARD, [rolled.dice for rolled in table.find(Rolled)])
        (finished,) = table.find(RaceFinished)
        (closed,) = table.find(BettingClosed)
        assert finished.positions == run.result.positions
        assert finished.show == STANDARD.names(run.result.show)
        assert closed.reason == run.closed_by
        assert [crossing.horse for crossing in table.find(RedLineCrossed)] == list(STANDARD.names(run.track.crossed))
        assert set(finished.win) <= set(finished.place) <= set(finished.show)


def test_starting():
    table = basic(1)
    with refused("wrong_scope"):
        table.seat(1, "start_race")
    with refused("wrong_race", expected=1):
        table.host("start_race", race=2)
    table.host("start_race", race=1)
    with refused("already_running"):
        table.host("start_race")
    with refused("not_running"):
        basic(1).host("roll", dice=[1, 1])
