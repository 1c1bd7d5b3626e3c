"""The record: the canonical JSON of one event, its hash and its id.

The text that is hashed is the text that is stored. It is JSON by RFC 8785 with the keys ``actor, at, club, data,
move, n, of, prev, schema, sealed, stream, type, version``; keys inside match ``[a-z0-9_:.-]+``, integers lie
within ±(2^53-1), there are no floats. Under these limits msgspec's sorted encoder *is* RFC 8785 (a test compares
them).
"""

from __future__ import annotations

import hashlib
import re
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any, Generic, TypeVar
from uuid import UUID

import msgspec

from ledger.decider import Actor

T = TypeVar("T")
EPOCH = datetime(1970, 1, 1)
MAX_INT = 2**53 - 1
_KEY = re.compile(r"[a-z0-9_:.-]+")
_encoder = msgspec.json.Encoder(order="sorted")


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One event as recorded. ``move`` is ``{"id": …}``, and in the first event of a batch the move as sent, without
    its sealed fields; ``n`` of ``of`` counts the events of the batch. ``prev`` is the hash of the event before in
    the stream (None for version 1), ``sealed`` the hash of the sealed part, both ``"sha256:<hex>"``."""

    actor: Actor
    at: str
    club: UUID
    data: msgspec.Raw
    move: dict[str, Any]
    n: int
    of: int
    prev: str | None
    schema: int
    sealed: str | None
    stream: UUID
    type: str
    version: int


class Envelope(msgspec.Struct, Generic[T], frozen=True):
    """Just the data of a record, for folds: everything else is skipped by the decoder."""

    data: T


record_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


@cache
def data_decoder(struct: type[msgspec.Struct]) -> msgspec.json.Decoder[Any]:
    """A decoder from a whole record to ``Envelope(data=struct)``."""
    return msgspec.json.Decoder(Envelope[struct])  # type: ignore[valid-type]


class NotCanonical(ValueError):
    """Data that can't be recorded: a float, an integer beyond ±(2^53-1), a key with other characters."""


def check_canonical(value: Any) -> None:
    """Raises :class:`NotCanonical` unless ``value`` (builtins) has one canonical JSON text."""
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return
    if kind is int:
        if not -MAX_INT <= value <= MAX_INT:
            raise NotCanonical(f"the integer {value} can't be read exactly by every JSON reader")
    elif kind is dict:
        for key, inner in value.items():
            if not _KEY.fullmatch(key):
                raise NotCanonical(f"the key {key!r} has characters outside a-z 0-9 _ : . -")
            check_canonical(inner)
    elif kind is list or kind is tuple:
        for inner in value:
            check_canonical(inner)
    else:
        raise NotCanonical(f"{kind.__name__} has no canonical JSON")


def canonical(value: Any) -> bytes:
    """Canonical JSON (RFC 8785) of builtins. Raises :class:`NotCanonical`."""
    check_canonical(value)
    return _encoder.encode(value)


def plain(struct: msgspec.Struct) -> dict[str, Any]:
    """A struct as builtins, without its tag (an event's type stands beside its data, not in it)."""
    value: dict[str, Any] = msgspec.to_builtins(struct)
    tag_field = struct.__struct_config__.tag_field
    if tag_field is not None:
        value.pop(tag_field, None)
    return value


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def hash_text(digest: bytes) -> str:
    """``sha256:<hex>``, as hashes are written in JSON."""
    return "sha256:" + digest.hex()


def event_id(digest: bytes) -> UUID:
    """The event's id: a UUIDv8 cut from the first 16 bytes of its hash."""
    raw = bytearray(digest[:16])
    raw[6] = (raw[6] & 0x0F) | 0x80
    raw[8] = (raw[8] & 0x3F) | 0x80
    return UUID(bytes=bytes(raw))


def time_text(at: int) -> str:
    """µs since 1970 → RFC 3339 in UTC with six decimals and ``Z``."""
    return (EPOCH + timedelta(microseconds=at)).isoformat(timespec="microseconds") + "Z"


def time_us(text: str) -> int:
    """The inverse of :func:`time_text`."""
    return (datetime.fromisoformat(text.removesuffix("Z")) - EPOCH) // timedelta(microseconds=1)


def moment(at: int) -> datetime:
    """µs since 1970 → an aware datetime in UTC."""
    return (EPOCH + timedelta(microseconds=at)).replace(tzinfo=UTC)
