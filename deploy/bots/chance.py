"""A bot for any game: a legal move at random, never one that needs words or numbers of its own."""

from __future__ import annotations

import random
from typing import Any

EAGER = 0.5
"""How often it does something where it need not."""


class AtRandom:
    """``seed``: the same seed makes the same choices from the same offers."""

    def __init__(self, seed: int | None = None) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - a bot's whims, no secret

    def awaits(self, event: dict[str, Any], seat: int) -> bool:
        return True

    def choose(self, state: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any] | None:
        offers = [move for move in legal if "fill" not in move]
        if not offers:
            return None
        if state.get("turn") is None and self._chance.random() > EAGER:
            return None
        passing = [move for move in offers if move["type"] == "pass"]
        return passing[0] if passing and self._chance.random() < EAGER else self._chance.choice(offers)
