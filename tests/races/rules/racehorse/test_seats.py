"""Who may play, who comes and who goes (rules page H11)."""

from __future__ import annotations

import pytest

from races.rules.protocol import Refused
from races.rules.racehorse import V1
from races.rules.racehorse.events import DealScored, DealStarted, Dealt, GameFinished, SeatClosed
from tests.races.rules.racehorse.tables import call, play_out, play_tricks, sit, stacked, turn
from tests.races.rules.vectors import vectors

ONE, TWO = vectors("racehorse_examples")["deals"]


@pytest.mark.parametrize("seats", [1, 4, 9, 10])
def test_five_to_eight_play(seats):
    with pytest.raises(Refused, match="invalid"):
        sit(seats)


def test_a_leaver_plays_the_deal_to_its_end_and_keeps_money_and_rank():
    table = sit(6, deals=3)
    table.seat(2, "close_seat", seat=2)
    assert not table.find(SeatClosed)
    with pytest.raises(Refused, match="seat_closed"):
        table.host("close_seat", seat=2)
    play_out(table)
    assert [event.seat for event in table.find(SeatClosed)] == [2]
    assert 2 not in table.find(DealStarted)[1].seats
    assert len(table.find(DealStarted)[1].seats) == 5
    play_out(table)
    play_out(table)
    assert [line.seat for line in sorted(V1.result(table.state), key=lambda line: line.seat)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(Refused, match="game_over"):
        table.seat(1, "pass")


def test_with_fewer_than_five_the_match_ends_and_is_ranked():
    table = sit(5, deals=10)
    table.host("close_seat", seat=4)
    play_out(table)
    assert table.find(DealScored)[0].next_dealer is None
    assert table.names()[-1] == "game_finished"
    assert len(V1.result(table.state)) == 5
    assert V1.summary(table.state).progress == {"unit": "deal", "n": 1, "of": 10}


@pytest.mark.parametrize(("example", "leaving", "dealer"), [(ONE, 3, 4), (TWO, 2, 1)])
def test_if_the_next_dealer_has_left_the_next_open_seat_deals(example, leaving, dealer):
    """Made: to his left. Set: to the right of the one on the pitcher's right."""
    table = stacked(example["hands"], example["dealer"])
    table.host("add_seat")
    table.seat(leaving, "close_seat", seat=leaving)
    for seat, points in example["calls"]:
        call(table, seat, points)
    play_tricks(table, example["pitcher"], example["tricks"])
    assert table.find(DealScored)[0].next_dealer == dealer
    assert table.find(DealStarted)[1].dealer == dealer


def test_a_latecomer_is_dealt_to_from_the_next_deal_on():
    table = sit(7, deals=2)
    table.host("add_seat")
    with pytest.raises(Refused, match="game_full"):
        table.host("add_seat")
    assert 8 not in table.find(DealStarted)[0].seats
    assert V1.legal(table.state, 8) == []
    play_out(table)
    assert 8 in table.find(DealStarted)[1].seats
    assert len({place for event in table.find(Dealt)[7:] for place in event.places}) == 48


def test_between_deals_a_seat_closes_at_once():
    table = sit(6, deal_by="dealer", rigged={"dealer": 6})
    table.host("close_seat", seat=6)
    assert V1.view(table.state, None)["dealer"] == 1  # to the left: nothing has been played yet
    table.host("close_seat", seat=1)
    assert table.find(GameFinished)[0].ranking == ()
    assert V1.result(table.state) is None
    assert V1.summary(table.state).headline == "Closed before a deal was scored: no result."


def test_an_abandoned_deal_is_dealt_again_by_the_same_dealer_from_a_new_deck():
    table = sit(6)
    table.host("close_seat", seat=3 if table.state.dealer != 3 else 4)
    table.seat(turn(table), "bid", points=2)
    table.host("abandon", reason="a card fell on the floor")
    first, again = table.find(DealStarted)
    assert (first.deal, again.deal, again.dealer) == (1, 1, first.dealer)
    assert len(again.seats) == 5
    commitments = [event.commitments for event in table.events if hasattr(event, "commitments")]
    assert len(commitments) == 4 and len(set(commitments)) == 4  # decks of deal 1 and 2, twice
    assert V1.balances(table.state) == dict.fromkeys(range(1, 7), 0)


def test_closing_the_game_voids_the_deal_and_ranks_what_was_scored():
    table = sit(5)
    play_out(table)
    table.seat(turn(table), "pass")
    table.host("close_game", reason="last bus")
    assert table.names()[-2:] == ["deal_abandoned", "game_finished"]
    assert len(V1.result(table.state)) == 5


def test_a_stranger_and_a_closed_seat_have_no_move():
    table = sit(6)
    with pytest.raises(Refused, match="not_your_seat"):
        table.host("pass")
    with pytest.raises(Refused, match="seat_closed"):
        table.seat(9, "pass")
    for type in ("abandon", "close_game"):
        with pytest.raises(Refused, match="wrong_scope"):
            table.seat(1, type, reason="me")
    with pytest.raises(Refused, match="wrong_scope"):
        table.seat(1, "close_seat", seat=2)


@pytest.mark.parametrize(
    ("rigged", "why"),
    [
        ({"hands": {"9": ["AS", "KS", "QS", "JS", "TS", "9S"]}}, "Deal 1 has a hand for a seat that isn't there"),
        ({"hands": {"1": ["AS", "KS", "QS", "JS", "TS", "AS"]}}, "Deal 1 has a card twice"),
        ({"hands": [{}, {"1": ["AS"] * 6}]}, "Deal 2 has a card twice"),
        ({"dealer": 6}, "There is no seat 6 to deal"),
    ],
)
def test_test_decks_that_cannot_be(rigged, why):
    with pytest.raises(Refused, match=why):
        sit(5, rigged=rigged)


def test_a_test_deck_of_some_hands_leaves_the_rest_to_the_shuffle():
    table = sit(8, rigged={"hands": [{}, {"3": ["AS", "KS", "QS", "JS", "TS", "9S"]}]}, deals=3)
    play_out(table)
    assert V1.view(table.state, 3)["hand"] == ["AS", "KS", "QS", "JS", "TS", "9S"]
    dealt = [card for hand in table.state.deal.hands for card in hand.cards]
    assert len(set(dealt)) == 48
    assert [V1.chance(table.state, event) for event in table.find(Dealt)[::8]] == ["proved", "entered"]


def test_a_test_deck_when_one_of_its_seats_has_left_and_another_has_come():
    ranks = ("234567", "89TJQK")
    hands = {str(i + 1): [rank + "CDHS"[i % 4] for rank in ranks[i // 4]] for i in range(8)}
    table = sit(8, deals=2, rigged={"hands": [{}, hands]})
    table.host("close_seat", seat=8)
    play_out(table)
    table.host("add_seat")
    table.host("abandon", reason="a ninth wants to play")
    dealt = {hand.seat: hand.cards for hand in table.state.deal.hands}
    assert sorted(dealt) == [1, 2, 3, 4, 5, 6, 7, 9]
    assert dealt[7] == ("8H", "9H", "TH", "JH", "QH", "KH")
    assert len({card for cards in dealt.values() for card in cards}) == 48
