"""What is allowed at a place of a type, so that a refusal can say so: the tags of a union, the values of a literal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import inspect

_STEP = re.compile(r"\.([^.\[]+)|\[[^\]]*\]")


def allowed_at(kind: Any, path: str) -> tuple[str, ...]:
    """The values that msgspec's ``path`` (``$.bets[...].spot``) takes in ``kind``, if they can be counted: else
    nothing. Only asked once something is wrong: it inspects the type anew."""
    places = list(_flat(inspect.type_info(kind)))
    for step in _STEP.finditer(path.removeprefix("$")):
        places = [inner for place in places for inner in _inside(place, step[1])]
    values = sorted({value for place in places for value in _values(place)})
    return tuple(values)


def _flat(place: inspect.Type) -> Iterator[inspect.Type]:
    """A union's members, annotations taken off."""
    if isinstance(place, inspect.Metadata):
        yield from _flat(place.type)
    elif isinstance(place, inspect.UnionType):
        for member in place.types:
            yield from _flat(member)
    else:
        yield place


def _inside(place: inspect.Type, name: str | None) -> Iterable[inspect.Type]:
    """The types of a struct's field ``name``, or of the items of a list (``name`` None)."""
    if isinstance(place, inspect.StructType) and name is not None:
        if name == place.tag_field:
            yield inspect.LiteralType((place.tag,))
        for field in place.fields:
            if field.encode_name == name:
                yield from _flat(field.type)
    elif isinstance(place, inspect.ListType | inspect.VarTupleType | inspect.SetType) and name is None:
        yield from _flat(place.item_type)
    elif isinstance(place, inspect.DictType):
        yield from _flat(place.value_type)


def _values(place: inspect.Type) -> Iterable[str]:
    if isinstance(place, inspect.LiteralType):
        return [str(value) for value in place.values]
    if isinstance(place, inspect.EnumType):
        return [str(member.value) for member in place.cls]
    return []
