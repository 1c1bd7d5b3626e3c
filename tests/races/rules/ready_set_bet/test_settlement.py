"""Money (§6): winnings first, then losses, never below 0, the rest forgiven."""

from __future__ import annotations

import pytest

from races.rules.protocol import Standing, Transfer
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import BetSettled, SeatSettled
from races.rules.ready_set_bet.markers import VALUES, marker_set
from races.rules.ready_set_bet.placing import finish
from races.rules.ready_set_bet.settlement import settle
from races.rules.ready_set_bet.state import Bet, Chair
from races.rules.table import ranking
from tests.races.rules.vectors import positions, vectors

RACE = vectors("ready_set_bet_race")
RESULT = finish(positions(RACE["race"]["positions"]))


def bet(marker: str, spot: str, seat: int = 1) -> Bet:
    odds = STANDARD.spots[spot]
    return Bet(seat, marker, spot, odds.pays, odds.loses)


def settled(before: int, *bets: Bet) -> SeatSettled:
    events = settle(STANDARD, 1, RESULT, bets, [Chair(1, "red", before)])
    assert isinstance(events[-1], SeatSettled)
    return events[-1]


def test_seat_1_of_the_rules_page():
    case = RACE["settlements"]["A1"]
    events = settle(STANDARD, 1, RESULT, [bet(marker, spot) for marker, spot, _, _ in case["bets"]], [Chair(1, "red")])
    amounts = [[e.marker, e.spot, e.hit, e.amount] for e in events if isinstance(e, BetSettled)]
    assert amounts == case["bets"]
    assert events[-1] == SeatSettled(race=1, seat=1, won=68, lost=4, forgiven=0, balance=64)


STANDARD_BETS = [
    [marker, spot, hit, amount]
    for case in RACE["settlements"].values()
    for marker, spot, hit, amount in case["bets"]
    if spot in STANDARD.spots and "-" not in marker
]
"""Bets of ordinary markers on the board; cards and bonus markers come with the cards."""


@pytest.mark.parametrize(("marker", "spot", "hit", "amount"), STANDARD_BETS)
def test_a_bet_pays_marker_times_multiplier_or_costs_the_printed_loss(marker, spot, hit, amount):
    first = settle(STANDARD, 1, RESULT, [bet(marker, spot)], [Chair(1, "red", 100)])[0]
    assert first == BetSettled(race=1, seat=1, marker=marker, spot=spot, hit=hit, amount=amount)


def test_there_are_enough_such_bets():
    assert len(STANDARD_BETS) == 9


def test_winnings_pay_for_losses_of_the_same_race():
    # +45 from the win, -4 from the loss: never below 0 on the way
    assert settled(0, bet("2", "show:2-3:1"), bet("5", "win:11-12:3")).balance == 41


def test_what_cannot_be_paid_is_forgiven_for_good():
    loses = bet("2", "show:2-3:1"), bet("3b", "win:7:1")
    assert settled(0, *loses) == SeatSettled(race=1, seat=1, won=0, lost=8, forgiven=8, balance=0)
    assert settled(5, *loses) == SeatSettled(race=1, seat=1, won=0, lost=8, forgiven=3, balance=0)
    assert settled(8, *loses) == SeatSettled(race=1, seat=1, won=0, lost=8, forgiven=0, balance=0)
    assert settled(9, *loses) == SeatSettled(race=1, seat=1, won=0, lost=8, forgiven=0, balance=1)


def test_every_seat_is_settled_bets_or_not():
    chairs = [Chair(1, "red", 7), Chair(4, "blue", 0, state="closed"), Chair(9, "green", 2)]
    events = settle(STANDARD, 2, RESULT, [bet("5", "colour:blue", seat=9)], chairs)
    assert [(e.seat, e.won, e.balance) for e in events if isinstance(e, SeatSettled)] == [
        (1, 0, 7),
        (4, 0, 0),
        (9, 25, 27),
    ]


def test_a_bet_is_paid_once_although_its_horse_is_second_and_third():
    assert settled(0, bet("4", "place:7:1")).won == 8


def test_postings_move_winnings_and_what_was_paid_of_the_losses():
    event = SeatSettled(race=3, seat=2, won=12, lost=30, forgiven=13, balance=0)
    assert V1.postings(event) == [
        Transfer(payer="bank", payee="seat:2", amount=12, why="race 3: winnings"),
        Transfer(payer="seat:2", payee="bank", amount=17, why="race 3: losses"),
    ]
    assert V1.postings(SeatSettled(race=3, seat=2, won=0, lost=6, forgiven=6, balance=0)) == []
    assert V1.postings(BetSettled(race=3, seat=2, marker="5", spot="win:7:1", hit=True, amount=15)) == []


def test_equal_money_shares_the_rank():
    assert ranking([(1, 5), (2, 9), (3, 9), (4, 0)]) == (
        Standing(seat=2, rank=1, money=9),
        Standing(seat=3, rank=1, money=9),
        Standing(seat=1, rank=3, money=5),
        Standing(seat=4, rank=4, money=0),
    )


@pytest.mark.parametrize("case", vectors("ready_set_bet_markers"), ids=lambda case: f"{case['house']} {case['seats']}")
def test_sets_of_markers(case):
    assert list(marker_set(case["house"], case["seats"])) == case["markers"]
    assert [VALUES[marker] for marker in case["markers"]] == [int(marker[0]) for marker in case["markers"]]
