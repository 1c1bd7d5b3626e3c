"""Sealed parts: what only a hash of stands in the event, until a later event opens it (or for good).

A sealed part is the canonical JSON of ``{"data", "move", "salt"}`` with a 32-byte salt: ``data`` the event's secret,
``move`` the sealed fields of the move that made it. It lives in its own table and may be deleted (erasure) without
breaking a chain.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from ledger.records import canonical, hash_text, sha256


class SealedPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    data: dict[str, Any]
    move: dict[str, Any]
    salt: str


part_decoder: msgspec.json.Decoder[SealedPart] = msgspec.json.Decoder(SealedPart)


def seal(data: dict[str, Any] | None, move: dict[str, Any] | None, salt: str | None = None) -> tuple[str, str]:
    """→ (the sealed part's text, its hash as ``"sha256:…"``). ``salt``: 64 hex digits; drawn if not given."""
    text = canonical({"data": data or {}, "move": move or {}, "salt": salt or secrets.token_hex(32)})
    return text.decode(), hash_text(sha256(text))
