"""A closed seat is opened again (``open_seat``): the opposite of ``close_seat`` in every game."""

from __future__ import annotations

from races.rules.protocol import SeatAdded, SeatClosed, SeatOpened
from races.rules.racehorse.events import DealStarted
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.events import HouseChosen, VipDealt
from races.rules.scoresheet import V1 as SHEET
from tests.races.rules.greyhounds.tables import act
from tests.races.rules.greyhounds.tables import table as dogs
from tests.races.rules.racehorse.tables import play_out, sit
from tests.races.rules.ready_set_bet.tables import RACE, basic, full, refused, roll, run_race, started
from tests.races.rules.ready_set_bet.test_house import between, rotating
from tests.races.rules.table import Table

OPEN = {"type": "open_seat", "seat": 2}


def test_between_races_a_closed_seat_is_back_with_its_money_and_bets_again():
    table = basic(1, 2)
    started(table).seat(2, "place_bet", marker="5", spot="colour:blue")
    roll(table, *RACE)
    table.host("close_seat", seat=2)
    assert OPEN in V1.legal(table.state, None)
    assert table.host("open_seat", seat=2, reason="the bus didn't come") == [SeatOpened(seat=2)]
    assert V1.balances(table.state) == {1: 0, 2: 25}
    assert OPEN not in V1.legal(table.state, None)
    started(table).seat(2, "place_bet", marker="5", spot="colour:blue")
    roll(table, *RACE)
    assert V1.balances(table.state) == {1: 0, 2: 50}


def test_during_a_race_a_closed_seat_waits_and_a_leaving_one_is_taken_back():
    table = basic(1, 2, 3)
    table.host("close_seat", seat=3)
    started(table).seat(2, "close_seat", seat=2)
    with refused("join_closed"):
        table.host("open_seat", seat=3)
    assert [move for move in V1.legal(table.state, None) if move["type"] == "open_seat"] == [OPEN]
    assert table.host("open_seat", seat=2) == [SeatOpened(seat=2)]
    roll(table, *RACE)
    assert table.find(SeatClosed) == [SeatClosed(seat=3)]
    assert [chair.state for chair in table.state.chairs] == ["playing", "playing", "closed"]


def test_who_may_open_which_seat():
    table = basic(1, 2, 3, 4, 5, 6, 7, 8)
    with refused("seat_taken"):
        table.host("open_seat", seat=2)
    with refused("not_found"):
        table.host("open_seat", seat=9)
    table.host("close_seat", seat=2)
    for seat in (1, 2):
        with refused("wrong_scope"):
            table.seat(seat, "open_seat", seat=2)
    assert table.host("add_seat") == [SeatAdded(seat=9, colour="grey")]
    assert OPEN not in V1.legal(table.state, None)
    with refused("game_full"):
        table.host("open_seat", seat=2)
    table.host("close_game", reason="the bar closes")
    with refused("game_over"):
        table.host("open_seat", seat=2)


def test_cards_that_left_with_a_seat_come_back_with_it_and_none_is_dealt_for_the_time_away():
    table = full("basic", 1, 2, 3)
    run_race(table)
    for seat in (1, 2, 3):
        table.seat(seat, "keep_vip", unseen=True)
    kept = table.state.chair(2).vips
    table.host("close_seat", seat=2)
    assert (len(kept), table.state.chair(2).vips) == (1, ())
    run_race(table)
    assert [event.seat for event in table.find(VipDealt)] == [1, 2, 3, 1, 3]
    table.host("open_seat", seat=2)
    assert table.state.chair(2).vips == kept
    assert V1.view(table.state, None)["draft"]["waiting"] == [1, 3]
    table.seat(1, "keep_vip", unseen=True)
    table.seat(3, "keep_vip", unseen=True)
    run_race(table)
    assert [event.seat for event in table.find(VipDealt)][5:] == [1, 2, 3]
    assert [len(chair.vips) for chair in table.state.chairs] == [2, 1, 2]


def test_a_seat_taken_back_before_it_left_keeps_its_cards():
    table = full("basic", 1, 2)
    run_race(table)
    for seat in (1, 2):
        table.seat(seat, "keep_vip", unseen=True)
    kept = table.state.chair(2).vips
    started(table).host("close_seat", seat=2)
    table.host("open_seat", seat=2)
    assert table.state.chair(2).vips == kept


