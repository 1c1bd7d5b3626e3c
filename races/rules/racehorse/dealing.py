"""Laying out the sealed deck and dealing from it (:mod:`races.rules.decks`)."""

from __future__ import annotations

from collections.abc import Sequence

from races.rules import chance, decks
from races.rules.racehorse.cards import HAND, PACK
from races.rules.racehorse.state import Deck, Setup


def layout(setup: Setup, deck: Deck) -> tuple[str, ...]:
    """The card at each place of the deck, the first at place 1.

    A test deck has the given hands on top, six cards a seat in ascending order of seats, and the rest as shuffled.
    """
    cards = decks.shuffled(bytes.fromhex(deck.seed), setup.salt, deck.deal, PACK)
    given = _given(setup, deck.deal)
    top = tuple(card for hand in given.values() for card in hand)
    return (*top, *(card for card in cards if card not in top))


def card_salts(setup: Setup, deck: Deck) -> tuple[str, ...]:
    """The salt of the card at each place."""
    seed = bytes.fromhex(deck.seed)
    return tuple(decks.card_salt(seed, setup.salt, deck.deal, place) for place in range(1, len(PACK) + 1))


def commitments(setup: Setup, deck: Deck) -> tuple[str, ...]:
    """What is published of the deck before the deal, place by place."""
    cards, salts = layout(setup, deck), card_salts(setup, deck)
    return tuple(
        decks.commitment(setup.salt, deck.deal, place, card, salt)
        for place, (card, salt) in enumerate(zip(cards, salts, strict=True), 1)
    )


def places(setup: Setup, deck: Deck, seats: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """The places of the deck that each seat is dealt: one card at a time to ``seats`` in ascending order, six times
    round, in the order of the public cut. A test deck isn't cut.

    Not from the dealer's left: a correction may find that another seat deals, and nobody's cards may change by that."""
    given = _given(setup, deck.deal)
    if not given:
        order = decks.cut(chance.public_salt(setup.salt, deck.salts), deck.deal, len(PACK))
        return {seat: tuple(order[i + len(seats) * turn] for turn in range(HAND)) for i, seat in enumerate(seats)}
    out = {seat: tuple(range(HAND * i + 1, HAND * i + HAND + 1)) for i, seat in enumerate(given) if seat in seats}
    taken = {place for hand in out.values() for place in hand}
    below = range(HAND * len(given) + 1, len(PACK) + 1)
    free = [place for place in (*below, *range(1, below.start)) if place not in taken]
    for seat in seats:
        if seat not in out:
            out[seat], free = tuple(free[:HAND]), free[HAND:]
    return out


def _given(setup: Setup, deal: int) -> dict[int, tuple[str, ...]]:
    return {} if setup.options.rigged is None else setup.options.rigged.deal(deal)
