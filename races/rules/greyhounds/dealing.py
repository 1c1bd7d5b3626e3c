"""Race cards and ranking (rules page R2 and §2), from a seed that anybody can check once it is open.

Every owner has the cards 1 to 20 once. A set is three of the low ones (1–10) and three of the high ones (11–20), drawn
when its race begins from those that his earlier sets left. Nobody may look at a set before its race, so this is the
same game as dealing all three at the start; only that the later ones aren't there to be peeped at.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from races.rules import chance

LOW, HIGH = tuple(range(1, 11)), tuple(range(11, 21))
HALF = 3
"""Low cards, and high cards, in a set."""
RACES = 3


def deal(seed: bytes, salt: str, race: int, seat: int, spent: Collection[int]) -> tuple[int, ...]:
    """The set of ``seat`` for ``race``, highest card first. ``salt``: the race's public salt; ``spent``: the cards of
    the seat's sets of earlier races.

    Of the cards that are left, in ascending order, the low ones are shuffled (:func:`races.rules.chance.shuffle` with
    purpose ``low``, the race, and the seat's number as counter), the high ones likewise (``high``); the first three of
    each make the set.
    """
    halves: list[int] = []
    for purpose, half in (("low", LOW), ("high", HIGH)):
        left = [card for card in half if card not in spent]
        halves += chance.shuffle(seed, salt, purpose, race, seat, left)[:HALF]
    return tuple(sorted(halves, reverse=True))


def is_set(cards: Sequence[int], spent: Collection[int] = ()) -> bool:
    """Could these six cards be dealt to somebody whose earlier sets were ``spent``?"""
    fresh = set(cards) - set(spent)
    return len(cards) == len(fresh) == 2 * HALF and len(fresh & set(LOW)) == len(fresh & set(HIGH)) == HALF


def leftovers(spent: Collection[int]) -> tuple[int, ...]:
    """The low and the high card that no race used."""
    return tuple(card for card in (*LOW, *HIGH) if card not in spent)


def ranking(sets: Sequence[tuple[int, tuple[int, ...]]], lots: Sequence[int]) -> tuple[int, ...]:
    """``sets``: (seat, six cards) → the seats from Hund 1 downwards: by sum; then the higher top card, then the second,
    and so on; identical sets as ``lots`` (all seats, see :func:`draw_lots`) has them."""

    def strength(dealt: tuple[int, tuple[int, ...]]) -> tuple[int, list[int], int]:
        seat, cards = dealt
        return sum(cards), sorted(cards, reverse=True), -lots.index(seat)

    return tuple(seat for seat, _ in sorted(sets, key=strength, reverse=True))


def draw_lots(seed: bytes, salt: str, race: int, seats: Sequence[int]) -> tuple[int, ...]:
    """The seats (ascending) in the order that decides between identical sets: a shuffle with purpose ``lots``, counter
    0."""
    return chance.shuffle(seed, salt, "lots", race, 0, sorted(seats))
