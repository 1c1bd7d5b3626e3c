"""Games to play in the contract suite: every ruleset in the registry needs some here."""

from __future__ import annotations

import random
from typing import Any

from races.rules.ready_set_bet.state import State as ReadySetBet


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
    ("racehorse", 1): [
        ({"deals": 2, "default_after_s": 20}, [1, 2, 3, 4, 5]),
        ({"deals": 4, "auction": "single", "game": "alliance", "forced_bid": "floor"}, [1, 2, 3, 4, 5, 6]),
        ({"deals": 10, "deal_by": "dealer", "default_after_s": 5}, [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
    ("greyhounds", 1): [
        ({"default_after_s": 30}, [1, 2, 3]),
        ({"bet_mix": "one_per_type", "track_length": 10, "default_after_s": 5, "bookmaker": 2}, [1, 2, 3, 4]),
        ({"track_length": 60, "default_after_s": 600, "pause_after_gap_s": 10}, [1, 2, 3, 4]),
        ({"track_length": 8}, [2, 3, 5, 7]),
    ],
    ("scoresheet", 1): [
        ({}, [1, 2]),
        ({"kind": "team", "lowest_wins": True}, [1, 2, 3, 4]),
        ({"kind": "cooperative"}, [1, 2, 3]),
    ],
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
    ],
}


def fill(name: str, chance: random.Random, state: Any = None) -> Any:
    """What a person might type into the field ``name`` of an offered move."""
    if name == "bets" and isinstance(state, ReadySetBet):
        return house_bets(state, chance)
    if name in ("props", "exotics"):
        cards = list(getattr(state.board, name))
        return chance.sample(cards, len(getattr(state.race, name)))
    values: dict[str, Any] = {
        "reason": "the cat walked over the board",
        "salt": f"{chance.getrandbits(64):016x}",
        "pace_ms": chance.choice([50, 800, 10_000]),
        "dice": [chance.randint(1, 6), chance.randint(1, 6)],
        "card": chance.choice(["AS", "TH", "2C"]),
        "kind": chance.choice(["sieg", "platz", "einlauf"]),
        "bets": chance.choice(
            [
                [{"kind": "sieg", "pick": 2, "stake": 700}],
                [{"kind": "einlauf", "pick": [3, 2], "stake": 2000}],
            ]
        ),
    }
    values["rows"] = [
        {"seat": 1, "score": chance.choice([0, 17, -3, 42.5]), "team": chance.choice(["A", 1])},
        {"seat": 2, "score": chance.choice([0, 17, 1e9]), "winner": chance.choice([True, False])},
    ]
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
        "props": [[], ["2-3>5"] * 5, ["7>7"] * 5],
        "exotics": [["late-start"], ["x"]],
        "until_roll": [0, 1, 20, 1000],
        "seat": [1, 2, 3, 9, 99],
        "pace_ms": [50, 10_000],
        "salt": ["00"],
        "dice": [[1, 1], [6, 6]],
        "reason": ["why not"],
        "rows": [
            [],
            [{"seat": 1}, {"seat": 1}],
            [{"seat": 98, "rank": 1}],
            [{"seat": 1, "score": 1.23456}],
            [{"seat": 1, "score": "NaN"}],
        ],
        "deal": [1, 2, 3, 999],
        "points": [1, 2, 3, 4, 5, 6],
        "card": ["AS", "2D", "TH", "9C", "1S", "AX", 1, 7, 20, 21, "snake-eyes", "x"],
        "kind": ["sieg", "platz", "einlauf", "show"],
        "bets": [
            [],
            [{"pick": 2, "stake": 400}],
            [{"pick": 9, "stake": 500}],
            [{"marker": "house-1", "spot": "win:7:1"}] * 6,
            [{"pick": [2, 2], "stake": 500}],
            [{"pick": 2, "stake": 1000}, {"pick": 3, "stake": 1000}, {"pick": 2, "stake": 100}],
            [{"pick": 2, "stake": 500, "kind": "sieg"}, {"pick": [2, 3], "stake": 500, "kind": "einlauf"}],
        ],
    }
    changed = {name: value for name, value in offered.items() if name != "fill"}
    names = [name for name in (*offered, *offered.get("fill", ())) if name in other] or ["race"]
    name = chance.choice(names)
    return {**changed, name: chance.choice(other[name])}
