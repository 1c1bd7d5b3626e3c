"""The pack and the trick (rules page §2): ranks, who takes a trick, what may be played, what a card counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

RANKS = "23456789TJQKA"
SUITS = "CDHS"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""All 52, in a fixed order: what a shuffle starts from."""
HAND = 6
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
"""Card points of the point Game, in all suits; other ranks count nothing."""

Card = Annotated[str, Meta(pattern=r"^[2-9TJQKA][CDHS]$")]
"""``AS``, ``TH``, ``9C``: rank and suit."""


def rank(card: str) -> int:
    """0 for a two, 12 for an ace."""
    return RANKS.index(card[0])


def suit(card: str) -> str:
    return card[1]


def order(card: str) -> tuple[int, int]:
    """By rank, then C D H S: the lowest card is the first in this order."""
    return rank(card), SUITS.index(suit(card))


def counted(cards: Iterable[str]) -> int:
    """Card points: A 4, K 3, Q 2, J 1, ten 10."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def playable(hand: Sequence[str], led: str | None, trump: str | None) -> tuple[str, ...]:
    """The cards of ``hand`` that may be played. ``led``: the suit led, None when leading.

    Who can follow must follow or trump; who can't may play anything.
    """
    if led is None or all(suit(card) != led for card in hand):
        return tuple(hand)
    return tuple(card for card in hand if suit(card) in (led, trump))


def taker(trick: Sequence[tuple[int, str]], trump: str) -> int:
    """Who takes a trick of (seat, card) pairs in the order played: the highest trump, else the highest of the suit
    led."""
    strongest = trump if any(suit(card) == trump for _, card in trick) else suit(trick[0][1])
    return max((pair for pair in trick if suit(pair[1]) == strongest), key=lambda pair: rank(pair[1]))[0]
