"""What people call things whose names in the log are keys: games, spots, markers, horses, cards, phases.

``static/league/room/words.js`` says the same to what comes live; both read the tables below.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

RULESETS = {
    "ready-set-bet": "Ready Set Bet",
    "racehorse": "Racehorse",
    "greyhounds": "Greyhounds",
    "scoresheet": "Score sheet",
}
STATUS = {"open": "not started", "running": "running", "paused": "paused", "finished": "finished", "void": "void"}
PHASES = {
    "preparing": "being prepared",
    "drafting": "choosing VIP cards",
    "offering": "who will be the House?",
    "ready": "waiting for the start",
    "betting": "bets are open",
    "no_more_bets": "no more bets",
    "bidding": "the auction",
    "playing": "playing",
    "bets": "bets, please",
    "set_aside": "setting a card aside",
    "play": "running",
    "finished": "finished",
}
KINDS = {"win": "to win", "place": "to place", "show": "to show"}
SPOTS = {
    "colour:blue": "a blue horse wins",
    "colour:orange": "an orange horse wins",
    "colour:red": "a red horse wins",
    "seven-fifth": "7 ends fifth or worse",
}
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
TABLES = {"kinds": KINDS, "spots": SPOTS, "suits": SUITS, "phases": PHASES, "status": STATUS}
"""What the pages' script needs of all this; JSON."""

_SEATS = re.compile(r"\b[Ss]eats? (\d+(?:(?:, | and )\d+)*)")
_SMALL = re.compile(r" (A|Of|The)\b")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[SHDC]")


def ruleset(key: str) -> str:
    """A game's name for people: ``ready-set-bet`` → ``Ready Set Bet``."""
    return RULESETS.get(key, key.replace("-", " ").capitalize())


def spot(key: str) -> str:
    """``show:6:1`` → ``6 to show``; ``exotic:tight-race:2`` → ``Tight Race``.

    >>> spot("win:11-12:3")
    '11/12 to win'
    """
    if key in SPOTS:
        return SPOTS[key]
    kind, _, rest = key.partition(":")
    name = rest.split(":")[0]
    if kind in KINDS:
        return f"{horse(name)} {KINDS[kind]}"
    if kind == "exotic":
        return title(name)
    return f"{kind} {rest}".strip()


def horse(key: str) -> str:
    """``2-3`` → ``2/3``."""
    return key.replace("-", "/")


def marker(key: str) -> str:
    """A betting piece: ``3a`` → ``3``, ``black-7`` → ``black 7``."""
    if key.startswith("house-"):
        return f"House marker {key[6:]}"
    colour, _, value = key.rpartition("-")
    return f"{colour} {value}" if colour else key.rstrip("ab")


def card(key: str) -> str:
    """``AS`` → ``A♠``; a VIP card's or an exotic finish's key → its words."""
    if _CARD.fullmatch(key):
        return ("10" if key[0] == "T" else key[:-1]) + SUITS[key[-1]]
    return title(key) if not key.isupper() else key


def title(key: str) -> str:
    """``by-a-nose`` → ``By a Nose``."""
    return _SMALL.sub(lambda word: word[0].lower(), key.replace("-", " ").title())


def prop(key: str) -> str:
    """A prop card: ``5>9`` → ``5 ahead of 9``, ``7>blue`` → ``7 ahead of every blue horse``."""
    first, _, other = key.partition(">")
    behind = f"every {other} horse" if other.isalpha() else horse(other)
    return f"{horse(first)} ahead of {behind}" if other else key


FIELDS = {"spot": spot, "marker": marker, "horse": horse, "card": card, "cards": card, "exotics": card, "props": prop}
"""Fields of events that hold keys → what people say."""
HORSES = frozenset({"win", "place", "show"})


def word(name: str, value: Any) -> str:
    """The value of an event's field, for people."""
    say = FIELDS.get(name) or (horse if name in HORSES else None)
    if isinstance(value, list):
        joint = " + " if name == "dice" else ", "
        return joint.join(word(name, each) for each in value) or "none"
    if say is not None and isinstance(value, str):
        return say(value)
    return "–" if value is None or value == "" else str(value)


def named(text: str, names: Mapping[int, str]) -> str:
    """A sentence about seats, with the names of those who sit there.

    >>> named("Seats 1 and 2 share the win with $20.", {1: "Ann", 2: "Bo"})
    'Ann and Bo share the win with $20.'
    """

    def name(found: re.Match[str]) -> str:
        seats = [int(number) for number in re.findall(r"\d+", found[1])]
        if not all(seat in names for seat in seats):
            return found[0]
        return re.sub(r"\d+", lambda number: names[int(number[0])], found[1])

    return _SEATS.sub(name, text)
