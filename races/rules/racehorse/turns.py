"""Whose turn it is, what that seat may play, and what is played for it while it sleeps (rules page H11)."""

from __future__ import annotations

from races.rules.protocol import Due, Move
from races.rules.racehorse import auction, cards
from races.rules.racehorse.moves import Bid, Deal, Pass, Play, PlayDefault
from races.rules.racehorse.state import State, auction_of


def turn(state: State) -> int | None:
    """The seat the table waits for: to deal, to call or to play; None while it waits for nobody."""
    if state.paused:
        return None
    if state.phase == "ready":
        return state.next_dealer() if state.options.deal_by == "dealer" and state.deck is not None else None
    return state.deal.turn if state.running and state.deal is not None else None


def sayable(state: State) -> auction.Options:
    """What the seat that is asked in the auction may say; nothing outside one."""
    if state.phase != "bidding" or state.deal is None:
        return auction.Options(False, ())
    return auction.options(auction_of(state.options, state.deal))


def playable(state: State, seat: int) -> tuple[str, ...]:
    """The cards that ``seat`` may play now; none where it isn't its turn, or its hand isn't known."""
    deal = state.deal
    if state.phase != "playing" or deal is None or deal.turn != seat:
        return ()
    hand = deal.hand(seat)
    return () if hand is None else cards.playable(hand.left, deal.led, deal.trump or None)


def default(state: State, seat: int) -> Move | None:
    """What is played for ``seat``: it deals; passes, or as the forced dealer bids 2; plays its lowest legal card (by
    rank, then C D H S). None where nobody waits for it, or its hand isn't known."""
    if turn(state) != seat:
        return None
    if state.phase == "ready":
        return Deal(deal=state.number)
    if state.phase == "bidding":
        return Pass(deal=state.number) if sayable(state).can_pass else Bid(points=2, deal=state.number)
    able = playable(state, seat)
    return Play(card=min(able, key=cards.order), deal=state.number) if able else None


def due(state: State) -> Due | None:
    """When the clock plays for the seat that is asked; None where it never does."""
    wait = state.options.default_after_s
    if not wait or turn(state) is None:
        return None
    n = state.deal.n if state.running and state.deal is not None else 0
    return Due(at=state.asked_at + wait * 1_000_000, move=PlayDefault(deal=state.number, n=n))
