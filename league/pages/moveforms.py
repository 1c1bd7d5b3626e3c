"""A move of any ruleset as a form: its fields from the move's JSON Schema, what may stand in them from the legal moves
that were offered, and back from what was typed to the move as it is sent. No ruleset is known here by name.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from league.pages import words
from ledger.digits import whole
from ledger.errors import Refused
from ledger.http import parsing

KEPT = frozenset({"type", "race", "deal", "n"})
"""Which move it was stays as it is."""
DROPPED = frozenset({"until_roll"})
"""Was only about the moment: nothing is too late when it is made again."""
PREFIX = "move."
MOST_LINES = 100
FEW = 30
"""A number of so few values is chosen, not typed."""
LABELS = {
    "dice": _("Dice"),
    "marker": _("Marker"),
    "spot": _("Spot"),
    "card": _("Card"),
    "points": _("Points bid"),
    "kind": _("Kind of bet"),
    "pick": _("On (an Einlauf: first, second)"),
    "stake": _("Stake"),
    "seat": _("Seat"),
    "score": _("Score"),
    "rank": _("Rank"),
    "winner": _("Winner"),
    "team": _("Team"),
    "reason": _("What was said as the reason"),
    "note": _("Note"),
    "piggyback": _("With a Piggyback card"),
    "unseen": _("Without looking"),
    "props": _("Prop cards, with commas between"),
    "exotics": _("Exotic cards, with commas between"),
    "lowest_wins": _("The lowest score wins"),
    "started_at": _("Started at"),
    "duration_min": _("Minutes it took"),
    "pace_ms": _("Milliseconds between two rolls"),
}


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """One field of a form. ``name``: the path in the move, ``move.dice.0``; ``kind``: ``choice``, ``number``, ``text``,
    ``list`` (with commas between) or ``box``; ``choices``: (JSON, what people read). ``group``: which line of several
    the field is in, from 1; 0: none."""

    name: str
    label: str
    kind: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    required: bool = False
    group: int = 0


class Sources(msgspec.Struct, frozen=True, kw_only=True):
    """What may stand in fields: ``offers``, legal moves of the same type; ``known``: field name → values, for fields
    that an offer leaves to a person; ``seats``: who sits where; ``spots``: key → what people call it here."""

    offers: Sequence[Mapping[str, Any]] = ()
    known: Mapping[str, Sequence[Any]] = {}
    spots: Mapping[str, str] = {}
    seats: Mapping[int, str] = {}


def fields_of(kind: type[msgspec.Struct], said: Mapping[str, Any], sources: Sources) -> list[Field]:
    """The form of a move of this type. ``said``: the move as it was sent, without what is sealed."""
    return list(_walk(kind, said, sources, {}))


def read(
    kind: type[msgspec.Struct], said: Mapping[str, Any], sources: Sources, sent: Mapping[str, str]
) -> dict[str, Any]:
    """The move that a form of these ``sources`` says, as ``POST /games/{id}/moves`` takes it; ``sent``: its fields.
    Refuses ``invalid`` for what is no number; all else is checked where the move is."""
    counts: dict[str, int] = {}
    for name in sent:
        path = name.removeprefix(PREFIX).split(".")
        for depth, part in enumerate(path):
            line = whole(part, MOST_LINES - 1)
            if line is not None:
                lines = ".".join(path[:depth])
                counts[lines] = max(counts.get(lines, 0), line + 1)
    body: dict[str, Any] = {"type": str(kind.__struct_config__.tag)}
    body |= {name: value for name, value in said.items() if name in KEPT}
    for field in _walk(kind, {}, sources, counts):
        text = sent.get(field.name, "").strip()
        if text:
            _put(body, field.name.removeprefix(PREFIX).split("."), _value(field, text))
    return {name: _without_gaps(value) for name, value in body.items()}


def _walk(
    kind: type[msgspec.Struct], said: Mapping[str, Any], sources: Sources, counts: Mapping[str, int]
) -> Iterator[Field]:
    schema = msgspec.json.schema(kind)
    whole = _Schema(schema.get("$defs", {}), sources, counts)
    for name, inner in whole.resolved(schema)["properties"].items():
        if name not in KEPT | DROPPED:
            needed = name in whole.resolved(schema)["required"]
            yield from whole.fields(name, inner, name, said.get(name), required=needed)


class _Schema:
    """Walks a JSON Schema. ``counts``: path of an array → how many lines were sent."""

    def __init__(self, definitions: Mapping[str, Any], sources: Sources, counts: Mapping[str, int]) -> None:
        self.definitions, self.sources, self.counts = definitions, sources, counts

    def resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        if "$ref" in schema:
            return self.resolved(self.definitions[schema["$ref"].rpartition("/")[2]])
        some = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
        return self.resolved(some[0]) if len(some) == 1 else schema

    def fields(
        self, path: str, schema: Mapping[str, Any], name: str, value: Any, *, required: bool = False, group: int = 0
    ) -> Iterator[Field]:
        schema = self.resolved(schema)
        inner = schema.get("items")
        if "prefixItems" in schema:
            for i, each in enumerate(schema["prefixItems"]):
                at = value[i] if isinstance(value, Sequence) else None
                yield from self.fields(f"{path}.{i}", each, name, at, required=required, group=group)
        elif isinstance(inner, Mapping) and "properties" in self.resolved(inner):
            line = self.resolved(inner)
            lines = value if isinstance(value, Sequence) else ()
            for i in range(self.counts.get(path) or min(len(lines) + 1, schema["maxItems"])):
                for part, each in line["properties"].items():
                    at = lines[i].get(part) if i < len(lines) else None
                    yield from self.fields(f"{path}.{i}.{part}", each, part, at, group=i + 1)
        else:
            yield self._field(path, schema, name, value, required, group)

    def _field(self, path: str, schema: Mapping[str, Any], name: str, value: Any, required: bool, group: int) -> Field:
        kind, values = _kind(schema), self._values(path, schema, name)
        if values:
            kind, values = "choice", [*values, *([value] if value is not None and value not in values else [])]
        text = "" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        if kind == "choice":
            text = "" if value is None else json.dumps(value)
        elif kind == "box":
            text = "true" if value else ""
        return Field(
            name=PREFIX + path,
            label=gettext(LABELS[name]) if name in LABELS else name.replace("_", " ").capitalize(),
            kind=kind,
            value=text,
            choices=tuple((json.dumps(each), self._shown(name, each)) for each in values),
            required=required and kind != "box",
            group=group,
        )

    def _values(self, path: str, schema: Mapping[str, Any], name: str) -> list[Any]:
        offered = [offer[path] for offer in self.sources.offers if isinstance(offer.get(path), str | int)]
        if offered and not any(path in offer.get("fill", ()) for offer in self.sources.offers):
            return list(dict.fromkeys(offered))
        if name == "seat":
            return list(self.sources.seats)
        if name in self.sources.known:
            return list(self.sources.known[name])
        if "enum" in schema:
            return list(schema["enum"])
        low, high = schema.get("minimum"), schema.get("maximum")
        small = schema.get("type") == "integer" and low is not None and high is not None and high - low < FEW
        return list(range(low, high + 1)) if small and low is not None and high is not None else []

    def _shown(self, name: str, value: Any) -> str:
        if name == "seat":
            return self.sources.seats.get(value) or words.seat(value)
        if name == "spot" and value in self.sources.spots:
            return self.sources.spots[value]
        return words.word(name, value)


def _kind(schema: Mapping[str, Any]) -> str:
    types = {schema.get("type"), *(each.get("type") for each in schema.get("anyOf", ()))}
    if "array" in types:
        return "list"
    if types & {"string", None} == {None} and types & {"integer", "boolean"}:
        return "number" if "integer" in types else "box"
    return {"boolean": "box", "integer": "number"}.get(str(schema.get("type")), "text")


def _value(field: Field, text: str) -> Any:
    """What was typed, as JSON. A list of one is that one where the schema takes either."""
    if field.kind == "box":
        return True
    if field.kind == "list":
        parts = [_plain(part.strip()) for part in text.split(",") if part.strip()]
        return parts[0] if len(parts) == 1 and isinstance(parts[0], int) else parts
    if field.kind == "choice":
        try:
            return parsing.decode(text.encode(), Any)
        except Refused:
            return text
    if field.kind == "number":
        try:
            return int(text.replace("−", "-"))
        except ValueError:
            raise Refused("invalid", _("{label}: type a whole number.").format(label=field.label)) from None
    return text.replace("−", "-").replace(",", ".") if field.name.endswith(".score") else text


def _plain(text: str) -> Any:
    number = whole(text, 10**9)
    return text if number is None else number


def _put(body: dict[str, Any], path: list[str], value: Any) -> None:
    """``bets.1.pick`` into nested dictionaries, lines under their number."""
    for part in path[:-1]:
        body = body.setdefault(part, {})
    body[path[-1]] = value


def _without_gaps(value: Any) -> Any:
    """Dictionaries with numbers for keys are lists; a line in which nothing was typed isn't there."""
    if not isinstance(value, dict):
        return value
    inner = {name: _without_gaps(each) for name, each in value.items()}
    if inner and all(name.isdigit() for name in inner):
        return [inner[name] for name in sorted(inner, key=int)]
    return inner
