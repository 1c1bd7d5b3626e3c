"""From a request to the moves it made: their ids begin with twelve hex digits that follow from the ``Request-Id``.

Nothing of the request itself is recorded: a client may choose its id, and no event holds what somebody wrote.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from uuid import UUID

_request: ContextVar[str | None] = ContextVar("railbird_request", default=None)


@contextmanager
def request(id: str) -> Iterator[None]:
    """Moves made inside belong to this request."""
    token = _request.set(id)
    try:
        yield
    finally:
        _request.reset(token)


def prefix_of(request_id: str) -> str:
    """How the ids of a request's moves begin: ``"1234abcd-5678-8"``."""
    digits = sha256(request_id.encode()).hexdigest()[:12]
    return f"{digits[:8]}-{digits[8:]}-8"


def move_id() -> str:
    """An id for a move: a UUIDv8, random beyond what tells the request."""
    id = _request.get()
    raw = bytearray(secrets.token_bytes(16))
    if id is not None:
        raw[:6] = sha256(id.encode()).digest()[:6]
    raw[6] = (raw[6] & 0x0F) | 0x80
    raw[8] = (raw[8] & 0x3F) | 0x80
    return str(UUID(bytes=bytes(raw)))
