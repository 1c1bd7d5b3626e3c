"""A sensible player of Greyhounds: backs what its set is good for, and spends high cards where they move the dog.

It knows what its phone shows: all sets, the cards that lie face up, its own hand. It doesn't guess what others hold.
"""

from __future__ import annotations

from typing import Any

NEWS = ("ranked", "bets_sealed", "card_set_aside", "cards_revealed", "resumed", "rewound")
"""After these somebody else is waited for."""
GAIN = 3
"""Spaces for which it likes to spend a card when it knows what the others played."""


class Sensible:
    """Bets on the favourite, or on its own dog where that is second to none but one. ``stake``: dollars a race."""

    def __init__(self, stake: int = 1000) -> None:
        self.stake = stake

    def awaits(self, event: dict[str, Any], seat: int) -> bool:
        return event["type"] in NEWS

    def choose(self, state: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any] | None:
        offers = [move for move in legal if "fill" not in move]
        if not offers:
            return None
        race = state["race"]
        match offers[0]["type"]:
            case "place_bets":
                kind, bets = self.bets(state)
                return {"type": "place_bets", "race": race, "kind": kind, "bets": bets}
            case "set_aside":
                return {"type": "set_aside", "race": race, "card": self.aside(state["own"]["hand"])}
            case _:
                return {"type": "play", "race": race, "card": self.card(state)}

    def bets(self, state: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
        """The kind of this race's bets, and the bets."""
        favourite, own = state["order"][0], state["seat"]
        pick = own if state["order"].index(own) < 2 else favourite
        return "sieg", [{"pick": pick, "stake": self.stake}]

    def aside(self, hand: list[int]) -> int:
        """The card to do without."""
        return min(hand)

    def card(self, state: dict[str, Any]) -> int:
        """The card to lay of those in the hand."""
        hand = sorted(state["own"]["hand"])
        shown = [each["card"] for each in state["shown"]]
        runners = [dog for dog in state["dogs"] if dog["state"] == "running"]
        if len(shown) + 1 == len(runners):
            return self.answer(state["race"], hand, shown)
        own = next(dog for dog in runners if dog["seat"] == state["seat"])
        behind = max(dog["position"] for dog in runners) - own["position"]
        if state["race"] > 1 and behind > state["track_length"] // 2:  # a lap behind is out
            return hand[-1]
        return self.lead(hand, shown)

    def answer(self, race: int, hand: list[int], shown: list[int]) -> int:
        """All others' cards are known: the lowest card of those that gain most, if it's worth one."""
        gains = {card: steps(race, card, shown) for card in hand}
        best = max(gains.values())
        return min(card for card in hand if gains[card] == best) if best >= GAIN else hand[0]

    def lead(self, hand: list[int], shown: list[int]) -> int:
        """Others play with it or after it: a high card if it beats what lies there, else not its best."""
        if shown and hand[-1] < max(shown):
            return hand[0]
        return hand[-1] if len(hand) > 2 else hand[0]


def steps(race: int, card: int, others: list[int]) -> int:
    """The spaces a card moves its dog against the others' (one or more)."""
    played = sorted([card, *others], reverse=True)
    return max(0, card - played[min(race, len(others))])
