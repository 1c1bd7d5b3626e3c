"""Games by their names."""

from __future__ import annotations

from uuid import UUID

import msgspec

from league import access, keys
from league.facts.base import sent
from league.facts.title import AddTitle, ChangeTitle
from ledger.decider import Stream
from ledger.store import Outcome, execute
from races.principal import Principal


def add(club: UUID, title: AddTitle, principal: Principal, key: str | None = None) -> tuple[UUID, bool]:
    """→ (the new title, has the key been used before?). Refuses ``no_token, not_found, wrong_scope``."""
    access.require_host(principal, club)
    made = keys.key_of(keys.collection(club, "titles"), principal, key, "titles", msgspec.to_builtins(title))
    stream = Stream(club=club, id=keys.new_id(made), kind="title")
    outcome = execute(stream, sent(title), actor=access.actor_of(principal), key=made)
    return stream.id, outcome.replayed


def change(club: UUID, title: UUID, change: ChangeTitle, principal: Principal, expected: int | None = None) -> Outcome:
    """Refuses ``no_token, not_found, wrong_scope, version_changed``."""
    access.require_host(principal, club)
    stream = Stream(club=club, id=title, kind="title")
    return execute(stream, sent(change), actor=access.actor_of(principal), expected_version=expected)
