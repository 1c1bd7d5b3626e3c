"""Events as lines of text: by the ruleset's sentences, by those of every game, else by their fields.

The page's script gets the same sentences, so a line that comes live reads like one that was there before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.utils.translation import gettext

from league.pages import words
from league.pages.laid import Laid
from league.selectors import clubs
from ledger.reading import Loaded, Stored, stream_events
from ledger.records import moment
from races.rules.protocol import Ruleset, Sentence

_FIELD = re.compile(r"{(\w+)}")
EVERY_GAME: dict[str, tuple[Sentence, ...]] = {
    "game_opened": (Sentence(text="The game is open."),),
    "seat_taken": (
        Sentence(text="Seat {chair} is free.", when={"member": None}),
        Sentence(text="{seat} sits down."),
    ),
    "seat_added": (Sentence(text="A chair for a latecomer: seat {chair}."),),
    "seat_closed": (Sentence(text="{seat} has left the game."),),
    "seat_opened": (Sentence(text="{seat} plays on."),),
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
    "still_sealed": (Sentence(text="What was taken back stays sealed until the game is over."),),
    "rewound": (
        Sentence(
            text="A correction: everything after step {to} was played again with the mended move.",
            when={"replayed": True},
        ),
        Sentence(text="The host went back to step {to}: what came after it doesn't count."),
    ),
}


def of_game(ruleset: Ruleset) -> dict[str, list[dict[str, Any]]]:
    """Event type → sentences in the language that is switched on, as JSON for the page's script."""
    return {
        type: [{"text": gettext(each.text), "when": each.when} for each in several]
        for type, several in {**EVERY_GAME, **ruleset.sentences}.items()
    }


class Data(msgspec.Struct):
    """Of a record only its event's fields."""

    data: dict[str, Any]


def told_by(
    events: Sequence[Stored], told: Mapping[str, list[dict[str, Any]]], names: Mapping[int, str], zone: str
) -> list[dict[str, Any]]:
    """Events as lines: ``version``, ``at`` (the club's local time), ``type``, ``data``, ``text``."""
    lines, laid = [], Laid.of(events)
    for event in events:
        data = msgspec.json.decode(event.record, type=Data).data
        at = moment(event.at).astimezone(ZoneInfo(zone))
        text = line(told, event.type, laid.told(event.version, data), names)
        lines.append({"version": event.version, "at": f"{at:%H:%M:%S}", "type": event.type, "data": data, "text": text})
    return lines


def latest(
    loaded: Loaded, told: Mapping[str, list[dict[str, Any]]], names: Mapping[int, str], count: int = 30
) -> list[dict[str, Any]]:
    """The last events of a game as lines, the newest first."""
    first = max(0, loaded.version - count)
    zone = clubs.by_id(loaded.stream.club).timezone
    return told_by(stream_events(loaded.stream, first, count, loaded.version), told, names, zone)[::-1]


def line(
    sentences: Mapping[str, list[dict[str, Any]]], type: str, data: Mapping[str, Any], who: Mapping[int, str]
) -> str:
    """One event as a line. ``who``: seat → name."""
    for sentence in sentences.get(type, ()):
        if all(data.get(name) == value for name, value in sentence["when"].items()):
            return _FIELD.sub(lambda field: _word(field[1], data, who), sentence["text"])
    told = ", ".join(f"{name} {words.word(name, value)}" for name, value in data.items())
    return type.replace("_", " ") + (f": {told}" if told else "")


def _word(name: str, data: Mapping[str, Any], who: Mapping[int, str]) -> str:
    if name in words.SEATS:
        given = data.get(name, 0)
        seats = given if isinstance(given, list | tuple) else [given]
        return ", ".join("–" if seat is None else who.get(seat) or words.seat(seat) for seat in seats)
    return words.word(name, data.get("seat" if name == "chair" else name))
