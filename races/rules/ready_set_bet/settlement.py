"""Settling a race: bets, then seats, then the ranking (rules page §6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from races.rules.protocol import Event, Standing, Transfer
from races.rules.ready_set_bet.board import Board
from races.rules.ready_set_bet.events import BetSettled, SeatSettled
from races.rules.ready_set_bet.markers import VALUES
from races.rules.ready_set_bet.placing import Finish, hits
from races.rules.ready_set_bet.state import Bet, Chair


def settle_bets(board: Board, race: int, result: Finish, bets: Iterable[Bet]) -> list[BetSettled]:
    """Each bet once, in the order they were placed: a hit pays marker × multiplier, a miss costs the printed loss."""
    settled = []
    for bet in bets:
        hit = hits(board, result, board.spots[bet.spot])
        amount = VALUES[bet.marker] * bet.pays if hit else -bet.loses
        settled.append(BetSettled(race=race, seat=bet.seat, marker=bet.marker, spot=bet.spot, hit=hit, amount=amount))
    return settled


def settle_seat(race: int, chair: Chair, amounts: Sequence[int]) -> SeatSettled:
    """All winnings first, then all losses, never below $0: what can't be paid is forgiven."""
    won = sum(amount for amount in amounts if amount > 0)
    lost = -sum(amount for amount in amounts if amount < 0)
    forgiven = max(0, lost - chair.money - won)
    balance = chair.money + won - lost + forgiven
    return SeatSettled(race=race, seat=chair.seat, won=won, lost=lost, forgiven=forgiven, balance=balance)


def settle(board: Board, race: int, result: Finish, bets: Sequence[Bet], chairs: Sequence[Chair]) -> list[Event]:
    """``bet_settled`` for every bet, then ``seat_settled`` for every seat, bets or not."""
    settled = settle_bets(board, race, result, bets)
    seats = [settle_seat(race, c, [bet.amount for bet in settled if bet.seat == c.seat]) for c in chairs]
    return [*settled, *seats]


def ranking(money: Iterable[tuple[int, int]]) -> tuple[Standing, ...]:
    """(seat, money) pairs → standings, richest first; equal money shares the rank: 1, 1, 3."""
    ordered = sorted(money, key=lambda pair: (-pair[1], pair[0]))
    amounts = [amount for _, amount in ordered]
    return tuple(Standing(seat=seat, rank=amounts.index(amount) + 1, money=amount) for seat, amount in ordered)


def postings(event: Event) -> list[Transfer]:
    """The money an event moves: only settlements do. A forgiven loss moves nothing."""
    if not isinstance(event, SeatSettled):
        return []
    seat, paid = f"seat:{event.seat}", event.lost - event.forgiven
    transfers = []
    if event.won:
        transfers.append(Transfer(payer="bank", payee=seat, amount=event.won, why=f"race {event.race}: winnings"))
    if paid:
        transfers.append(Transfer(payer=seat, payee="bank", amount=paid, why=f"race {event.race}: losses"))
    return transfers
