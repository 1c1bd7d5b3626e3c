"""Events as lines of text: by the ruleset's sentences, by those of every game, else by their fields.

The page's script gets the same sentences, so a line that comes live reads like one that was there before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from races.rules.protocol import Ruleset, Sentence

_FIELD = re.compile(r"{(\w+)}")
EVERY_GAME: dict[str, tuple[Sentence, ...]] = {
    "game_opened": (Sentence(text="The game is open."),),
    "seat_taken": (
        Sentence(text="Seat {chair} is free.", when={"member": None}),
        Sentence(text="Somebody sits down on seat {chair}."),
    ),
    "seat_added": (Sentence(text="A chair for a latecomer: seat {chair}."),),
    "seat_closed": (Sentence(text="{seat} has left the game."),),
    "link_renewed": (Sentence(text="Seat {chair} has a new link."),),
    "parts_erased": (Sentence(text="What somebody wrote is erased."),),
    "host_link_renewed": (Sentence(text="The host has a new link."),),
    "salt_added": (Sentence(text="{seat} adds salt to the coming dice."),),
    "paused": (
        Sentence(text="Paused after an interruption: the host goes on.", when={"reason": "gap"}),
        Sentence(text="Paused."),
    ),
    "resumed": (Sentence(text="On it goes."),),
    "game_changed": (Sentence(text="Where the game belongs, or what it is called, has changed."),),
    "game_voided": (Sentence(text="The game is void: it counts for no table."),),
    "game_restored": (Sentence(text="The game counts again."),),
    "rewound": (Sentence(text="Back to version {to}: what came after it doesn't count."),),
}


def of_game(ruleset: Ruleset) -> dict[str, list[dict[str, Any]]]:
    """Event type → sentences, as JSON for the page's script."""
    return {type: msgspec.to_builtins(list(each)) for type, each in {**EVERY_GAME, **ruleset.sentences}.items()}


def line(
    sentences: Mapping[str, list[dict[str, Any]]], type: str, data: Mapping[str, Any], who: Mapping[int, str]
) -> str:
    """One event as a line. ``who``: seat → name."""
    for sentence in sentences.get(type, ()):
        if all(data.get(name) == value for name, value in sentence["when"].items()):
            return _FIELD.sub(lambda field: _word(field[1], data, who), sentence["text"])
    told = ", ".join(f"{name} {_plain(value)}" for name, value in data.items())
    return type.replace("_", " ") + (f": {told}" if told else "")


def _word(name: str, data: Mapping[str, Any], who: Mapping[int, str]) -> str:
    if name == "seat":
        return who.get(data.get("seat", 0)) or f"Seat {data.get('seat')}"
    return _plain(data.get("seat" if name == "chair" else name))


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_plain(each) for each in value)
    return "–" if value is None or value == "" else str(value)
