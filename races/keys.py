"""Idempotency keys as callers send them: a key belongs to its scope and its caller."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from ledger.store import Key, digest_of
from races.principal import Principal


def key_of(scope: UUID, principal: Principal, name: str | None, action: str, body: Any) -> Key | None:
    """``scope``: a stream or collection; ``name``: the Idempotency-Key header; ``action`` and ``body`` (builtins or a
    struct) are what must be the same in a repeat."""
    if name is None:
        return None
    return Key(scope=scope, caller=principal.caller, name=name, digest=digest_of(action, body))