def test_a_permanent_house_is_house_again():
    table = full("competing", 1, 2, props=False, exotics=False, vips=False)
    run_race(table)
    table.host("close_seat", seat=1)
    assert V1.view(table.state, None)["house_seat"] is None
    table.host("open_seat", seat=1)
    assert V1.view(table.state, None)["house_seat"] == 1
    assert V1.balances(table.state) == {1: 18, 2: 0}
    table.seat(1, "start_race")


def test_a_rotating_house_that_is_back_before_another_one_is_asked_first_again():
    table = rotating(2, 1, 2, 3)
    run_race(table)
    between(table)
    table.seat(2, "accept_house")
    table.host("close_seat", seat=2)
    assert (V1.view(table.state, None)["asked"], V1.balances(table.state)[2]) == (3, 0)
    table.host("open_seat", seat=2)
    assert V1.view(table.state, None)["asked"] == 2
    table.seat(2, "accept_house")
    assert (table.find(HouseChosen)[-1], V1.balances(table.state)[2]) == (HouseChosen(race=2, seat=2), 3)


def test_a_rotating_house_that_somebody_has_followed_is_back_as_a_seat_like_others():
    table = rotating(2, 1, 2, 3)
    run_race(table)
    between(table)
    table.host("close_seat", seat=2)
    table.seat(3, "accept_house")
    table.host("open_seat", seat=2)
    assert (table.state.phase, V1.view(table.state, None)["house_seat"]) == ("ready", 3)


def test_who_is_asked_to_be_house_has_the_whole_time_to_answer():
    table = rotating(2, 1, 2, 3, default_after_s=30)
    run_race(table)
    between(table)
    table.host("close_seat", seat=2)
    table.at += 29_000_000
    table.host("open_seat", seat=2)
    assert V1.due(table.state).at == table.at + 30_000_000


def test_racehorse_deals_to_a_seat_that_is_back_from_the_next_deal_on():
    table = sit(6, deals=3)
    table.seat(2, "close_seat", seat=2)
    play_out(table)
    money = table.ruleset.balances(table.state)[2]
    assert table.host("open_seat", seat=2) == [SeatOpened(seat=2)]
    assert table.ruleset.legal(table.state, 2) == []
    assert table.ruleset.balances(table.state)[2] == money
    play_out(table)
    assert [2 in deal.seats for deal in table.find(DealStarted)] == [True, False, True]
    with refused("seat_taken"):
        table.host("open_seat", seat=2)


def test_racehorse_takes_a_leaving_seat_back_and_has_eight_seats():
    table = sit(8, deals=2)
    table.host("close_seat", seat=2)
    assert OPEN in table.ruleset.legal(table.state, None)
    table.host("open_seat", seat=2)
    play_out(table)
    assert table.find(SeatClosed) == []
    table.host("close_seat", seat=2)
    table.host("abandon", reason="a ninth wants to play")
    table.host("add_seat")
    assert OPEN not in table.ruleset.legal(table.state, None)
    with refused("game_full"):
        table.host("open_seat", seat=2)


def test_a_dog_whose_owner_is_back_waits_for_him_again():
    table = dogs(1, 2, 3)
    table.host("close_seat", seat=2)
    assert table.ruleset.due(table.state).move.seat == 2
    table.clock()  # its bets are those of a seat that sleeps
    for seat in (1, 3):
        act(table, seat)
    assert table.host("open_seat", seat=2) == [SeatOpened(seat=2)]
    assert table.ruleset.due(table.state) is None
    card = table.state.dog(2).hand[0]
    table.seat(2, "set_aside", card=card)
    assert table.state.dog(2).aside == card
    with refused("seat_taken"):
        table.host("open_seat", seat=2)


def test_an_owner_who_is_back_has_the_whole_time_to_play():
    table = dogs(1, 2, 3, default_after_s=30)
    table.host("close_seat", seat=2)
    table.at += 29_000_000
    table.host("open_seat", seat=2)
    assert table.ruleset.due(table.state).at == table.at + 30_000_000


def test_a_seat_of_a_score_sheet_is_open_again_also_after_the_result():
    table = Table(SHEET, {}, [1, 2])
    table.host("close_seat", seat=2)
    with refused("wrong_scope"):
        table.seat(2, "open_seat", seat=2)
    assert table.host("open_seat", seat=2) == [SeatOpened(seat=2)]
    with refused("seat_taken"):
        table.host("open_seat", seat=2)
    with refused("not_found"):
        table.host("open_seat", seat=3)
    table.host("record", rows=[{"seat": 1, "score": 3}, {"seat": 2, "score": 5}])
    table.host("close_seat", seat=2)
    table.host("open_seat", seat=2)
    assert [line.state for line in SHEET.summary(table.state).seats] == ["playing", "playing"]
