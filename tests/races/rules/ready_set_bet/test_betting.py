"""Placing bets (§4): first come first served, and what is said against a bet."""

from __future__ import annotations

import pytest

from races.rules.protocol import By, Refused
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import BetPlaced
from races.rules.ready_set_bet.markers import VALUES
from tests.races.rules.ready_set_bet.tables import RACE, app, basic, refused, roll, run_race, started


def test_a_bet_says_what_it_pays_and_what_it_costs():
    table = started(basic(1, 2))
    assert table.seat(1, "place_bet", marker="3a", spot="place:2-3:2") == [
        BetPlaced(race=1, seat=1, marker="3a", spot="place:2-3:2", pays=5, loses=3)
    ]


def test_a_spot_holds_one_marker_and_the_faster_seat_is_named():
    table = started(basic(1, 2))
    table.seat(2, "place_bet", marker="5", spot="win:7:1")
    with refused("spot_taken", by=2):
        table.seat(1, "place_bet", marker="5", spot="win:7:1")
    with refused("spot_taken", by=2):
        table.seat(2, "place_bet", marker="4", spot="win:7:1")
    with refused("spot_taken", by=2):  # there is no card to spend
        table.seat(1, "place_bet", marker="3a", spot="win:7:1", piggyback=True)
    table.seat(1, "place_bet", marker="5", spot="win:7:2")
    table.seat(1, "place_bet", marker="4", spot="win:7:3")


def test_a_placed_marker_stays_for_the_race_and_returns_after_it():
    table = basic(1)
    started(table).seat(1, "place_bet", marker="2", spot="win:7:1")
    with refused("marker_used"):
        table.seat(1, "place_bet", marker="2", spot="win:8:1")
    roll(table, *RACE)
    started(table).seat(1, "place_bet", marker="2", spot="win:7:1")


def test_unknown_markers_and_spots():
    table = started(basic(1, 2, 3, 4, 5, 6, 7))
    for marker in ("1", "6", "house-1", "black-7", "3b", "3"):
        with refused("unknown_marker"):
            table.seat(1, "place_bet", marker=marker, spot="win:7:1")
    for spot in ("win:7:4", "win:1:1", "colour:black", "prop:1", "exotic:late-start:1", "show:7:3", "x"):
        with refused("unknown_spot"):
            table.seat(1, "place_bet", marker="2", spot=spot)


def test_bets_only_while_a_race_runs():
    table = basic(1)
    with refused("not_running"):
        table.seat(1, "place_bet", marker="2", spot="win:7:1")
    started(table)
    table.host("pause")
    with refused("paused"):
        table.seat(1, "place_bet", marker="2", spot="win:7:1")
    table.host("resume")
    table.seat(1, "place_bet", marker="2", spot="win:7:1")


def test_no_more_bets_after_the_third_crossing():
    table = started(basic(1))
    # 6, 7 and 8 take turns: each moves one space, no bonus; 7 crosses first, 8 last
    roll(table, *[(3, 4), (2, 4), (4, 4)] * 9)
    table.seat(1, "place_bet", marker="2", spot="win:7:1")
    roll(table, (3, 4), (2, 4))
    table.seat(1, "place_bet", marker="3a", spot="win:7:2")
    roll(table, (4, 4))
    with refused("betting_closed"):
        table.seat(1, "place_bet", marker="4", spot="win:7:3")


def test_a_bet_of_an_earlier_race_is_refused():
    table = basic(1)
    run_race(table)
    started(table)
    with refused("wrong_race", expected=2):
        table.seat(1, "place_bet", marker="2", spot="win:7:1", race=1)
    table.seat(1, "place_bet", marker="2", spot="win:7:1", race=2)


def test_a_bet_can_be_bound_to_the_rolls_its_player_has_seen():
    table = started(basic(1))
    roll(table, (3, 4))
    with refused("too_late", expected=1):
        table.seat(1, "place_bet", marker="2", spot="win:7:1", until_roll=0)
    table.seat(1, "place_bet", marker="2", spot="win:7:1", until_roll=1)
    table.seat(1, "place_bet", marker="4", spot="win:7:2", until_roll=5)


def test_only_seats_that_play_bet_and_a_host_may_bet_for_one():
    table = started(basic(1, 2))
    bet = {"type": "place_bet", "marker": "2", "spot": "win:7:1"}
    with refused("not_your_seat"):
        table.play(bet, By(at=table.at, host=True))
    with refused("seat_closed"):
        table.seat(3, "place_bet", marker="2", spot="win:7:1")
    table.play(bet, By(at=table.at, host=True, seat=2))
    assert table.state.race.bets[0].seat == 2


@pytest.mark.parametrize("table", [app(1, 2, races=1), basic(1, 2, 3, 4, 5, 6, 7, races=1)], ids=["app", "basic 7"])
def test_what_is_offered_is_exactly_what_is_accepted(table):
    started(table)
    table.seat(1, "place_bet", marker="2", spot="win:7:1")
    table.seat(2, "place_bet", marker="4", spot="colour:red")
    offered = {(move["marker"], move["spot"]) for move in table.ruleset.legal(table.state, 1)}
    accepted = set()
    for marker in VALUES:
        for spot in (*STANDARD.spots, "prop:1", "win:7:4"):
            move = table.decode({"type": "place_bet", "marker": marker, "spot": spot})
            try:
                table.ruleset.decide(table.state, move, By(at=table.at, seat=1))
            except Refused:
                continue
            accepted.add((marker, spot))
    markers = 4 if len(table.seats) == 2 else 3
    assert accepted == offered
    assert len(offered) == markers * 65


def test_between_races_and_after_the_close_a_seat_is_offered_no_bet():
    table = basic(1)
    assert table.ruleset.legal(table.state, 1) == []
    assert table.ruleset.legal(table.state, 77) == []
