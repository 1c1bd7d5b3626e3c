"""Seats 1 to 4 of the rules page's whole race (§15), cards and bonus markers included."""

from __future__ import annotations

import pytest

from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import BetSettled, SeatSettled
from races.rules.ready_set_bet.markers import is_bonus
from races.rules.ready_set_bet.placing import finish
from races.rules.ready_set_bet.settlement import Terms, settle
from races.rules.ready_set_bet.state import Bet, Chair
from races.rules.ready_set_bet.vips import card_keys
from tests.races.rules.ready_set_bet.tables import RACE, full, roll, started
from tests.races.rules.vectors import positions, vectors

VECTOR = vectors("ready_set_bet_race")
RESULT = finish(positions(VECTOR["race"]["positions"]))
CARDS = card_keys(STANDARD.edition.vips)
PROPS = ("6>blue", "2-3>5", "4>9", "4>5", "4>8")
HELD = {
    "A1": [],
    "A2": ["snake-eyes"],
    "A3 risky gambler, broke": ["risky-gambler"],
    "A4 bonus tokens": ["risky-gambler"],
}


def bet(marker: str, spot: str) -> Bet:
    """With the bonus marker's own loss, as ``bet_placed`` says it; ``prop>:CARD`` is the place where that card lies."""
    key = f"prop:{PROPS.index(spot.removeprefix('prop>:')) + 1}" if spot.startswith("prop>:") else spot
    odds = STANDARD.spot(key, PROPS)
    loses = odds.loses
    if is_bonus(marker):
        own = {"3": 0, "4": 1, "5": 2, "6": 3, "7": 5}.get(marker[-1])
        loses = 0 if own is None else loses + own
    return Bet(1, marker, key, odds.pays, loses)


@pytest.mark.parametrize("name", VECTOR["settlements"])
def test_a_seat_of_the_rules_page(name):
    case = VECTOR["settlements"][name]
    placed = [bet(marker, spot) for marker, spot, _, _ in case["bets"]]
    terms = Terms(props=PROPS, held={1: [(key, CARDS[key]) for key in HELD[name]]})
    chair = Chair(1, "red", case["before"] + case["roll_money"])
    events = settle(STANDARD, 1, RESULT, placed, [chair], terms)
    amounts = [(e.marker, e.hit, e.amount) for e in events if isinstance(e, BetSettled)]
    assert amounts == [(marker, hit, amount) for marker, _, hit, amount in case["bets"]]
    assert events[-1] == SeatSettled(
        race=1,
        seat=1,
        won=case["won"],
        lost=case["lost"],
        forgiven=case["forgiven"],
        balance=case["balance"],
    )


def test_seat_2_played_at_a_table():
    """Blow Out, Late Start, Tight Race and two props, with Snake Eyes & Boxcars, in a third race."""
    snake = {"key": "snake-eyes", "name": "Snake Eyes & Boxcars", "copies": 6}
    dud = {"key": "dud", "name": "Dud", "copies": 6, "effects": [{"type": "pay_on_totals", "totals": [3], "amount": 1}]}
    pays = {"type": "pay_on_totals", "totals": [2, 12], "amount": 1}
    deck = {"name": "Snakes", "cards": [{**snake, "effects": [pays]}, dud]}
    for chance in range(100):
        table = full("basic", 1, vip_deck=deck, races=3, chance=chance)
        kept = []
        for _ in range(2):
            roll(started(table), *RACE)
            before = V1.balances(table.state)[1]
            hand = table.state.cards.dealt[0].cards
            wanted = "snake-eyes" if not kept else "dud"
            card = next((c for c in hand if c.startswith(wanted)), None)
            if card is None:
                break
            kept.append(card)
            table.seat(1, "keep_vip", card=card)
        if len(kept) == 2:
            break
    assert len(kept) == 2
    assert before == 4  # the twelves of the second race
    table.host("lay_cards", props=list(PROPS), exotics=["blow-out", "late-start", "tight-race"])
    started(table)
    for marker, spot in [
        ("5", "exotic:blow-out:1"),
        ("4", "exotic:late-start:1"),
        ("3a", "exotic:tight-race:1"),
        ("3b", "prop:1"),
        ("2", "prop:2"),
    ]:
        table.seat(1, "place_bet", marker=marker, spot=spot)
    roll(table, *RACE)
    assert table.find(SeatSettled)[-1] == SeatSettled(race=3, seat=1, won=36, lost=8, forgiven=0, balance=4 + 32)
