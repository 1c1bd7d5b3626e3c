"""The one JSON parser of the API: from the bytes of a request to a typed value, or a refusal.

What is refused, and how, before any type is looked at (all ``400 malformed``): text that is no JSON (NaN and
Infinity are none), invalid UTF-8, a lone surrogate, a control character in a string (U+0000 above all; raw or escaped),
a key that stands twice in one object, more than 32 levels. A number that a double takes for 0 though it is none is
``400 invalid``, and with the field a text with characters in it that nobody sees, or that turn it around
(:mod:`ledger.lettering`). More than 64 kB is ``413 too_large``; another content type or charset is ``415
unsupported``. What doesn't fit the type is ``400 unknown_field`` or ``invalid`` with ``errors: [{"field": "$.x",
"message"}]``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import IO, Any, TypeVar

import msgspec
from django.http import HttpRequest
from django.http.request import UnreadablePostError
from rest_framework.parsers import BaseParser

from ledger import lettering
from ledger.errors import Refused
from ledger.http.allowed import allowed_at

T = TypeVar("T")

MAX_BYTES = 64 * 1024
MAX_DEPTH = 32

# Both always match at the first quote or backslash (possessive, and unterminated strings run to the end), so that no
# input makes them start over: linear in its length.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_BRACKET = re.compile(rb"[\[\]{}]")
# Control characters: C0 but for JSON's own blanks (which msgspec refuses inside of strings), DEL, C1 in UTF-8.
_RAW_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]")
_ESCAPED_CONTROL = re.compile(rb"(?<!\\)(?:\\\\)*+\\(?:[bfnrt]|u00(?:[01][0-9a-fA-F]|7[fF]|[89][0-9a-fA-F]))")

_ESCAPE = rb"\u"

_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING_FIELD = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_BACKTICKS = re.compile(r"`([^`]*)`")


def read(request: HttpRequest, limit: int = MAX_BYTES) -> bytes:
    """The body of a request, never more than ``limit`` bytes of it in memory. Refuses ``too_large`` (by the announced
    length before reading anything) and ``malformed`` (the sender went away)."""
    if _announced(request) > limit:
        raise too_large(limit)
    try:
        raw: bytes = request.read(limit + 1)
    except UnreadablePostError:
        raise Refused("malformed", "The request broke off.") from None
    if len(raw) > limit:
        raise too_large(limit)
    if not raw and request.META.get("HTTP_TRANSFER_ENCODING"):
        raise Refused("malformed", "Send the body with its Content-Length, not in chunks.")
    return raw


def too_large(limit: int) -> Refused:
    return Refused("too_large", f"A request here may have {limit:,} bytes at most.")


def check_content_type(request: HttpRequest) -> None:
    """Refuses ``unsupported`` unless the body is uncompressed ``application/json`` in UTF-8."""
    meta = request.META
    announced: str = meta.get("CONTENT_TYPE", "")
    if announced != "application/json":
        essence, _, parameters = announced.partition(";")
        if essence.strip().lower() != "application/json":
            raise Refused("unsupported", "Send the body as application/json.")
        for parameter in parameters.split(";"):
            name, _, value = parameter.partition("=")
            if name.strip().lower() == "charset" and value.strip().strip('"').lower() not in ("utf-8", "utf8"):
                raise Refused("unsupported", "Send the body in UTF-8.")
    if meta.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise Refused("unsupported", "Send the body uncompressed.")


def check_text(raw: bytes) -> None:
    """Refuses ``malformed`` for whatever is no JSON that everybody reads alike, whatever its type. In particular a
    later decoder can't be driven into deep recursion."""
    if not raw or raw.isspace():
        raise Refused("malformed", "The body is empty; send JSON.")
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _too_deep(raw):
        raise Refused("malformed", f"The JSON is nested too deep: {MAX_DEPTH} levels are the limit.")
    if _RAW_CONTROL.search(raw) or (b"\\" in raw and _ESCAPED_CONTROL.search(raw)):
        raise Refused("malformed", "The JSON has a control character in it.")
    try:
        # msgspec lets the last of two equal keys win; the standard library's decoder shows both. Some µs.
        _pairs_decoder.decode(raw.decode("utf-8"))
    except UnicodeDecodeError:
        raise Refused("malformed", "The JSON isn't valid UTF-8.") from None
    except _TwoKeys as two:
        raise Refused("malformed", f"The key {shown(two.key)} stands twice in one JSON object.") from None
    except (ValueError, RecursionError) as error:
        raise Refused("malformed", _position(error)) from None


