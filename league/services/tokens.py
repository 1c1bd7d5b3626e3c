"""Issuing and revoking a club's tokens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

import msgspec

from league import access, keys
from league import tokens as tokens_of
from league.facts.base import sent
from league.facts.club import IssueToken, RevokeToken, Scope
from league.services.refusing import invalid
from ledger.decider import Stream
from ledger.store import execute
from races.principal import Principal


def issuing(
    *, name: str, scopes: Sequence[Scope], expires_at: datetime | None, id: UUID | None = None
) -> tuple[str, IssueToken]:
    """→ (a fresh token, the change that issues it)."""
    token, digest = tokens_of.fresh(tokens_of.CLUB)
    return token, IssueToken(
        token=id or uuid4(),
        scopes=tuple(scopes),
        expires_at=None if expires_at is None else _utc(expires_at),
        name=name,
        digest=digest.hex(),
    )


def _utc(at: datetime) -> datetime:
    try:
        return at.astimezone(UTC)
    except OverflowError:
        raise invalid("expires_at", "lies beyond all calendars") from None


def issue(
    club: UUID,
    principal: Principal,
    *,
    name: str,
    scopes: Sequence[Scope],
    expires_at: datetime | None,
    key: str | None = None,
) -> tuple[UUID, str | None, bool]:
    """→ (the token's id, the token itself unless it was shown before, has the key been used before?). Refuses
    ``no_token, not_found, wrong_scope, invalid``."""
    access.require_manager(principal, club)
    body = [name, list(scopes), msgspec.to_builtins(expires_at)]
    made = keys.key_of(keys.collection(club, "tokens"), principal, key, "tokens", body)
    id = keys.new_id(made)
    token, change = issuing(name=name, scopes=scopes, expires_at=expires_at, id=id)
    outcome = execute(Stream(club=club, id=club, kind="club"), sent(change), actor=access.actor_of(principal), key=made)
    return id, None if outcome.replayed else token, outcome.replayed


def revoke(club: UUID, token: UUID, principal: Principal) -> None:
    """The token is dead at once. Refuses ``no_token, not_found, wrong_scope``; twice is no harm."""
    access.require_manager(principal, club)
    stream = Stream(club=club, id=club, kind="club")
    execute(stream, sent(RevokeToken(token=token)), actor=access.actor_of(principal))
