"""What events about cards and the House make of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from races.rules.protocol import Event, Seen
from races.rules.ready_set_bet.events import (
    CardsLaid,
    DecksOpened,
    DecksSealed,
    HouseBetsPlaced,
    HouseChosen,
    HouseOffered,
    HousePaid,
    HousePassed,
    RacePrepared,
    StillSealed,
    VipChosen,
    VipDealt,
    VipKept,
    VipPaid,
    VipSettled,
    VipsShuffled,
)
from races.rules.ready_set_bet.state import Bet, Cards, Dealt, House, Phase, State

Deck = tuple[str, ...] | None
"""Cards from the top; None where they aren't known."""


def before_start(state: State, at: int) -> State:
    """A prepared race on its way to the start: first the draft, then the offer of the House, then it is ready. Somebody
    who sleeps is waited for from ``at`` on."""
    phase: Phase = "ready"
    if state.cards.dealt:
        phase = "drafting"
    elif state.setup.options.house == "rotating" and state.house.race != state.race.number:
        phase = "offering"
    wait = state.setup.options.default_after_s * 1_000_000
    return replace(state, phase=phase, paused="", next_at=at + wait if wait and phase != "ready" else None)


def _without(deck: Deck, gone: tuple[str, ...]) -> Deck:
    return None if deck is None else tuple(card for card in deck if card not in gone)


def drawn(cards: Cards, event: RacePrepared | CardsLaid) -> Cards:
    """Cards that lie open are in no deck any more."""
    new = tuple(card for card in event.props if card not in cards.shown)
    return replace(
        cards,
        props=_without(cards.props, event.props),
        exotics=_without(cards.exotics, event.exotics),
        shown=(*cards.shown, *new),
    )


def _decks_sealed(state: State, event: DecksSealed, seen: Seen) -> State:
    secret, cards = seen.secret, state.cards
    known: dict[str, Deck] = dict.fromkeys(("props", "exotics", "vips"))
    if secret is not None:
        known = {name: tuple(secret[name]) for name in known}
    cards = replace(
        cards,
        sealed=seen.version,
        seed=(seen.move_secret or {}).get("seed"),
        **known,
        parts=(*cards.parts, seen.version),
    )
    return replace(state, cards=cards)


def _decks_opened(state: State, event: DecksOpened, seen: Seen) -> State:
    return state


def _still_sealed(state: State, event: StillSealed, seen: Seen) -> State:
    return replace(state, cards=replace(state.cards, parts=(*state.cards.parts, *event.versions)))


def _cards_laid(state: State, event: CardsLaid, seen: Seen) -> State:
    """What the server had drawn goes back under its decks."""
    race, cards = state.race, state.cards
    back_props = tuple(card for card in race.props if card not in event.props)
    back_exotics = tuple(card for card in race.exotics if card not in event.exotics)
    cards = replace(
        cards,
        props=None if cards.props is None else (*cards.props, *back_props),
        exotics=None if cards.exotics is None else (*cards.exotics, *back_exotics),
        shown=tuple(card for card in cards.shown if card not in back_props),
    )
    return replace(state, race=replace(race, props=event.props, exotics=event.exotics), cards=drawn(cards, event))


def _vips_shuffled(state: State, event: VipsShuffled, seen: Seen) -> State:
    cards = state.cards
    deck: Deck = None
    if seen.secret is not None and cards.vips is not None:
        deck = (*cards.vips, *seen.secret["vips"])
    cards = replace(
        cards,
        vips=deck,
        vips_left=cards.vips_left + event.cards,
        discards=(),
        discarded=0,
        shuffles=cards.shuffles + 1,
        parts=(*cards.parts, seen.version),
    )
    return replace(state, cards=cards)


def _vip_dealt(state: State, event: VipDealt, seen: Seen) -> State:
    cards = state.cards
    hand = tuple(seen.secret["cards"]) if seen.secret is not None else ()
    cards = replace(
        cards,
        vips=None if cards.vips is None else cards.vips[event.count :],
        vips_left=cards.vips_left - event.count,
        dealt=(*cards.dealt, Dealt(event.seat, event.count, hand)),
        drafted=event.race,
        parts=(*cards.parts, seen.version),
    )
    return before_start(replace(state, cards=cards), seen.at)


def _vip_chosen(state: State, event: VipChosen, seen: Seen) -> State:
    def chosen(hand: Dealt) -> Dealt:
        if hand.seat != event.seat:
            return hand
        card = hand.cards[0] if event.unseen and hand.cards else (seen.move_secret or {}).get("card", "")
        return Dealt(hand.seat, hand.count, hand.cards, True, card)

    cards = state.cards
    parts = cards.parts if event.unseen else (*cards.parts, seen.version)
    return replace(state, cards=replace(cards, dealt=tuple(chosen(hand) for hand in cards.dealt), parts=parts))


