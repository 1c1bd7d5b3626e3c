"""What no type can say about a scheme, in sentences for whoever wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import msgspec

from league.scoring.numbers import exact, fits
from league.scoring.scheme import Place, Scheme, per_night
from ledger.digits import whole
from ledger.errors import Refused

DIGITS = 9
LARGEST_TABLE = 99


def checked(scheme: Scheme, at: str = "$.scheme") -> Scheme:
    """The scheme with its numbers in canonical form. Refuses ``invalid`` with all that is wrong; ``at``: where the
    scheme stands in what was sent."""
    errors = [{"field": at + field, "message": message} for field, message in _errors(scheme)]
    if errors:
        raise Refused("invalid", f"{errors[0]['field']}: {errors[0]['message']}.", errors=errors)
    canonical: Scheme = _canonical(scheme)
    return canonical


def _errors(scheme: Scheme) -> Iterator[tuple[str, str]]:
    yield from _numbers(scheme, "")
    if not scheme.name.strip():
        yield ".name", "is missing"
    seen: set[str] = {"adjustment", "excused", "bye"}
    for n, part in enumerate(scheme.parts):
        at = f".parts[{n}]"
        if part.name in seen:
            yield f"{at}.key", f"{part.name!r} is used twice or has a meaning of its own; give this part another key"
        seen.add(part.name)
        if part.droppable and per_night(part) and scheme.unit == "game":
            yield f"{at}.droppable", "what belongs to a night can't be dropped with a game; count nights instead"
        if part.cap is not None and part.cap < 0:
            yield f"{at}.cap", "must not be negative"
        if isinstance(part, Place):
            yield from _place(part, at)
    if len(set(scheme.tie_breaks)) != len(scheme.tie_breaks):
        yield ".tie_breaks", "names something twice"


def _place(part: Place, at: str) -> Iterator[tuple[str, str]]:
    given = [name for name in ("by_size", "points", "curve") if getattr(part, name) is not None]
    if len(given) != 1:
        yield at, "takes exactly one of by_size, points and curve"
    for size, points in (part.by_size or {}).items():
        if not whole(size, LARGEST_TABLE) or size.startswith("0"):
            yield f"{at}.by_size", f"{size!r} is no number of players (1 to {LARGEST_TABLE})"
        elif len(points) > int(size):
            yield f"{at}.by_size.{size}", f"has {len(points)} places for {size} players"
    if part.by_size == {}:
        yield f"{at}.by_size", "is empty"


def _numbers(value: Any, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Decimal):
        if not fits(value, DIGITS):
            yield at, "must be a number below 1,000,000,000 with at most 4 decimals"
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _numbers(getattr(value, name), f"{at}.{name}")
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _numbers(each, f"{at}.{name}")
    elif isinstance(value, tuple):
        for n, each in enumerate(value):
            yield from _numbers(each, f"{at}[{n}]")


def _canonical(value: Any) -> Any:
    """12.50 and 12.5 are one number: events hold the shortest form."""
    if isinstance(value, Decimal):
        return exact(value)
    if isinstance(value, msgspec.Struct):
        fields = {name: _canonical(getattr(value, name)) for name in value.__struct_fields__}
        return type(value)(**fields)
    if isinstance(value, dict):
        return {name: _canonical(each) for name, each in value.items()}
    if isinstance(value, tuple):
        return tuple(_canonical(each) for each in value)
    return value
