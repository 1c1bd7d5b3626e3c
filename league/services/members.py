"""Adding and changing members; who is whom."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec
from msgspec import UnsetType

from league import access, keys
from league.facts.base import Change, sent
from league.facts.member import AddMember, AdmitMember, ChangeMember, ClaimMember, MergeMember, Publish
from league.models import Member
from league.selectors import people
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.reading import stream_of
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


def tell(club: UUID, member: UUID, change: Change, principal: Principal, key: str | None = None) -> Outcome:
    """Leaving, rejoining, unmerging, a claim link. Refuses ``no_token, not_found, wrong_scope, merge_conflict``."""
    access.require_host(principal, club)
    made = keys.key_of(member, principal, key, "member", msgspec.to_builtins(change))
    stream = Stream(club=club, id=member, kind="member")
    return execute(stream, sent(change), actor=access.actor_of(principal), key=made)


def merge(club: UUID, member: UUID, into: UUID, reason: str, principal: Principal, key: str | None = None) -> Outcome:
    """From now on all results of ``member`` are those of ``into``. Refuses ``no_token, not_found, wrong_scope``, and
    ``merge_conflict`` where both sat in one game (named), or one of them is somebody else already."""
    access.require_manager(principal, club)
    actor = access.actor_of(principal)
    made = keys.key_of(member, principal, key, "merge", [str(into), reason])
    if not Member.objects.filter(club=club, id=into).exists():
        raise Refused("not_found", "There is no such member in this club.")
    if member == into:
        raise Refused("merge_conflict", "These are one already.")

    def apart(state: object) -> None:
        """Asked under the locks of both: nobody sits down meanwhile."""
        game = people.game_of_both(club, member, into)
        if game is not None:
            sentence = f"Both sat in one game ({game.title or game.label or game.ruleset}): one person can't."
            raise Refused("merge_conflict", sentence, game=str(game.id))

    return execute_all(
        [
            admitted(club, into, actor),
            Command(
                stream=Stream(club=club, id=member, kind="member"),
                move=sent(MergeMember(into=into, reason=reason)),
                actor=actor,
                guard=apart,
            ),
        ],
        key=made,
    )[-1]


def admitted(club: UUID, member: UUID, actor: Actor) -> Command:
    """The command that keeps a member from being merged meanwhile. Refuses ``merge_conflict`` for one who was."""
    return Command(stream=Stream(club=club, id=member, kind="member"), move=sent(AdmitMember()), actor=actor)


def claim(
    member: UUID,
    generation: int,
    *,
    name: str | UnsetType,
    alias: str | UnsetType | None,
    publish: Publish | UnsetType,
) -> Stream:
    """By a claim link's own right. → the member's stream. Refuses ``not_found``, ``no_token`` (the link is used up, or
    there is a newer one), ``merge_conflict``."""
    stream = stream_of(member, "member")
    if stream is None:
        raise Refused("not_found", "There is no such link.")
    move = ClaimMember(generation=generation, name=name, alias=alias, publish=publish)
    execute(stream, sent(move), actor=Actor(kind="host", id=f"claim:{member}"))
    return stream
