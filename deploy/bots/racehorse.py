"""A sensible player of Racehorse: bids what its hand may make, and plays against whoever pitches.

It knows what its phone shows: its hand, the calls, the cards that lie. It counts no cards, and it makes mistakes.
"""

from __future__ import annotations

from typing import Any

RANKS = "23456789TJQKA"
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
SMUDGE = 5


def rank(card: str) -> int:
    return RANKS.index(card[0])


def count(card: str) -> int:
    return POINTS.get(card[0], 0)


def promise(hand: list[str], suit: str) -> float:
    """How many of the four points a hand may make with this suit as trump. With five or more at the table, most of the
    pack is dealt: an ace is sure to be High, a low trump likely to be taken by its own pitcher."""
    trumps = sorted((card for card in hand if card[1] == suit), key=rank)
    if len(trumps) < 2:
        return 0.0
    high = {"A": 1.0, "K": 0.7, "Q": 0.4}.get(trumps[-1][0], 0.1)
    low = {"2": 0.9, "3": 0.7, "4": 0.4}.get(trumps[0][0], 0.1)
    jack = 0.7 if "J" + suit in trumps else 0.15
    strength = sum(rank(card) >= rank("Q" + suit) for card in hand)
    game = min(0.9, 0.1 * len(trumps) + 0.15 * strength)
    return high + low + jack + game


class Sensible:
    """``courage``: added to what the hand promises before it bids."""

    def __init__(self, courage: float = 0.3) -> None:
        self.courage = courage

    def awaits(self, event: dict[str, Any], seat: int) -> bool:
        data = event["data"]
        return data.get("next") == seat or event["type"] in ("pitch_won", "resumed", "rewound", "deck_sealed")

    def choose(self, state: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any] | None:
        offers = [move for move in legal if "fill" not in move]
        kinds = {move["type"] for move in offers}
        if "deal" in kinds:
            return next(move for move in offers if move["type"] == "deal")
        if kinds & {"bid", "pass"}:
            return self.call(state["hand"], offers)
        cards = {move["card"]: move for move in offers if move["type"] == "play"}
        return cards[self.card(state, list(cards))] if cards else None

    def call(self, hand: list[str], offers: list[dict[str, Any]]) -> dict[str, Any]:
        """The lowest bid the hand is good for; else a pass; else what it must."""
        able = max(promise(hand, suit) for suit in "CDHS") + self.courage
        bids = sorted((move for move in offers if move["type"] == "bid"), key=lambda move: move["points"])
        passing = next((move for move in offers if move["type"] == "pass"), None)
        good = [move for move in bids if move["points"] <= able and move["points"] < SMUDGE]
        return good[0] if good else passing or bids[0]

    def card(self, state: dict[str, Any], able: list[str]) -> str:
        """The card to play of those that may be played."""
        seat, trump = state["seat"], state["trump"]
        if not state["trick"]:
            return self._lead(state["hand"], able, trump, pitching=state["pitcher"] == seat)
        return self._follow(state, able, trump)

    def _lead(self, hand: list[str], able: list[str], trump: str | None, pitching: bool) -> str:
        if trump is None:  # the pitcher names it by leading: the highest of the best suit
            best = max("CDHS", key=lambda suit: promise(hand, suit))
            return max((card for card in able if card[1] == best), key=rank, default=max(able, key=rank))
        if pitching:  # high trumps fetch the others', the low one comes home in a late trick
            return max(able, key=lambda card: (card[1] == trump and rank(card) > rank("T" + trump), rank(card)))
        return min(able, key=lambda card: (card[1] == trump, count(card), rank(card)))

    def _follow(self, state: dict[str, Any], able: list[str], trump: str) -> str:
        trick = [(lying["seat"], lying["card"]) for lying in state["trick"]]
        holder, best = winning(trick, trump)
        winners = [card for card in able if beats(card, best, trump)]
        players = sum(seat["cards"] > 0 or any(seat["seat"] == s for s, _ in trick) for seat in state["seats"])
        last = len(trick) + 1 == players
        worth = sum(count(card) for _, card in trick) >= 4 or any(card == "J" + trump for _, card in trick)
        pitching = state["pitcher"] == state["seat"]
        against = holder == state["pitcher"] or pitching
        if winners and against and (worth or last or pitching):
            return min(winners, key=lambda card: (card[1] == trump, rank(card)))
        if last and not against:  # an ally has it: give him what counts, so that the pitcher doesn't get it
            return max((c for c in able if c[1] != trump), key=count, default=min(able, key=rank))
        losers = [card for card in able if card not in winners] or able
        return min(losers, key=lambda card: (card[1] == trump and card[0] in "23J", count(card), rank(card)))


def winning(trick: list[tuple[int, str]], trump: str) -> tuple[int, str]:
    """Who holds the trick as it lies, and with which card."""
    best = trick[0]
    for pair in trick[1:]:
        if beats(pair[1], best[1], trump):
            best = pair
    return best


def beats(card: str, best: str, trump: str) -> bool:
    """Does ``card``, played later, take the trick from ``best``?"""
    if card[1] == best[1]:
        return rank(card) > rank(best)
    return card[1] == trump
