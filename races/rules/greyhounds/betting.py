"""Which bets may be placed, and which of them win (rules page R12 and R14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from races.rules.greyhounds.odds import Kind, Pick, Price
from races.rules.protocol import Refused

BetMix = Literal["one_type", "one_per_type"]
MOST_BETS = 3
UNIT = 100
LEAST, MOST = 500, 2000
"""Dollars that a seat stakes in a race, in all."""


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A bet as sealed: ``stake`` in whole dollars."""

    kind: Kind
    pick: Pick
    stake: int


def check(bets: Sequence[Bet], offered: Sequence[Price], mix: BetMix) -> None:
    """Raises :class:`Refused` unless these bets may all be placed by one seat; they are refused as a whole.

    ``invalid``, but ``unknown_spot`` for a bet that nobody offers (a dog that doesn't run, Platz with three dogs).
    """
    if not 1 <= len(bets) <= MOST_BETS:
        raise Refused("invalid", f"Place one to {MOST_BETS} bets.", field="bets")
    kinds = {bet.kind for bet in bets}
    if mix == "one_type" and len(kinds) > 1:
        raise Refused("invalid", "All bets of a race are of one type: Sieg, Platz or Einlauf.", field="bets")
    if mix == "one_per_type" and len(kinds) < len(bets):
        raise Refused("invalid", "At most one bet of each type.", field="bets")
    choices = {(price.kind, price.pick) for price in offered}
    for bet in bets:
        if bet.stake < UNIT or bet.stake % UNIT:
            raise Refused("invalid", f"A stake is a whole multiple of ${UNIT}; ${bet.stake} is not.", field="stake")
        if (bet.kind, bet.pick) not in choices:
            raise Refused("unknown_spot", _not_offered(bet, {price.kind for price in offered}), field="pick")
    if len({(bet.kind, bet.pick) for bet in bets}) < len(bets):
        raise Refused("invalid", "The same selection twice: put it all into one bet.", field="bets")
    total = sum(bet.stake for bet in bets)
    if not LEAST <= total <= MOST:
        sentence = f"A seat stakes ${LEAST} to ${MOST} in a race, in all; this is ${total}."
        raise Refused("invalid", sentence, field="stake")


def _not_offered(bet: Bet, kinds: set[Kind]) -> str:
    if bet.kind not in kinds:
        return "Platz is not offered with three dogs."
    if bet.kind == "einlauf":
        return "An Einlauf names two different dogs of this race, the first and the second."
    return f"A {bet.kind.capitalize()} names one dog of this race, by its owner's seat."


def hits(bet: Bet, places: Sequence[int | None]) -> bool:
    """Does the bet win? ``places``: seats of the first, second, third; None where a place is vacant."""
    first, second = places[0], places[1]
    if bet.kind == "sieg":
        return bet.pick == first
    if bet.kind == "platz":
        return bet.pick in (first, second)
    return bet.pick == (first, second)


def payout(bet: Bet, places: Sequence[int | None], quote: int) -> int:
    """What the bet returns, stake included: whole dollars, as stakes are multiples of 100 and quotes are to 10."""
    return bet.stake * quote // 10 if hits(bet, places) else 0