def _vip_kept(state: State, event: VipKept, seen: Seen) -> State:
    cards = state.cards
    hand = next((hand for hand in cards.dealt if hand.seat == event.seat), Dealt(event.seat, 1))
    thrown = tuple(card for card in hand.cards if card != event.card)
    known = cards.discards is not None and len(thrown) == hand.count - 1
    cards = replace(
        cards,
        dealt=tuple(other for other in cards.dealt if other.seat != event.seat),
        discards=(*(cards.discards or ()), *thrown) if known else None,
        discarded=cards.discarded + hand.count - 1,
    )
    chairs = tuple(replace(c, vips=(*c.vips, event.card)) if c.seat == event.seat else c for c in state.chairs)
    return before_start(replace(state, cards=cards, chairs=chairs), seen.at)


def _vip_paid(state: State, event: VipPaid, seen: Seen) -> State:
    """Money for a roll is money of this race; what is paid at the draft stays whatever becomes of the race."""
    amount = event.amount if state.phase == "running" else 0
    return _paid(state, event.seat, event.balance, amount)


def _paid(state: State, seat: int, balance: int, for_race: int) -> State:
    chairs = tuple(
        replace(c, money=balance, race_money=c.race_money + for_race) if c.seat == seat else c for c in state.chairs
    )
    return replace(state, chairs=chairs)


def _vip_settled(state: State, event: VipSettled, seen: Seen) -> State:
    return state


def _house_chosen(state: State, event: HouseChosen, seen: Seen) -> State:
    state = replace(state, house=House(event.seat, event.race, state.house.paid))
    return state if state.phase == "preparing" else before_start(state, seen.at)


def _passed(state: State, event: HouseOffered | HousePassed, seen: Seen) -> State:
    house = replace(state.house, passed=(*state.house.passed, event.seat))
    return before_start(replace(state, house=house), seen.at)


def _house_paid(state: State, event: HousePaid, seen: Seen) -> State:
    for_race = event.amount if state.setup.options.house == "rotating" else 0
    paid = event.race if event.amount > 0 else event.race - 1
    return replace(_paid(state, event.seat, event.balance, for_race), house=replace(state.house, paid=paid))


def _house_bets_placed(state: State, event: HouseBetsPlaced, seen: Seen) -> State:
    bets = tuple(Bet(event.seat, bet.marker, bet.spot, bet.pays, bet.loses) for bet in event.bets)
    return replace(state, race=replace(state.race, house_bets=bets))


def left(state: State, seat: int, at: int) -> State:
    """A seat that closes: its cards leave the game, and if it is House it has passed (a permanent one: nobody is)."""
    chairs = tuple(replace(c, vips=(), put_away=c.vips) if c.seat == seat else c for c in state.chairs)
    cards = replace(state.cards, dealt=tuple(hand for hand in state.cards.dealt if hand.seat != seat))
    house, race = state.house, state.race
    if house.seat == seat:
        race = replace(race, house_bets=())
        if state.setup.options.house == "competing":
            house = replace(house, seat=0)
        else:
            before = race.number - 1
            house = House(seat, min(house.race, before), min(house.paid, before), (*house.passed, seat))
    state = replace(state, chairs=chairs, cards=cards, house=house, race=race)
    return before_start(state, at) if state.phase in ("drafting", "offering", "ready") else state


def back(state: State, seat: int, at: int) -> State:
    """A seat that plays again, with the cards it had kept; nothing is dealt to it for the time away. A permanent House
    is House again; a rotating one that nobody has followed yet is asked first whether it stays."""
    chairs = tuple(replace(c, vips=(*c.vips, *c.put_away), put_away=()) if c.seat == seat else c for c in state.chairs)
    house, options = state.house, state.setup.options
    if options.house == "competing" and seat == options.house_seat and house.race:
        house = replace(house, seat=seat)
    if house.seat == seat:
        house = replace(house, passed=tuple(other for other in house.passed if other != seat))
    next_at = state.next_at
    if state.phase == "offering" and next_at is not None:  # it may be this seat that is asked now
        next_at = max(next_at, at + options.default_after_s * 1_000_000)
    return replace(state, chairs=chairs, house=house, next_at=next_at)


EVOLVE: dict[type[Event], Callable[[State, Any, Seen], State]] = {
    DecksSealed: _decks_sealed,
    DecksOpened: _decks_opened,
    StillSealed: _still_sealed,
    CardsLaid: _cards_laid,
    VipsShuffled: _vips_shuffled,
    VipDealt: _vip_dealt,
    VipChosen: _vip_chosen,
    VipKept: _vip_kept,
    VipPaid: _vip_paid,
    VipSettled: _vip_settled,
    HouseChosen: _house_chosen,
    HouseOffered: _passed,
    HousePassed: _passed,
    HousePaid: _house_paid,
    HouseBetsPlaced: _house_bets_placed,
}
