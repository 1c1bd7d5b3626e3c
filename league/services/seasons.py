"""Opening, changing, closing seasons."""

from __future__ import annotations

from uuid import UUID

import msgspec

from league import access, keys
from league.facts.base import Change, sent
from league.facts.season import OpenSeason
from league.scoring.presets import PRESETS
from league.services.refusing import invalid
from ledger.decider import Stream
from ledger.store import Outcome, execute
from races.principal import Principal


def open(club: UUID, season: OpenSeason, principal: Principal, key: str | None = None) -> tuple[UUID, bool]:
    """→ (the new season, has the key been used before?). Refuses ``no_token, not_found, wrong_scope, invalid``."""
    access.require_manager(principal, club)
    if season.scoring not in PRESETS:
        raise invalid("scoring", "must be one of " + ", ".join(sorted(PRESETS)))
    made = keys.key_of(keys.collection(club, "seasons"), principal, key, "seasons", msgspec.to_builtins(season))
    stream = Stream(club=club, id=keys.new_id(made), kind="season")
    outcome = execute(stream, sent(season), actor=access.actor_of(principal), key=made)
    return stream.id, outcome.replayed


def change(
    club: UUID,
    season: UUID,
    change: Change,
    principal: Principal,
    *,
    key: str | None = None,
    expected: int | None = None,
) -> Outcome:
    """A new name or span, closing, reopening. Refuses ``no_token, not_found, wrong_scope, invalid,
    version_changed``."""
    access.require_manager(principal, club)
    stream = Stream(club=club, id=season, kind="season")
    made = keys.key_of(season, principal, key, "season", msgspec.to_builtins(change))
    return execute(stream, sent(change), actor=access.actor_of(principal), key=made, expected_version=expected)
