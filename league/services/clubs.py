"""Founding and changing clubs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.db import IntegrityError
from msgspec import UNSET

from league import access, keys
from league.facts.base import sent
from league.facts.club import ChangeClub, FoundClub
from league.selectors import clubs
from league.services import tokens
from league.services.refusing import invalid
from league.words import own_words
from league.zones import zones
from ledger.decider import Stream
from ledger.records import NotCanonical, check_canonical
from ledger.store import Command, Outcome, execute, execute_all
from races.principal import Principal
from races.rules import registry


def stream_of(club: UUID) -> Stream:
    return Stream(club=club, id=club, kind="club")


def found(club: FoundClub, principal: Principal, key: str | None = None) -> tuple[UUID, str | None, bool]:
    """→ (the new club, its first token, has the key been used before?). The token is None where it has been shown.
    Refuses ``no_token, wrong_scope``; ``invalid`` for a slug that is taken, an unknown time zone, bad defaults."""
    access.require_organiser(principal)
    _check(club.timezone, club.defaults)
    _check_slug(club.slug)
    body = msgspec.to_builtins(club)
    # The key's scope is all clubs, but it is stored with the club: its id follows from the key, so it is found there.
    made = keys.key_of(keys.CLUBS, principal, key, "clubs", body)
    id = keys.new_id(made)
    stream, actor = stream_of(id), access.actor_of(principal)
    token, issue = tokens.issuing(name="first token", scopes=("manage",), expires_at=None)
    commands = [Command(stream=stream, move=sent(change), actor=actor) for change in (club, issue)]
    outcome = _unless_taken(lambda: execute_all(commands, key=made)[-1])
    return id, None if outcome.replayed else token, outcome.replayed


def change(club: UUID, changes: ChangeClub, principal: Principal, expected: int | None = None) -> Outcome:
    """Refuses ``no_token, not_found, wrong_scope, invalid, version_changed``."""
    access.require_manager(principal, club)
    _check(changes.timezone, changes.defaults)
    if changes.slug is not UNSET and changes.slug != clubs.by_id(club).slug:
        _check_slug(changes.slug)
    actor = access.actor_of(principal)
    return _unless_taken(lambda: execute(stream_of(club), sent(changes), actor=actor, expected_version=expected))


def _unless_taken(write: Any) -> Outcome:
    try:
        outcome: Outcome = write()
    except IntegrityError as error:
        if "slug" not in str(error):
            raise
        raise invalid("slug", "is taken by another club") from None
    return outcome


def _check(timezone: Any, defaults: Any) -> None:
    """What no type can say: the zone exists, the options are ones of their rulesets."""
    if timezone is not UNSET:
        check_zone(timezone)
    if defaults is not UNSET:
        for ruleset, options in defaults.items():
            check_options(ruleset, options, f"defaults.{ruleset}")


def _check_slug(slug: str) -> None:
    """The decider knows the words that were refused from the start, and goes on saying so of old events; here is what
    this server's addresses begin with now."""
    if slug in own_words():
        raise invalid("slug", "is an address of this server itself")


def check_zone(timezone: str) -> None:
    """Refuses ``invalid`` for a name that is no time zone."""
    if timezone not in zones():
        raise invalid("timezone", "is no time zone of the IANA database, like Europe/Berlin")


def check_options(ruleset: str, options: dict[str, Any], field: str) -> None:
    """Refuses ``invalid`` unless these are options of the ruleset."""
    try:
        known = registry.latest(ruleset)
    except KeyError:
        raise invalid(field, "is no ruleset of this server") from None
    try:
        check_canonical(options)
        msgspec.convert(options, known.options)
    except (NotCanonical, msgspec.ValidationError) as error:
        raise invalid(field, f"doesn't fit the ruleset: {error}") from None
