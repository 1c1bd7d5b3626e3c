"""Four owners and their dogs: how each bets, sets aside and plays. They know what their phones show, no more."""

from __future__ import annotations

from typing import Any

import msgspec

from deploy.bots.bot import Mind
from deploy.bots.greyhounds import Sensible


class Owner(msgspec.Struct, frozen=True):
    """A person with a dog."""

    name: str
    dog: str
    nature: str
    mind: Mind


class Favourites(Sensible):
    """Sieg on Hund 1; a little on Hund 2 where the favourite is a rival's."""

    def bets(self, state: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
        first, second = state["order"][:2]
        if first == state["seat"]:
            return "sieg", [{"pick": first, "stake": 1500}]
        return "sieg", [{"pick": first, "stake": 1000}, {"pick": second, "stake": 300}]


class Longshots(Sensible):
    """An Einlauf that nobody believes in, and cards as if there were no tomorrow."""

    def bets(self, state: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
        first, second, third, last = state["order"]
        picks = ([last, first], [third, first], [second, third])
        return "einlauf", [{"pick": pick, "stake": stake} for pick, stake in zip(picks, (200, 200, 300), strict=True)]

    def aside(self, hand: list[int]) -> int:
        return sorted(hand)[1]

    def lead(self, hand: list[int], shown: list[int]) -> int:
        return hand[-1]


class Patriot(Sensible):
    """All on his own dog, whatever its cards."""

    def bets(self, state: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
        return "sieg", [{"pick": state["seat"], "stake": 2000}]


class Sleeper(Sensible):
    """Careful bets for a place; nods off over the sheet of race 2, and the clock fills it in for her."""

    NAP = 2

    def choose(self, state: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any] | None:
        if state["race"] == self.NAP and state["phase"] == "bets":
            return None
        return super().choose(state, legal)

    def bets(self, state: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
        return "platz", [{"pick": seat, "stake": 500} for seat in state["order"][:2]]

    def lead(self, hand: list[int], shown: list[int]) -> int:
        return hand[len(hand) // 2]


def four() -> list[Owner]:
    """The owners of a night, by seat from 1."""
    return [
        Owner("Astrid", "Arrow", "backs the favourites", Favourites()),
        Owner("Ilinca", "Comet", "dreams of an Einlauf nobody expects", Longshots()),
        Owner("Matej", "Matador", "believes in his own dog, always", Patriot()),
        Owner("Colette", "Pillow", "bets with care, and nods off", Sleeper()),
    ]
