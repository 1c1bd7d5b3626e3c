"""Adding and changing members."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec

from league import access, keys
from league.facts.base import sent
from league.facts.member import AddMember, ChangeMember
from ledger.decider import Stream
from ledger.store import Command, Outcome, execute, execute_all
from races.principal import Principal


def add(
    club: UUID, people: Sequence[AddMember], principal: Principal, key: str | None = None
) -> tuple[list[UUID], bool]:
    """Adds some people at once, all or none. → (their ids, has the key been used before?). Refuses ``no_token,
    not_found, wrong_scope``."""
    access.require_host(principal, club)
    body = [msgspec.to_builtins(person) for person in people]
    made = keys.key_of(keys.collection(club, "members"), principal, key, "members", body)
    actor = access.actor_of(principal)
    streams = [Stream(club=club, id=id, kind="member") for id in keys.new_ids(made, len(people))]
    commands = [
        Command(stream=stream, move=sent(person), actor=actor) for stream, person in zip(streams, people, strict=True)
    ]
    outcomes = execute_all(commands, key=made)
    return [stream.id for stream in streams], outcomes[0].replayed


def change(
    club: UUID, member: UUID, changes: ChangeMember, principal: Principal, expected: int | None = None
) -> Outcome:
    """Refuses ``no_token, not_found, wrong_scope, version_changed``."""
    access.require_host(principal, club)
    stream = Stream(club=club, id=member, kind="member")
    return execute(stream, sent(changes), actor=access.actor_of(principal), expected_version=expected)
