"""The draft of VIP cards between races: all seats choose at once, sealed until all have (rules page §9)."""

from __future__ import annotations

from races.rules.protocol import By, Refused
from races.rules.ready_set_bet.decks import vip_cards
from races.rules.ready_set_bet.events import VipChosen, VipKept, VipPaid
from races.rules.ready_set_bet.guards import this_race
from races.rules.ready_set_bet.moves import KeepVip, OpenVips
from races.rules.ready_set_bet.powers import chips
from races.rules.ready_set_bet.state import Dealt, State
from races.rules.table import Outcome, own_chair, server_only


def undecided(state: State) -> list[int]:
    """Seats that have still to choose."""
    return [hand.seat for hand in state.cards.dealt if not hand.chosen]


def hand_of(state: State, seat: int) -> Dealt | None:
    """What was dealt to a seat in the draft that is going on."""
    return next((hand for hand in state.cards.dealt if hand.seat == seat), None)


def keep_vip(state: State, move: KeepVip, by: By) -> Outcome:
    chair = own_chair(state, by)
    this_race(state, move.race)
    hand = hand_of(state, chair.seat)
    if state.phase != "drafting" or hand is None:
        raise Refused("not_your_turn", f"No VIP cards lie before seat {chair.seat}.")
    if hand.chosen:
        raise Refused("not_your_turn", "Your choice is made; it is opened when all have chosen.")
    if move.unseen == (move.card is not None):
        raise Refused("invalid", "Say which card you keep.", field="card")
    if move.card is not None and hand.cards and move.card not in hand.cards:
        raise Refused("illegal_card", "That card was not dealt to you.")
    if move.card is not None and not hand.cards:
        raise Refused("unavailable", "The cards dealt are not known here.")
    return [VipChosen(race=state.race.number, seat=chair.seat, unseen=move.unseen)]


def open_vips(state: State, move: OpenVips, by: By) -> Outcome:
    """All have chosen: the kept cards open, in seat order, and Complimentary Chips pay."""
    server_only(by, "opens the cards")
    this_race(state, move.race)
    if state.phase != "drafting" or undecided(state):
        raise Refused("not_your_turn", "Not everybody has chosen.")
    race, every = state.race.number, vip_cards(state)
    kept: Outcome = []
    paid: Outcome = []
    for hand in state.cards.dealt:
        if not hand.card:
            raise Refused("unavailable", "The cards chosen are not known here.")
        kept.append(VipKept(race=race, seat=hand.seat, card=hand.card))
        chair = state.chair(hand.seat)
        assert chair is not None
        amount = chips(every[hand.card], len(chair.vips) + 1)
        if amount:
            balance = chair.money + amount
            paid.append(VipPaid(race=race, seat=hand.seat, card=hand.card, amount=amount, balance=balance))
    return [*kept, *paid]
