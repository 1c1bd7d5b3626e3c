"""What an event makes of the state. Events carry their consequences, so nothing here needs the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from races.rules.protocol import Event, Paused, Resumed, Rewound, SaltAdded, SeatAdded, SeatClosed, SeatOpened, Seen
from races.rules.racehorse.auction import Call
from races.rules.racehorse.events import (
    BidMade,
    CardPlayed,
    DealAbandoned,
    DealScored,
    DealStarted,
    Dealt,
    DeckSealed,
    GameFinished,
    Passed,
    PitchWon,
    SeatLeaving,
    SeatPaid,
    TrickTaken,
)
from races.rules.racehorse.scoring import Pile
from races.rules.racehorse.state import Chair, ChairState, Deal, Deck, Hand, LastDeal, State


def evolve(state: State, seen: Seen) -> State:
    """The state after ``seen``. Without secrets it has no seed and no hands; all else is the same."""
    return EVOLVE[type(seen.event)](state, seen.event, seen)


def _table(state: State) -> Deal:
    assert state.deal is not None
    return state.deal


def _asked(state: State, deal: Deal, seat: int | None, at: int, **more: Any) -> State:
    """``seat`` is asked now; None: nobody is yet."""
    asked = replace(deal, turn=seat, n=deal.n + (seat is not None))
    return replace(state, deal=asked, asked_at=at, **more)


def _deck_sealed(state: State, event: DeckSealed, seen: Seen) -> State:
    seed = (seen.move_secret or {}).get("seed", "")
    asked_at = state.asked_at if state.running else seen.at
    return replace(state, deck=Deck(event.deal, seed), asked_at=asked_at)


def _deal_started(state: State, event: DealStarted, seen: Seen) -> State:
    deal = Deal(event.deal, event.dealer, event.seats)
    return _asked(state, deal, event.next, seen.at, phase="bidding", dealer=event.dealer, deck=None)


def _dealt(state: State, event: Dealt, seen: Seen) -> State:
    secret = seen.secret or {}
    hand = Hand(event.seat, event.places, tuple(secret.get("cards", ())), tuple(secret.get("salts", ())))
    deal = _table(state)
    return replace(state, deal=replace(deal, hands=(*deal.hands, hand)))


def _bid_made(state: State, event: BidMade, seen: Seen) -> State:
    deal = _table(state)
    return _asked(state, replace(deal, calls=(*deal.calls, Call(event.seat, event.points))), event.next, seen.at)


def _passed(state: State, event: Passed, seen: Seen) -> State:
    deal = _table(state)
    return _asked(state, replace(deal, calls=(*deal.calls, Call(event.seat, None))), event.next, seen.at)


def _pitch_won(state: State, event: PitchWon, seen: Seen) -> State:
    deal = replace(_table(state), pitcher=event.seat, bid=event.points)
    return _asked(state, deal, event.seat, seen.at, phase="playing")


def _card_played(state: State, event: CardPlayed, seen: Seen) -> State:
    deal = _table(state)
    hands = tuple(
        replace(hand, played=(*hand.played, event.card)) if hand.seat == event.seat else hand for hand in deal.hands
    )
    trick = (*deal.trick, (event.seat, event.card))
    return _asked(state, replace(deal, hands=hands, trick=trick, trump=event.trump), event.next, seen.at)


def _trick_taken(state: State, event: TrickTaken, seen: Seen) -> State:
    deal = _table(state)
    piles = (*deal.piles, Pile(event.seat, event.cards))
    return _asked(state, replace(deal, trick=(), piles=piles), event.next, seen.at)


def _deal_scored(state: State, event: DealScored, seen: Seen) -> State:
    more = event.next_dealer is not None
    return replace(
        state,
        phase="scored",
        dealer=event.next_dealer if event.next_dealer is not None else state.dealer,
        step=1 if event.made else -1,
        number=event.deal + more,
        scored=state.scored + 1,
        last=LastDeal(
            event.deal,
            event.pitcher,
            event.bid,
            event.trump,
            event.high,
            event.low,
            event.jack,
            event.game,
            event.points,
            event.made,
            tuple((tally.seat, tally.tricks, tally.card_points) for tally in event.tallies),
        ),
    )


def _seat_paid(state: State, event: SeatPaid, seen: Seen) -> State:
    """The pitcher's line is the last: with it the deal is off the table."""
    chairs = tuple(
        replace(chair, money=event.balance, delta=event.amount) if chair.seat == event.seat else chair
        for chair in state.chairs
    )
    last = state.last
    if last is not None:
        last = replace(last, paid=(*last.paid, (event.seat, event.amount)))
    state = replace(state, chairs=chairs, last=last)
    if event.seat != event.pitcher:
        return state
    over = state.number == event.deal  # no deal follows
    return replace(state, phase="settled" if over else "ready", deal=None, asked_at=seen.at)


