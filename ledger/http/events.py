"""Events in the shape the API promises, spliced from their records.

The feed is hot and the record is canonical JSON already, so its parts are copied as bytes; nothing inside them is
parsed. What comes out is JSON text, to be put into an answer as ``msgspec.Raw``.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec

from ledger.records import event_id


class _Parts(msgspec.Struct, frozen=True):
    """A record, cut but not parsed."""

    actor: msgspec.Raw
    at: msgspec.Raw
    club: msgspec.Raw
    data: msgspec.Raw
    move: msgspec.Raw
    n: int
    of: int
    prev: msgspec.Raw
    schema: int
    sealed: msgspec.Raw
    stream: msgspec.Raw
    type: msgspec.Raw
    version: int


_cut = msgspec.json.Decoder(_Parts).decode


def event_json(
    record: str | bytes,
    hash: bytes,
    cursor: int,
    sealed: str | bytes | None = None,
    *,
    places: bytes = b"",
) -> msgspec.Raw:
    """One event, as JSON.

    ``record``: its canonical JSON; ``hash``: the 32 bytes; ``cursor``: its place in the club; ``sealed``: its sealed
    part (``{"data", "move", "salt"}``) if this viewer may see it, else None; ``places``: of :func:`places`, for feeds
    over a whole club. Raises ``msgspec.ValidationError`` for what is no record.
    """
    parts = _cut(record)
    bytes_ = bytes
    out = [
        b'{"id":"%s","cursor":%d,"stream":%s,"version":%d,"type":%s,"schema":%d,"data":%s'
        % (
            str(event_id(bytes_(hash))).encode(),
            cursor,
            bytes_(parts.stream),
            parts.version,
            bytes_(parts.type),
            parts.schema,
            bytes_(parts.data),
        )
    ]
    seal = bytes_(parts.sealed)
    if seal != b"null":
        out.append(b',"sealed":' + seal)
    if sealed is not None:
        out.append(b',"secret":' + (sealed.encode() if isinstance(sealed, str) else sealed))
    out.append(
        b',"move":%s,"actor":%s,"recorded_at":%s,"prev":%s,"hash":"sha256:%s"'
        % (
            _move(bytes_(parts.move), parts.n, parts.of),
            bytes_(parts.actor),
            bytes_(parts.at),
            bytes_(parts.prev),
            bytes_(hash).hex().encode(),
        )
    )
    if places:
        out.append(b',"club":%s,%s' % (bytes_(parts.club), places))
    out.append(b"}")
    return msgspec.Raw(b"".join(out))


def _move(move: bytes, n: int, of: int) -> bytes:
    """A record's move with its place in the batch. The record's move is an object with at least its id, so there is
    always something after the brace. A move that has fields of its own called ``n`` or ``of`` (a roll's number) has
    them in ``sent``: one JSON object can't say both."""
    if b'"n":' in move or b'"of":' in move:
        fields = msgspec.json.decode(move, type=dict[str, msgspec.Raw])
        if sent := {name: fields.pop(name) for name in ("n", "of") if name in fields}:
            move = msgspec.json.encode(fields | {"sent": msgspec.Raw(msgspec.json.encode(sent))})
    return b'{"n":%d,"of":%d,%s' % (n, of, move[1:])


def places(*, night: UUID | str | None, game: UUID | str | None) -> bytes:
    """What events carry beside their own in a club's feed, for :func:`event_json`: the ids of night and game."""
    return msgspec.json.encode({"night": night, "game": game})[1:-1]


class MoveRef(msgspec.Struct, frozen=True, kw_only=True):
    """``n``-th of ``of`` events of the move ``id``; in the first also the move as sent, without what is sealed;
    ``replays``: the version of the event by which it was made before a correction made it again;
    ``sent`` holds a move's own field called ``n`` or ``of``."""

    id: str
    n: int
    of: int
    type: str | None = None
    replays: int | None = None
    sent: dict[str, int] | None = None


class ActorOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who made the move; ids only."""

    kind: str
    id: str
    seat: int | None = None
    for_seat: int | None = None


class EventOut(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The public shape of an event: what :func:`event_json` writes, as a type for the OpenAPI document and for
    clients. ``secret`` is the sealed part as hashed; ``club, night, game`` only in feeds over a club."""

    id: UUID
    cursor: int
    stream: UUID
    version: int
    type: str
    schema: int
    data: dict[str, Any]
    move: MoveRef
    actor: ActorOut
    recorded_at: str
    prev: str | None
    hash: str
    sealed: str | None = None
    secret: dict[str, Any] | None = None
    club: UUID | None = None
    night: UUID | None = None
    game: UUID | None = None
