"""The spots of a bet board by name, for a list in which each must be told from the others: with its odds, and for a
card that lies there the card's name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from league.pages import words


def named(board: Mapping[str, Any], view: Mapping[str, Any]) -> dict[str, str]:
    """Spot → ``6 to place, 3:1, −$2``, for all that can be bet on now; ``board`` and ``view`` are a ruleset's. Where
    several read the same they are numbered: ``Tight Race, 6:1, −$2 (3)``. Empty for a game without a bet board."""
    texts = {spot["spot"]: _text(words.spot(spot["spot"]), spot) for spot in board.get("spots", ())}
    texts |= {card["spot"]: _text(words.prop(card["card"]), card) for card in view.get("props", ())}
    texts |= {spot: _text(words.card(card["card"]), card) for card in view.get("exotics", ()) for spot in card["spots"]}
    same, counted = Counter(texts.values()), Counter[str]()
    for spot, text in texts.items():
        counted[text] += 1
        if same[text] > 1:
            texts[spot] = f"{text} ({counted[text]})"
    return texts


def _text(name: str, odds: Mapping[str, Any]) -> str:
    return f"{name}, {odds['pays']}:1" + (f", −${odds['loses']}" if odds["loses"] else "")
