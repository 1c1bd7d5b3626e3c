"""The bookmaker version (rules page R16)."""

from __future__ import annotations

import pytest

from races.rules.greyhounds import V1
from races.rules.greyhounds.events import BookmakerBroke, CapitalPaid, GameFinished, SeatSettled, SettledBet
from races.rules.greyhounds.settlement import postings, settle
from races.rules.greyhounds.state import Options
from tests.races.rules.greyhounds.tables import act, table
from tests.races.rules.ready_set_bet.tables import refused

A, B, C, D = (20, 19, 18, 10, 9, 8), (17, 16, 15, 7, 6, 5), (14, 13, 12, 4, 3, 2), (17, 16, 11, 4, 3, 1)
LONGSHOT = (13, 12, 11, 3, 2, 1)


def test_capitals():
    assert [(e.seat, e.amount) for e in table(bookmaker=3).find(CapitalPaid)] == [
        (1, 6000),
        (2, 6000),
        (3, 15_000),
        (4, 6000),
    ]


def test_a_bookmaker_must_sit_at_the_table():
    with refused("invalid", field="bookmaker"):
        V1.check(Options(bookmaker=5), [1, 2, 3, 4])


@pytest.mark.parametrize("seats", [[1, 2], [1, 2, 3, 4, 5], [2, 1, 3], [1, 1, 2]])
def test_three_or_four_seats(seats):
    with refused("invalid", field="seats"):
        V1.check(Options(), seats)


def bet(seat, payout, stake=2000):
    return SettledBet(seat=seat, kind="sieg", pick=1, stake=stake, quote=90, payout=payout)


def test_his_own_prize_is_a_payment_to_himself():
    events = settle(1, [(1, 6000), (2, 15_000), (3, 6000)], [bet(1, 0), bet(3, 0)], (2, 1, 3), bookmaker=2)
    assert [(e.seat, e.prize, e.collected, e.paid, e.balance) for e in events] == [
        (1, 1000, 0, 0, 5000),
        (3, 500, 0, 0, 4500),
        (2, 0, 4000, 1500, 17_500),
    ]


def test_the_prize_of_a_vacant_place_stays_with_him():
    events = settle(2, [(1, 6000), (2, 15_000), (3, 6000)], [bet(1, 0), bet(3, 0)], (1, None, None), bookmaker=2)
    assert events[-1].balance == 15_000 + 4000 - 1500


def test_broke_the_bank_pays_the_others_in_full_and_he_has_nothing():
    events = settle(2, [(1, 6000), (2, 15_000), (3, 6000)], [bet(1, 18_000), bet(3, 0)], (1, 3, 2), bookmaker=2)
    first, third, bookmaker, broke = events
    assert (first.balance, third.balance, bookmaker.balance) == (6000 + 1500 + 18_000 - 2000, 5000, 0)
    assert broke == BookmakerBroke(race=2, seat=2, missing=1500)
    assert bookmaker.added == 1500
    moved = [(t.payer, t.payee, t.amount) for event in events for t in postings(event)]
    assert moved == [
        ("seat:2", "seat:1", 1500),
        ("seat:1", "seat:2", 2000),
        ("seat:2", "seat:1", 18_000),
        ("seat:2", "seat:3", 1000),
        ("seat:3", "seat:2", 2000),
        ("bank", "seat:2", 1500),
    ]


def test_a_game_ends_where_the_bookmaker_breaks():
    """Three longshot winners at once: 3 × $2,000 at 90 to 10 come to $54,000."""
    game = table(
        *(1, 2, 3, 4),
        bookmaker=4,
        track_length=8,
        rigged={"sets": [[list(LONGSHOT), list(A), list(B), list(C)]]},
    )
    for seat in (1, 2, 3):
        game.seat(seat, "place_bets", kind="sieg", bets=[{"pick": 1, "stake": 2000}])
    for seat, card in ((1, 1), (2, 20), (3, 17), (4, 14)):
        game.seat(seat, "set_aside", card=card)
    high = True
    while game.state.phase == "play":
        # dog 1 plays its high cards, the others theirs as low as they can
        seat = game.state.waiting[0]
        if seat == 1 and high:
            game.seat(1, "play", card=max(game.state.dog(1).hand))
        else:
            act(game, seat)
    if game.state.phase != "finished":
        pytest.fail(f"the longshot did not win: {game.state.last}")
    finished = game.find(GameFinished)[0]
    assert finished.reason == "bookmaker_broke"
    assert game.find(BookmakerBroke)[0].seat == 4
    balances = V1.balances(game.state)
    assert balances[4] == 0 and finished.ranking[-1].seat == 4
    assert all(event.won == 18_000 for event in game.find(SeatSettled) if event.seat != 4)
    assert game.state.settled == 1
