"""The link by which a person takes over who they are in a club: derived from the server's secret, never stored, dead
once it was used or replaced.

A token is ``rbp_`` and base64url of member id (16 bytes), generation (2) and the first 16 bytes of their HMAC-SHA256.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from hashlib import sha256
from uuid import UUID

from django.conf import settings

PREFIX = "rbp_"


def _mac(body: bytes) -> bytes:
    secret = hmac.digest(settings.SECRET_KEY.encode(), b"railbird claim", sha256)
    return hmac.digest(secret, body, sha256)[:16]


def claim_token(member: UUID, generation: int) -> str:
    body = member.bytes + generation.to_bytes(2, "big")
    return PREFIX + base64.urlsafe_b64encode(body + _mac(body)).decode().rstrip("=")


def claimed_by(token: str) -> tuple[UUID, int] | None:
    """→ (the member, the link's generation); None for any other text."""
    if not token.startswith(PREFIX):
        return None
    text = token[len(PREFIX) :]
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    body, mac = raw[:18], raw[18:]
    if len(raw) != 34 or not hmac.compare_digest(mac, _mac(body)):
        return None
    return UUID(bytes=body[:16]), int.from_bytes(body[16:], "big")