def decode(raw: bytes, kind: Any) -> Any:
    """A typed value from JSON. Refuses ``malformed``, ``unknown_field``, ``invalid``."""
    check_text(raw)
    try:
        if _ESCAPE in raw or lettering.suspect(raw.decode()):
            check_lettering(msgspec.json.decode(raw))
        return decoder(kind).decode(raw)
    except msgspec.DecodeError as error:
        raise refusal_of(error, kind) from None


def convert(values: Mapping[str, Any], kind: type[T], root: str = "?") -> T:
    """A typed struct from the texts of a query: ``"7"`` → 7, ``"1"`` → True, ``"2026-10-02"`` → a date. In the
    refusal fields are named ``?limit``."""
    check_lettering(values, root, "")
    try:
        return msgspec.convert(values, kind, strict=False)
    except msgspec.ValidationError as error:
        raise refusal_of(error, kind, root) from None


def check_lettering(value: Any, at: str = "$", between: str = ".") -> None:
    """Refuses ``invalid`` for a text, wherever it stands in a decoded value, that isn't what it looks like."""
    if isinstance(value, str):
        fault = lettering.fault(value)
        if fault is not None:
            raise Refused("invalid", f"{shown(at)}: {fault}.", errors=[{"field": shown(at), "message": fault}])
    elif isinstance(value, Mapping):
        for name, each in value.items():
            check_lettering(name, at)
            check_lettering(each, f"{at}{between}{name}")
    elif isinstance(value, list):
        for n, each in enumerate(value):
            check_lettering(each, f"{at}[{n}]")


@cache
def decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """The decoder of a type; making one costs more than using it."""
    return msgspec.json.Decoder(kind)


def refusal_of(error: msgspec.DecodeError, kind: Any = Any, root: str = "$.") -> Refused:
    """What msgspec has against a value, as a refusal that names the field and, where they can be counted, what is
    allowed there."""
    if not isinstance(error, msgspec.ValidationError):
        return Refused("malformed", "The JSON can't be read: a character or a surrogate is out of place.")
    message, _, path = str(error).rpartition(" - at `")
    if not message:
        message, path = str(error), "$"
    path = path.removesuffix("`")
    code = "invalid"
    if found := _UNKNOWN_FIELD.fullmatch(message):
        code, path, message = "unknown_field", f"{path}.{found[1]}", "nobody knows this field"
    elif found := _MISSING_FIELD.fullmatch(message):
        path, message = f"{path}.{found[1]}", "is missing"
    else:
        allowed = allowed_at(kind, path) if message.startswith("Invalid ") or path.endswith(".type") else ()
        if allowed:
            message = "must be one of " + ", ".join(allowed)
        else:
            message = _BACKTICKS.sub(r"\1", message)
            message = message[:1].lower() + message[1:]
    field = shown(root + path[2:] if path.startswith("$.") else path)
    return Refused(code, f"{field}: {shown(message, 600)}.", errors=[{"field": field, "message": shown(message, 600)}])


def shown(text: str, limit: int = 80) -> str:
    """A piece of the request as it may stand in an answer: short and without control characters."""
    clean = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    return clean if len(clean) <= limit else clean[: limit - 1] + "…"


class JSONParser(BaseParser):
    """DRF's parser, for ``request.data``: untyped, under the same rules. ``Endpoint.body`` is the typed way."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Refuses as :func:`read`, :func:`check_content_type` and :func:`decode`."""
        request = (parser_context or {})["request"]._request
        check_content_type(request)
        return decode(read(request), Any)


class _TwoKeys(Exception):
    def __init__(self, key: str) -> None:
        self.key = key


def _unique(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1:
        seen = set()
        for key, _ in pairs:
            if key in seen:
                raise _TwoKeys(key)
            seen.add(key)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _a_double(text: str) -> float:
    """Refuses ``invalid`` for a number other than 0 of which a double keeps nothing (an endless one is msgspec's)."""
    number = float(text)
    if not number and any(digit in "123456789" for digit in text.lower().partition("e")[0]):
        raise Refused("invalid", "The JSON has a number in it that is too small to be told from 0.")
    return number


_pairs_decoder = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_a_double)


def _position(error: BaseException) -> str:
    if isinstance(error, json.JSONDecodeError):
        what = error.msg.removesuffix(" at").lower()
        return f"The JSON can't be read: {what}, character {error.pos + 1}."
    return "The JSON can't be read: NaN, Infinity and endless numbers are none."


def _too_deep(raw: bytes) -> bool:
    depth = 0
    for bracket in _BRACKET.finditer(_STRING.sub(b"", raw)):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def _announced(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
