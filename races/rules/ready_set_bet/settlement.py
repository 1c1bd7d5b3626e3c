"""Settling a race: bets, then seats, then the ranking (rules page §6, §11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from races.rules.protocol import Event, Transfer
from races.rules.ready_set_bet.board import Board, Spot
from races.rules.ready_set_bet.events import BetSettled, HousePaid, RaceAbandoned, SeatSettled, VipPaid, VipSettled
from races.rules.ready_set_bet.markers import VALUES
from races.rules.ready_set_bet.placing import Finish, hits
from races.rules.ready_set_bet.powers import Held, per_bet
from races.rules.ready_set_bet.state import Bet, Chair


class Terms(msgspec.Struct, frozen=True):
    """What a settlement must know beside the bets: the ``props`` of the race, what markers are worth, and the VIP
    cards that work for each seat."""

    props: tuple[str, ...] = ()
    values: Mapping[str, int] = msgspec.field(default_factory=lambda: VALUES)
    held: Mapping[int, Sequence[Held]] = {}


PLAIN = Terms()


def settle_bets(
    board: Board, race: int, result: Finish, bets: Iterable[Bet], terms: Terms = PLAIN
) -> list[tuple[BetSettled, Spot]]:
    """Each bet once, in the order they were placed: a hit pays marker × multiplier, a miss costs its loss. With the
    spot each one was on."""
    settled = []
    for bet in bets:
        spot = board.spot(bet.spot, terms.props)
        assert spot is not None, bet.spot
        hit = hits(board, result, spot)
        amount = terms.values[bet.marker] * bet.pays if hit else -bet.loses
        event = BetSettled(race=race, seat=bet.seat, marker=bet.marker, spot=bet.spot, hit=hit, amount=amount)
        settled.append((event, spot))
    return settled


def settle_seat(race: int, chair: Chair, won: int, lost: int) -> SeatSettled:
    """All winnings first, then all losses, never below $0: what can't be paid is forgiven."""
    forgiven = max(0, lost - chair.money - won)
    balance = chair.money + won - lost + forgiven
    return SeatSettled(race=race, seat=chair.seat, won=won, lost=lost, forgiven=forgiven, balance=balance)


def settle(
    board: Board, race: int, result: Finish, bets: Sequence[Bet], chairs: Sequence[Chair], terms: Terms = PLAIN
) -> list[Event]:
    """``bet_settled`` for every bet, ``vip_settled`` for every card that pays or costs, then ``seat_settled`` for every
    seat, bets or not."""
    settled = settle_bets(board, race, result, bets, terms)
    cards: list[Event] = []
    seats: list[Event] = []
    for chair in chairs:
        own = [(event, spot) for event, spot in settled if event.seat == chair.seat]
        won = sum(event.amount for event, _ in own if event.amount > 0)
        lost = -sum(event.amount for event, _ in own if event.amount < 0)
        bet_facts = [(spot, terms.values[event.marker], event.hit) for event, spot in own]
        for key, card in terms.held.get(chair.seat, ()):
            gain, malus = per_bet(board, card, bet_facts)
            if gain or malus:
                cards.append(VipSettled(race=race, seat=chair.seat, card=key, won=gain, lost=malus))
            won, lost = won + gain, lost + malus
        seats.append(settle_seat(race, chair, won, lost))
    return [*(event for event, _ in settled), *cards, *seats]


def postings(event: Event) -> list[Transfer]:
    """The money an event moves. A forgiven loss moves nothing; what is paid for a race goes back if it is void."""
    match event:
        case SeatSettled(race=race, seat=seat, won=won, lost=lost, forgiven=forgiven):
            winnings = _moved(seat, won, f"race {race}: winnings")
            return [*winnings, *_moved(seat, forgiven - lost, f"race {race}: losses")]
        case VipPaid(race=race, seat=seat, card=card, amount=amount):
            return _moved(seat, amount, f"race {race}: {card}")
        case HousePaid(race=race, seat=seat, amount=amount):
            return _moved(seat, amount, f"race {race}: House")
        case RaceAbandoned(race=race, reversals=reversals):
            return [t for change in reversals for t in _moved(change.seat, change.amount, f"race {race}: void")]
    return []


def _moved(seat: int, amount: int, why: str) -> list[Transfer]:
    """From the bank to the seat; a negative amount the other way."""
    account = f"seat:{seat}"
    if not amount:
        return []
    payer, payee = ("bank", account) if amount > 0 else (account, "bank")
    return [Transfer(payer=payer, payee=payee, amount=abs(amount), why=why)]
