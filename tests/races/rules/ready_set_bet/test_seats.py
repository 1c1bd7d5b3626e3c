"""Opening, leaving, joining late, closing early (§1, §4, §14)."""

from __future__ import annotations

import msgspec
import pytest

from races.rules.protocol import SeatAdded, SeatClosed, Standing
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.events import GameFinished, RaceAbandoned, SeatLeaving, SeatSettled, SeedOpened
from races.rules.ready_set_bet.state import Options
from tests.races.rules.ready_set_bet.tables import RACE, app, basic, refused, roll, run_race, started


def test_a_game_opens_with_no_money_and_different_colours():
    table = app(1, 2, 3, 4, 5, 6, 7, 8)
    assert V1.balances(table.state) == dict.fromkeys(range(1, 9), 0)
    assert len({chair.colour for chair in table.state.chairs}) == 8


def test_defaults():
    options = msgspec.convert({}, Options)
    assert (options.house, options.pace_ms, options.races, options.pause_after_gap_s) == ("app", 2500, 4, 60)
    assert (options.props, options.exotics, options.vips, options.house_markers) == (True, True, True, (3,) * 6)


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        ({}, [1]),
        ({}, list(range(1, 10))),
        ({"house": "basic"}, []),
        ({"house": "competing"}, [1]),
        ({"house": "competing"}, list(range(1, 11))),
        ({"house": "competing", "house_seat": 4}, [1, 2, 3]),
        ({"house": "rotating"}, [1]),
        ({"house": "rotating"}, list(range(1, 10))),
        ({}, [2, 1]),
        ({}, [1, 1]),
        ({}, [0, 1]),
    ],
)
def test_openings_that_are_refused(options, seats):
    with refused("invalid"):
        V1.check(msgspec.convert(options, Options), seats)


@pytest.mark.parametrize(
    "options",
    [
        *({"pace_ms": 49}, {"pace_ms": 10_001}, {"pace_ms": "2500"}, {"races": 0}, {"races": 5}, {"house": "x"}),
        *({"pause_after_gap_s": 9}, {"pause_after_gap_s": 3601}, {"house_markers": [3, 3]}, {"x": 1}),
    ],
)
def test_options_out_of_bounds(options):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(options, Options)


def test_a_seat_that_leaves_between_races_is_closed_at_once_and_keeps_its_money():
    table = basic(1, 2)
    started(table).seat(2, "place_bet", marker="5", spot="colour:blue")
    roll(table, *RACE)
    assert table.host("close_seat", seat=2) == [SeatClosed(seat=2)]
    with refused("seat_closed"):
        table.host("close_seat", seat=2)
    with refused("seat_closed"):
        table.host("close_seat", seat=5)
    started(table)
    with refused("seat_closed"):
        table.seat(2, "place_bet", marker="5", spot="colour:blue")
    assert V1.legal(table.state, 2) == []
    assert V1.balances(table.state) == {1: 0, 2: 25}


def test_a_seat_that_leaves_during_a_race_is_closed_after_its_settlement():
    table = started(basic(1, 2))
    table.seat(2, "place_bet", marker="5", spot="colour:blue")
    assert table.seat(2, "close_seat", seat=2) == [SeatLeaving(seat=2)]
    with refused("seat_closed"):
        table.host("close_seat", seat=2)
    with refused("wrong_scope"):
        table.seat(1, "close_seat", seat=2)
    events = roll(table, *RACE)
    assert table.find(SeatSettled)[1].balance == 25
    assert [event for event in events if isinstance(event, SeatClosed)] == [SeatClosed(seat=2)]
    assert table.state.chair(2).state == "closed"


def test_a_latecomer_joins_between_races_with_nothing_and_the_set_in_use():
    table = app(1, 2, 3, 4, 5, 6)
    assert table.host("add_seat") == [SeatAdded(seat=7, colour="teal")]
    assert table.state.setup.markers == ("2", "3a", "3b", "4", "5")
    started(table)
    with refused("join_closed"):
        table.host("add_seat")
    table.seat(7, "place_bet", marker="3b", spot="win:7:1")


def test_a_chair_is_never_used_again_and_the_table_has_eight():
    table = app(1, 2, 3, 4, 5, 6, 7)
    with refused("seat_taken"):
        table.host("add_seat", seat=7)
    table.host("add_seat", seat=20)
    with refused("game_full"):
        table.host("add_seat")
    table.host("close_seat", seat=1)
    with refused("seat_taken"):
        table.host("add_seat", seat=1)
    assert table.host("add_seat") == [SeatAdded(seat=21, colour="grey")]
    with refused("wrong_scope"):
        table.seat(2, "add_seat")


def test_colours_at_a_table_stay_different_however_many_come_and_go():
    table = app(1, 2)
    for seat in range(3, 60):
        table.host("add_seat")
        colours = [chair.colour for chair in table.state.chairs if chair.state != "closed"]
        assert len(set(colours)) == len(colours)
        if len(colours) == 8:
            table.host("close_seat", seat=seat - 6)


def test_an_abandoned_race_is_void_and_prepared_again_with_a_new_seed():
    table = app(1, 2)
    with refused("not_running"):
        table.host("abandon", reason="the dice fell off")
    started(table).seat(1, "place_bet", marker="5", spot="win:7:1")
    table.clock()
    first = table.state.race
    events = table.host("abandon", reason="the dice fell off")
    assert events[:2] == [
        RaceAbandoned(race=1),
        SeedOpened(race=1, seed=first.seed, opens=(first.prepared,)),
    ]
    again = table.state.race
    assert (again.number, again.bets, again.track.roll) == (1, (), 0)
    assert again.seed != first.seed
    assert table.state.phase == "ready"
    assert V1.due(table.state) is None


def test_a_seat_that_was_leaving_is_closed_when_its_race_is_abandoned():
    table = started(basic(1, 2))
    table.seat(2, "close_seat", seat=2)
    events = table.host("abandon", reason="x")
    assert events[:2] == [RaceAbandoned(race=1), SeatClosed(seat=2)]


def test_closing_early_voids_the_running_race_and_ranks_by_what_was_settled():
    table = app(1, 2)
    run_race(table)
    money = V1.balances(table.state)
    started(table).seat(1, "place_bet", marker="5", spot="win:7:1")
    table.clock()
    seed = table.state.race.seed
    events = table.host("close_game", reason="the bar closes")
    assert events[0] == RaceAbandoned(race=2)
    assert isinstance(events[1], SeedOpened) and events[1].seed == seed
    assert events[2] == GameFinished(
        ranking=(Standing(seat=1, rank=1, money=money[1]), Standing(seat=2, rank=1, money=money[2]))
    )
    assert V1.balances(table.state) == money
    assert table.secrets() == []


def test_closing_before_any_race_was_settled_gives_no_result():
    table = app(1, 2)
    (opened, finished) = table.host("close_game", reason="nobody came")
    assert isinstance(opened, SeedOpened)
    assert finished == GameFinished(ranking=())
    assert V1.result(table.state) is None
    assert V1.summary(table.state).status == "finished"


def test_there_is_no_chair_after_99():
    table = app(1, 2)
    table.host("add_seat", seat=99)
    with refused("game_full"):
        table.host("add_seat")
    assert table.host("add_seat", seat=3) == [SeatAdded(seat=3, colour="yellow")]
