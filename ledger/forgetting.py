"""Where a person's words stand in a club's sealed parts, and what of them may be deleted.

The ledger knows nothing of people: it is given the words (names, aliases) and looks for them in every sealed part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

import msgspec

from ledger.decider import Stream
from ledger.reading import recorded_events, stream_of
from ledger.reexecution import Telling
from ledger.registry import decider_of
from ledger.sql import query

_FOUND = """
    SELECT DISTINCT s.stream, s.version, e.type, s.body FROM ledger_sealed s
    JOIN ledger_event e ON e.club = s.club AND e.stream = s.stream AND e.version = s.version
    WHERE s.club = %s AND s.body ILIKE ANY(%s::text[]) ORDER BY s.stream, s.version
"""


class Place(msgspec.Struct, frozen=True):
    """Sealed parts of one stream: their versions, with the types of their events."""

    stream: Stream
    parts: dict[int, str]


def parts_of(stream: Stream) -> tuple[int, ...]:
    """The versions of all sealed parts of a stream."""
    rows = query(
        "SELECT version FROM ledger_sealed WHERE club = %s AND stream = %s ORDER BY version", [stream.club, stream.id]
    )
    return tuple(version for (version,) in rows)


def places_of(club: UUID, words: Iterable[str]) -> list[Place]:
    """Erasable sealed parts of the club in which one of ``words`` stands as a word of its own, in whatever case."""
    wanted = sorted({word for word in words if word.strip()})
    if not wanted:
        return []
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in wanted), re.IGNORECASE)
    found: dict[UUID, dict[int, str]] = {}
    for stream, version, type_, body in query(_FOUND, [club, [_like(word) for word in wanted]]):
        if any(pattern.search(text) for text in _texts(msgspec.json.decode(body))):
            found.setdefault(stream, {})[version] = type_
    places = []
    for id, parts in found.items():
        stream_ = stream_of(id)
        assert stream_ is not None
        erasable = _erasable(stream_, parts)
        if erasable:
            places.append(Place(stream_, erasable))
    return places


def _erasable(stream: Stream, parts: dict[int, str]) -> dict[int, str]:
    decider: Any = decider_of(stream.kind)
    if not isinstance(decider, Telling):
        return parts
    events = {event.version: event for event in recorded_events(stream)}
    return {version: type_ for version, type_ in parts.items() if decider.erasable(events[version])}


def _like(word: str) -> str:
    """Finds the word as it stands in JSON, and more; the rest is looked at closely."""
    text = msgspec.json.encode(word).decode()[1:-1]
    return "%" + re.sub(r"([\\%_])", r"\\\1", text) + "%"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)
