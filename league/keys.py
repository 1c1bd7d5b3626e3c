"""Idempotency keys of calls that make something new, and ids that follow from them.

What a call with a key makes has ids derived from that key, so the repeat knows them without having to find them: the
answer is put together again from what they are now.
"""

from __future__ import annotations

from uuid import UUID, uuid4, uuid5

from ledger.store import Key
from races.keys import key_of

__all__ = ["collection", "key_of", "new_id", "new_ids"]

CLUBS = UUID("b47e4a0c-3a6f-5c6b-8f0e-2c3d9d1f7a10")
"""Stands for the collection of all clubs."""


def collection(owner: UUID, name: str) -> UUID:
    """The scope of keys for a collection: the members of a club, the games of a night."""
    return uuid5(owner, name)


def new_id(key: Key | None) -> UUID:
    """The id of the new thing of a call."""
    return new_ids(key, 1)[0]


def new_ids(key: Key | None, count: int) -> list[UUID]:
    """Ids of several new things, ascending: what comes at the same instant is listed in the order of its ids."""
    if key is None:
        return sorted(uuid4() for _ in range(count))
    return sorted(uuid5(key.scope, f"{key.caller}\n{key.name}\n{n}") for n in range(count))