def _deal_abandoned(state: State, event: DealAbandoned, seen: Seen) -> State:
    return replace(state, phase="ready", deal=None, deck=None, paused="", asked_at=seen.at)


def _paused(state: State, event: Paused, seen: Seen) -> State:
    return replace(state, paused=event.reason)


def _resumed(state: State, event: Resumed, seen: Seen) -> State:
    return replace(state, paused="", asked_at=seen.at)


def _rewound(state: State, event: Rewound, seen: Seen) -> State:
    """``state`` is the one after version ``to``: a deal stands paused, and the deck of the next one is sealed anew, as
    it may have been dealt since. Where the moves follow again, so do the decks."""
    if event.replayed:
        return replace(state, asked_at=seen.at)
    return replace(state, deck=None, paused="rewound" if state.running else "", asked_at=seen.at)


def _salt_added(state: State, event: SaltAdded, seen: Seen) -> State:
    if state.deck is None:
        return state
    others = {seat: salt for seat, salt in state.deck.salts if seat != event.seat}
    salts = tuple(sorted({**others, event.seat: event.salt}.items()))
    return replace(state, deck=replace(state.deck, salts=salts))


def _seat_added(state: State, event: SeatAdded, seen: Seen) -> State:
    chairs = sorted((*state.chairs, Chair(event.seat, event.colour)), key=lambda chair: chair.seat)
    return replace(state, chairs=tuple(chairs))


def _with_chair(state: State, seat: int, now: ChairState) -> State:
    return replace(state, chairs=tuple(replace(c, state=now) if c.seat == seat else c for c in state.chairs))


def _seat_leaving(state: State, event: SeatLeaving, seen: Seen) -> State:
    return _with_chair(state, event.seat, "leaving")


def _seat_closed(state: State, event: SeatClosed, seen: Seen) -> State:
    return _with_chair(state, event.seat, "closed")


def _seat_opened(state: State, event: SeatOpened, seen: Seen) -> State:
    return _with_chair(state, event.seat, "playing")


def _game_finished(state: State, event: GameFinished, seen: Seen) -> State:
    return replace(state, phase="finished", deal=None, deck=None, paused="", ranking=event.ranking)


EVOLVE: dict[type[Event], Callable[[State, Any, Seen], State]] = {
    DeckSealed: _deck_sealed,
    DealStarted: _deal_started,
    Dealt: _dealt,
    BidMade: _bid_made,
    Passed: _passed,
    PitchWon: _pitch_won,
    CardPlayed: _card_played,
    TrickTaken: _trick_taken,
    DealScored: _deal_scored,
    SeatPaid: _seat_paid,
    DealAbandoned: _deal_abandoned,
    Paused: _paused,
    Resumed: _resumed,
    Rewound: _rewound,
    SaltAdded: _salt_added,
    SeatAdded: _seat_added,
    SeatLeaving: _seat_leaving,
    SeatClosed: _seat_closed,
    SeatOpened: _seat_opened,
    GameFinished: _game_finished,
}
