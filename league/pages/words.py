"""What people call things whose names in the log are keys: games, spots, markers, horses, cards, phases.

``static/league/room/words.js`` says the same to what comes live; it is given :func:`tables`.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from races.rules.ready_set_bet.calls import EXOTIC_NAMES
from races.rules.ready_set_bet.edition import FILED
from races.rules.ready_set_bet.vips import card_keys

RULESETS = {
    "ready-set-bet": "Ready Set Bet",
    "racehorse": "Racehorse",
    "greyhounds": "Greyhounds",
    "scoresheet": _("Score sheet"),
}
STATUS = {
    "open": _("not started"),
    "running": _("running"),
    "paused": _("paused"),
    "finished": _("finished"),
    "void": _("void"),
}
PHASES = {
    "preparing": _("being prepared"),
    "drafting": _("choosing VIP cards"),
    "offering": _("who will be the House?"),
    "ready": _("waiting for the start"),
    "betting": _("bets are open"),
    "no_more_bets": _("no more bets"),
    "bidding": _("the auction"),
    "playing": _("playing"),
    "bets": _("bets, please"),
    "set_aside": _("setting a card aside"),
    "play": _("running"),
    "finished": _("finished"),
}
KINDS = {"win": _("to win"), "place": _("to place"), "show": _("to show")}
SPOTS = {
    "colour:blue": _("a blue horse wins"),
    "colour:orange": _("an orange horse wins"),
    "colour:red": _("a red horse wins"),
    "seven-fifth": _("7 ends fifth or worse"),
}
NONE, YES, NO = _("none"), _("yes"), _("no")
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUIT_NAMES = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
COLOURS = {"blue": _("blue"), "orange": _("orange"), "red": _("red"), "black": _("black"), "white": _("white")}
UNITS = {"race": _("Race {n} of {of}"), "deal": _("Deal {n} of {of}"), "result": _("Result {n} of {of}")}
PROP = _("Prop {n}")
HOUSE_MARKER = _("House marker {n}")
SEAT = _("Seat {seat}")
AHEAD = _("{horse} ahead of {other}")
AHEAD_OF_ALL = {
    "blue": _("{horse} ahead of every blue horse"),
    "orange": _("{horse} ahead of every orange horse"),
    "red": _("{horse} ahead of every red horse"),
    "black": _("{horse} ahead of every black horse"),
}


VIPS = {key: card.name for filed in FILED for key, card in card_keys(filed.edition.vips).items()}
"""The house's VIP cards by key. A card of a club's own deck is called after its key."""


def tables() -> dict[str, Any]:
    """What the pages' script needs of all this, in the language that is switched on; JSON."""
    named = {"kinds": KINDS, "spots": SPOTS, "suit_names": SUIT_NAMES, "colours": COLOURS, "phases": PHASES}
    told: dict[str, Any] = {
        name: {key: gettext(text) for key, text in each.items()}
        for name, each in {**named, "status": STATUS, "ahead_of_all": AHEAD_OF_ALL}.items()
    }
    one = {"seat": SEAT, "house_marker": HOUSE_MARKER, "prop": PROP, "ahead": AHEAD, "none": NONE, "yes": YES, "no": NO}
    return {
        **told,
        **{name: gettext(text) for name, text in one.items()},
        "suits": SUITS,
        "cards": {name: gettext(name) for name in EXOTIC_NAMES},
        "vips": VIPS,
        "seats": sorted(SEATS),
    }


_SMALL = re.compile(r" (A|Of|The)\b")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[SHDC]")


def ruleset(key: str) -> str:
    """A game's name for people: ``ready-set-bet`` → ``Ready Set Bet``."""
    return gettext(RULESETS[key]) if key in RULESETS else key.replace("-", " ").capitalize()


def spot(key: str) -> str:
    """``show:6:1`` → ``6 to show``; ``exotic:tight-race:2`` → ``Tight Race``.

    >>> spot("win:11-12:3")
    '11/12 to win'
    """
    if key in SPOTS:
        return gettext(SPOTS[key])
    kind, _, rest = key.partition(":")
    name = rest.split(":")[0]
    if kind in KINDS:
        return f"{horse(name)} {gettext(KINDS[kind])}"
    if kind == "exotic":
        return card(name)
    if kind == "prop":
        return prop(name)
    return f"{kind} {rest}".strip()


def seat(number: int) -> str:
    """``Seat 2``."""
    return gettext(SEAT).format(seat=number)


def horse(key: str) -> str:
    """``2-3`` → ``2/3``."""
    return key.replace("-", "/")


def marker(key: str) -> str:
    """A betting piece: ``3a`` → ``3``, ``black-7`` → ``black 7``."""
    if key.startswith("house-"):
        return gettext(HOUSE_MARKER).format(n=key[6:])
    colour, _, value = key.rpartition("-")
    return f"{gettext(COLOURS.get(colour, colour))} {value}" if colour else key.rstrip("ab")


def card(key: str) -> str:
    """``AS`` → ``A♠``; a VIP card's or an exotic finish's key → its words."""
    if _CARD.fullmatch(key):
        return ("10" if key[0] == "T" else key[:-1]) + SUITS[key[-1]]
    if key in VIPS:
        return VIPS[key]
    return gettext(title(key)) if not key.isupper() else key


def title(key: str) -> str:
    """``by-a-nose`` → ``By a Nose``."""
    return _SMALL.sub(lambda word: word[0].lower(), key.replace("-", " ").title())


def prop(key: str) -> str:
    """A prop card: ``5>9`` → ``5 ahead of 9``, ``7>blue`` → ``7 ahead of every blue horse``; only a place (no card is
    known to lie there): ``3`` → ``Prop 3``."""
    first, _, other = key.partition(">")
    if not other:
        return gettext(PROP).format(n=key)
    text = AHEAD_OF_ALL.get(other, AHEAD)
    return gettext(text).format(horse=horse(first), other=horse(other))


FIELDS = {"spot": spot, "marker": marker, "horse": horse, "card": card, "cards": card, "exotics": card, "props": prop}
"""Fields of events that hold keys → what people say."""
HORSES = frozenset({"win", "place", "show"})
SEATS = frozenset({"seat", "dealer", "order", "places"})
"""Fields that hold seats' numbers, told as who sits there."""


def word(name: str, value: Any) -> str:
    """The value of an event's field, for people."""
    say = FIELDS.get(name) or (horse if name in HORSES else None)
    if isinstance(value, list):
        joint = " + " if name == "dice" else ", "
        return joint.join(word(name, each) for each in value) or gettext(NONE)
    if say is not None and isinstance(value, str):
        return say(value)
    if isinstance(value, bool):
        return gettext(YES if value else NO)
    return "–" if value is None or value == "" else str(value)
