"""Prizes, stakes and winnings (rules page R14–R16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from races.rules.greyhounds import betting
from races.rules.greyhounds.betting import Bet
from races.rules.greyhounds.events import BookmakerBroke, CapitalPaid, SeatSettled, SettledBet
from races.rules.greyhounds.odds import Price
from races.rules.protocol import Event, Transfer

PRIZES = (1_500, 1_000, 500)
"""Dollars for the owners of the first, second and third dog."""


def settle_bets(
    placed: Iterable[tuple[int, Bet]], places: Sequence[int | None], odds: Sequence[Price]
) -> tuple[SettledBet, ...]:
    """Each (seat, bet) with what it returns, in the given order."""
    quotes = {(price.kind, price.pick): price.quote for price in odds}
    return tuple(
        SettledBet(
            seat=seat,
            kind=bet.kind,
            pick=bet.pick,
            stake=bet.stake,
            quote=quotes[bet.kind, bet.pick],
            payout=betting.payout(bet, places, quotes[bet.kind, bet.pick]),
        )
        for seat, bet in placed
    )


def solvency(holding: int, stakes: int, payouts: int, prizes: int) -> tuple[int, int]:
    """The bookmaker's money after a race, and what the bank had to add. ``prizes``: of *other* owners. Exactly 0 is
    solvent; below it, the bank adds what is missing."""
    balance = holding + stakes - payouts - prizes
    return max(0, balance), max(0, -balance)


def settle(
    race: int,
    money: Sequence[tuple[int, int]],
    bets: Sequence[SettledBet],
    places: Sequence[int | None],
    bookmaker: int | None,
) -> list[Event]:
    """``money``: (seat, dollars before) → ``seat_settled`` for every seat, the bookmaker last; then ``bookmaker_broke``
    if he is."""
    prizes = {seat: prize for seat, prize in zip(places, PRIZES, strict=True) if seat is not None}
    seats: list[SeatSettled] = []
    for seat, before in money:
        if seat == bookmaker:
            continue
        own = [bet for bet in bets if bet.seat == seat]
        staked, won = sum(bet.stake for bet in own), sum(bet.payout for bet in own)
        prize = prizes.get(seat, 0)
        seats.append(
            SeatSettled(
                race=race,
                seat=seat,
                house=bookmaker,
                prize=prize,
                staked=staked,
                won=won,
                collected=0,
                paid=0,
                added=0,
                balance=before + prize + won - staked,
            )
        )
    if bookmaker is None:
        return [*seats]
    stakes, payouts = sum(each.staked for each in seats), sum(each.won for each in seats)
    others = sum(each.prize for each in seats)
    balance, added = solvency(dict(money)[bookmaker], stakes, payouts, others)
    settled = SeatSettled(
        race=race,
        seat=bookmaker,
        house=None,
        prize=0,
        staked=0,
        won=0,
        collected=stakes,
        paid=payouts + others,
        added=added,
        balance=balance,
    )
    broke = [BookmakerBroke(race=race, seat=bookmaker, missing=added)] if added else []
    return [*seats, settled, *broke]


def postings(event: Event) -> list[Transfer]:
    """The money an event moves. What a bookmaker collects and pays is posted by the seats on the other side."""
    if isinstance(event, CapitalPaid):
        return [Transfer(payer="bank", payee=f"seat:{event.seat}", amount=event.amount, why="capital")]
    if not isinstance(event, SeatSettled):
        return []
    seat, house = f"seat:{event.seat}", "bank" if event.house is None else f"seat:{event.house}"
    moved = (
        (house, seat, event.prize, "prize"),
        (seat, house, event.staked, "stakes"),
        (house, seat, event.won, "winnings"),
        ("bank", seat, event.added, "what the bookmaker could not pay"),
    )
    return [
        Transfer(payer=payer, payee=payee, amount=amount, why=f"race {event.race}: {why}")
        for payer, payee, amount, why in moved
        if amount
    ]
