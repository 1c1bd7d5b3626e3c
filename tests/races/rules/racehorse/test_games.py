"""Random full games: money conserved, 52 cards accounted for, legal moves only, nothing leaks."""

from __future__ import annotations

import itertools
import json
import random

import msgspec
import pytest

from races.rules.protocol import Refused
from races.rules.racehorse import V1
from races.rules.racehorse.cards import PACK, suit
from races.rules.racehorse.events import CardPlayed, DealScored, DealStarted, SeatPaid, TrickTaken
from tests.length import often
from tests.races.rules.racehorse.tables import send, sit, turn
from tests.races.rules.table import Table

VARIANTS = list(
    itertools.product((5, 6, 7, 8), ("continuing", "single"), ("individual", "alliance"), ("exact", "floor"))
)

GAMES = often(200, 2000)


def variant(number: int) -> tuple[int, dict]:
    seats, auction, game, forced = VARIANTS[number % len(VARIANTS)]
    return seats, {"auction": auction, "game": game, "forced_bid": forced}


def hands_of(table: Table) -> dict[int, tuple[str, ...]]:
    return {hand.seat: hand.cards for hand in table.state.deal.hands}


def shown_to(seat: int | None, table: Table) -> bytes:
    state = table.state
    told = [V1.view(state, seat), V1.legal(state, seat), V1.summary(state), V1.due(state)]
    return msgspec.json.encode(told)


def hidden_from(seat: int | None, hands: dict[int, tuple[str, ...]], played: set[str]) -> list[bytes]:
    """Every card that this seat can't know: in the hands of others, or not dealt at all."""
    own = set(hands.get(seat or 0, ()))
    return [f'"{card}"'.encode() for card in PACK if card not in own and card not in played]


def check_nothing_leaks(table: Table, hands: dict[int, tuple[str, ...]]) -> None:
    played = {event.card for event in table.find(CardPlayed)}
    events = msgspec.json.encode(table.events)
    for seat in (None, *hands):
        shown = shown_to(seat, table) + (events if seat is None else b"")
        for card in hidden_from(seat, hands, played):
            assert card not in shown, (seat, card)


def check_accounts(table: Table) -> None:
    balances = V1.balances(table.state)
    assert sum(balances.values()) == 0
    assert table.accounts == balances and table.bank == 0


def check_deal(table: Table, hands: dict[int, tuple[str, ...]]) -> None:
    """One deal from the first card to the payments, by the facts alone."""
    order = table.find(DealStarted)[0].seats
    dealt = [card for cards in hands.values() for card in cards]
    assert sorted(hands) == sorted(order)
    assert all(len(cards) == 6 for cards in hands.values())
    assert len(set(dealt)) == 6 * len(order) and set(dealt) <= set(PACK)
    played = table.find(CardPlayed)
    assert {seat: {e.card for e in played if e.seat == seat} for seat in order} == {s: {*c} for s, c in hands.items()}
    tricks = table.find(TrickTaken)
    assert sorted(card for trick in tricks for card in trick.cards) == sorted(dealt)
    left = {seat: list(cards) for seat, cards in hands.items()}
    trump = suit(played[0].card)
    for n, trick in enumerate(tricks):
        cards = played[n * len(order) : (n + 1) * len(order)]
        led = suit(cards[0].card)
        for event in cards:
            if any(suit(card) == led for card in left[event.seat]):
                assert suit(event.card) in (led, trump)
            left[event.seat].remove(event.card)
        trumps = [event for event in cards if suit(event.card) == trump]
        best = max(trumps or [e for e in cards if suit(e.card) == led], key=lambda e: "23456789TJQKA".index(e.card[0]))
        assert trick.seat == best.seat
    scored = table.find(DealScored)[0]
    assert sum(tally.tricks for tally in scored.tallies) == 6
    assert sum(tally.card_points for tally in scored.tallies) <= 80
    assert (scored.jack is None) == ("J" + trump not in dealt)
    assert sum(paid.amount for paid in table.find(SeatPaid)) == 0


def random_move(table: Table, chance: random.Random) -> None:
    seat = turn(table)
    offers = V1.legal(table.state, seat)
    assert offers
    passing = [offer for offer in offers if offer["type"] == "pass"]
    offer = passing[0] if passing and chance.random() < 0.6 else chance.choice(offers)
    send(table, seat, offer)


@pytest.mark.parametrize("part", range(4))
def test_many_games_of_one_deal(part):
    for number in range(part, GAMES, 4):
        chance = random.Random(number)
        seats, options = variant(number // 4)
        table = sit(seats, chance=number, deals=1, **options)
        hands = hands_of(table)
        spied = chance.randrange(6 * seats)
        for step in itertools.count():
            if table.state.phase == "finished":
                break
            if step == spied:
                check_nothing_leaks(table, hands)
            random_move(table, chance)
        check_deal(table, hands)
        check_accounts(table)
        assert [line.money for line in V1.result(table.state)] == sorted(table.accounts.values(), reverse=True)
        check_nothing_leaks(table, hands)


@pytest.mark.parametrize("number", range(32))
def test_nothing_leaks_at_any_moment_of_a_game(number):
    chance = random.Random(number)
    seats, options = variant(number)
    table = sit(seats, chance=number, deals=1, **options)
    hands = hands_of(table)
    while table.state.phase != "finished":
        check_nothing_leaks(table, hands)
        for seat in hands:
            own = V1.view(table.state, seat)["hand"]
            assert set(own) == set(table.state.deal.hand(seat).left)
        assert V1.view(table.state, None)["hand"] is None
        random_move(table, chance)


@pytest.mark.parametrize("number", range(8))
def test_cards_that_are_not_offered_are_refused(number):
    chance = random.Random(number)
    table = sit(5, chance=number, deals=1)
    while table.state.phase != "finished":
        if table.state.phase == "playing":
            seat = turn(table)
            offered = {offer["card"] for offer in V1.legal(table.state, seat)}
            for card in set(PACK) - offered:
                with pytest.raises(Refused, match="illegal_card"):
                    table.seat(seat, "play", card=card)
            for other in {1, 2, 3, 4, 5} - {seat}:
                for card in V1.view(table.state, other)["hand"]:
                    with pytest.raises(Refused, match="not_your_turn"):
                        table.seat(other, "play", card=card)
        random_move(table, chance)


def test_ten_deals_of_eight_and_the_ranking():
    chance = random.Random(4)
    table = sit(8, chance=4)
    while table.state.phase != "finished":
        check_accounts(table) if table.state.deal is None or not table.state.deal.calls else None
        random_move(table, chance)
    assert [event.deal for event in table.find(DealScored)] == list(range(1, 11))
    for scored, after in zip(table.find(DealScored), table.find(DealStarted)[1:], strict=False):
        right_hand = (scored.pitcher - 2) % 8 + 1
        assert after.dealer == (scored.pitcher if scored.made else right_hand)
    check_accounts(table)
    assert json.loads(json.dumps(V1.view(table.state, 3)))["phase"] == "finished"
