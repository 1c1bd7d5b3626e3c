"""Games to play in the contract suite: every ruleset in the registry needs some here."""

from __future__ import annotations

import random
from typing import Any


def deck_of(cards: int) -> dict[str, Any]:
    """A club's own deck that has a bit of everything."""
    effects: list[dict[str, Any]] = [
        {"type": "bonus_marker", "marker": "white-7"},
        {"type": "pay_on_totals", "totals": [6, 7, 8], "amount": 1},
        {"type": "piggyback", "value": 4, "times": 2},
        {"type": "chips", "amounts": [3]},
        {"type": "per_bet", "won": 1, "lost": 2, "on": {"kinds": ["win"]}},
        {"type": "late_bet", "markers": 2},
        {"type": "cancel_loss", "on": {"colours": ["red"], "values": [5]}},
        {"type": "raise_multiplier", "by": 1, "on": {"horses": ["7"]}},
    ]
    wild = {"key": "wild", "name": "Wild", "effects": effects[1:5]}
    ones = [{"key": f"card-{n}", "name": f"Card {n}", "effects": [effects[n]]} for n in range(8)]
    return {"name": "The club's own", "cards": [*ones, {**wild, "copies": cards - 8}]}


EXAMPLES: dict[tuple[str, int], list[tuple[dict[str, Any], list[int]]]] = {
    ("ready-set-bet", 1): [
        ({"races": 1, "pace_ms": 50}, [1, 2]),
        ({"races": 2, "pace_ms": 1000, "pause_after_gap_s": 10, "default_after_s": 60}, [1, 2, 3, 4]),
        ({"races": 4, "pace_ms": 10_000}, [1, 2, 3, 4, 5, 6, 7, 8]),
        ({"races": 2, "props": False, "exotics": False, "vips": False}, [1, 2, 3]),
        ({"house": "basic", "races": 1}, [1]),
        ({"house": "basic", "races": 3, "exotics": False}, [2, 3, 7]),
        ({"house": "competing", "races": 2, "house_seat": 2, "house_markers": [2, 2, 3, 3, 4, 5]}, [1, 2, 3]),
        ({"house": "competing", "races": 4, "props": False}, [1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ({"house": "rotating", "races": 3, "default_after_s": 5}, [1, 2, 3]),
        ({"house": "rotating", "races": 4, "vips": False}, [1, 2]),
        ({"house": "basic", "races": 4, "vip_deck": deck_of(12)}, [1, 2, 3]),
    ]
}


def fill(name: str, chance: random.Random, state: Any) -> Any:
    """What a person might type into the field ``name`` of an offered move."""
    if name == "bets":
        return house_bets(state, chance)
    if name in ("props", "exotics"):
        cards = list(getattr(state.board, name))
        return chance.sample(cards, len(getattr(state.race, name)))
    values: dict[str, Any] = {
        "reason": "the cat walked over the board",
        "salt": f"{chance.getrandbits(64):016x}",
        "pace_ms": chance.choice([50, 800, 10_000]),
        "dice": [chance.randint(1, 6), chance.randint(1, 6)],
    }
    return values[name]


def house_bets(state: Any, chance: random.Random) -> list[dict[str, str]]:
    """Six markers on six different spots, one a card of exotic finishes."""
    spots = state.board.in_play(state.race.props, state.race.exotics)
    keys = [key for key in spots if not key.startswith("exotic:") or key.endswith(":2")]
    return [{"marker": f"house-{n}", "spot": spot} for n, spot in enumerate(chance.sample(keys, 6), 1)]


def nonsense(offered: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """A move with one field changed into something that fits its type and perhaps not the game."""
    other: dict[str, list[Any]] = {
        "race": [1, 2, 3, 4, 5, 999],
        "n": [1, 2, 30, 64, 1000],
        "marker": ["2", "3a", "3b", "4", "5", "6", "black-7", "house-1", ""],
        "spot": ["win:7:1", "win:7:4", "show:2-3:2", "colour:black", "seven-fifth", "prop:1", "exotic:late-start:1"],
        "card": ["snake-eyes", "bonus-black-7", "x"],
        "bets": [[], [{"marker": "house-1", "spot": "win:7:1"}] * 6],
        "props": [[], ["2-3>5"] * 5, ["7>7"] * 5],
        "exotics": [["late-start"], ["x"]],
        "until_roll": [0, 1, 20, 1000],
        "seat": [1, 2, 3, 9, 99],
        "pace_ms": [50, 10_000],
        "salt": ["00"],
        "dice": [[1, 1], [6, 6]],
        "reason": ["why not"],
    }
    changed = {name: value for name, value in offered.items() if name != "fill"}
    names = [name for name in (*offered, *offered.get("fill", ())) if name in other] or ["race"]
    name = chance.choice(names)
    return {**changed, name: chance.choice(other[name])}
