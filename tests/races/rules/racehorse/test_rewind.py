"""Going back: calls, and whole deals; never over a card that has been shown."""

from __future__ import annotations

import pytest

from races.rules.protocol import Refused, SeatClosed, Seen
from races.rules.racehorse import V1
from races.rules.racehorse.events import DealScored, DealStarted, Dealt, DeckSealed
from tests.races.rules.racehorse.tables import call, play_out, sit, turn
from tests.races.rules.table import OPENING


def version_of(table, type, n=0):
    """The version of the n-th event of a type."""
    return [seen.version for seen in table.seen if isinstance(seen.event, type)][n]


def bid_two_and_play(table, cards=1):
    call(table, turn(table), 2)
    while table.state.phase == "bidding":
        call(table, turn(table), None)
    for _ in range(cards):
        seat = turn(table)
        table.seat(seat, "play", card=V1.legal(table.state, seat)[0]["card"])


def test_a_mistaken_bid_is_taken_back_and_the_deal_stands_paused():
    table = sit()
    before, asked = table.version, turn(table)
    call(table, asked, 4)
    hands = [hand.cards for hand in table.state.deal.hands]
    table.rewind(before)
    assert V1.view(table.state, None)["paused"] == "rewound"
    table.host("resume")
    assert turn(table) == asked
    call(table, asked, None)
    assert [hand.cards for hand in table.state.deal.hands] == hands


def test_once_a_card_has_been_shown_there_is_no_way_back_into_the_deal():
    table = sit()
    dealt = table.version
    bid_two_and_play(table)
    shown = table.version
    for to in (dealt, shown - 1):
        with pytest.raises(Refused, match="dice_already_seen"):
            table.rewind(to)
    call_again = turn(table)
    table.rewind(OPENING)
    assert table.state.running and table.state.phase == "bidding" and call_again


def test_back_to_before_a_deal_there_is_a_new_deck():
    table = sit(deals=3)
    play_out(table)
    before_second = version_of(table, DealStarted, 1) - 1
    money = V1.balances(table.state)
    first, second = [hand.cards for hand in table.state.deal.hands], None
    bid_two_and_play(table, cards=7)
    table.rewind(before_second)
    second = [hand.cards for hand in table.state.deal.hands]
    assert table.state.number == 2 and second != first
    assert V1.balances(table.state) == money
    decks = [event.commitments for event in table.find(DeckSealed)]
    assert len(decks) == len(set(decks)) == 5  # 1, 2, 3, and after the rewind 2 and 3 again


def test_back_over_a_scored_deal_the_money_goes_back():
    table = sit(deals=2)
    play_out(table)
    assert any(V1.balances(table.state).values())
    table.rewind(OPENING)
    assert V1.balances(table.state) == dict.fromkeys(range(1, 6), 0)
    assert table.accounts == dict.fromkeys(range(1, 6), 0)
    assert table.state.number == 1 and table.state.running


def test_a_finished_game_goes_on_from_before_its_last_deal():
    table = sit(deals=2)
    play_out(table)
    play_out(table)
    assert table.state.phase == "finished"
    table.rewind(version_of(table, DealStarted, 1) - 1)
    assert V1.result(table.state) is None and table.state.running
    play_out(table)
    assert len(table.find(DealScored)) == 3 and table.state.phase == "finished"


def test_nobody_lands_amid_the_events_of_one_move():
    table = sit(deals=2)
    play_out(table)
    amid = [version_of(table, DealStarted), version_of(table, Dealt, 2), version_of(table, DealScored)]
    amid += [version_of(table, DealScored) - 1, version_of(table, DealScored) + 3]
    for to in amid:
        with pytest.raises(Refused, match=r"invalid|dice_already_seen"):
            table.rewind(to)
    play_out(table)
    with pytest.raises(Refused, match="invalid"):
        table.rewind(table.version - 1)  # the last payment is made, the game not yet finished


def test_an_abandoned_deal_can_be_taken_up_again_unless_it_was_played_since():
    table = sit()
    call(table, turn(table), 2)
    before = table.version
    hands = [hand.cards for hand in table.state.deal.hands]
    table.host("abandon", reason="too loud")
    bid_two_and_play(table)  # cards of another deck
    table.rewind(before)
    assert [hand.cards for hand in table.state.deal.hands] == hands
    table.host("resume")
    while table.state.phase == "bidding":
        call(table, turn(table), None)
    seat = turn(table)
    table.seat(seat, "play", card=V1.legal(table.state, seat)[0]["card"])
    with pytest.raises(Refused, match="dice_already_seen"):
        table.rewind(before)


def test_closing_a_game_by_mistake_is_taken_back():
    table = sit()
    before = table.version
    table.host("close_game", reason="wrong button")
    table.rewind(before)
    assert table.state.running


def test_no_seat_comes_back_for_a_deal_it_left():
    table = sit(6)
    before = table.version
    table.host("close_seat", seat=1)
    table.host("abandon", reason="he had to go")
    then = V1.evolve(table.states[before], Seen(event=SeatClosed(seat=1), version=0, at=0))  # as the shell does it
    with pytest.raises(Refused, match="Seat 1 has left since"):
        V1.rewind(table.state, then, [seen for seen in table.seen if seen.version > before])
