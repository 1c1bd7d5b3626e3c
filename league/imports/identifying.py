"""Which plays of a file are known already, and who its people are here.

A play is known by its identities only, never by its content: one play in eight looks just like another one. People are
known by what an earlier import found, or by hand; names only suggest.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID, uuid5

import msgspec

from league.facts.imported import Import, Verdict
from league.imports.cells import same
from league.imports.plays import Person, Play
from league.models import Member
from league.selectors import people
from league.selectors.imported import HIDDEN
from ledger.sql import query
from races.models import Game

KNOWN_PLAYS = """
    SELECT x.identity, x.game, x.own, x.fingerprint, x.modified FROM league_import_identity x
    JOIN league_import i ON i.club = x.club AND i.id = x.batch
    WHERE x.club = %s AND x.identity = ANY(%s::text[]) AND i.status = 'applied'
        AND NOT EXISTS (SELECT FROM league_import_game g JOIN league_import r ON r.club = g.club AND r.id = g.batch
            WHERE g.club = x.club AND g.game = x.game AND g.effect = 'removes' AND r.status = 'applied')
"""
KNOWN_PEOPLE = """
    SELECT DISTINCT ON (p.key) p.key, p.member FROM league_import_person p
    JOIN league_import i ON i.club = p.club AND i.id = p.batch
    WHERE p.club = %s AND p.key = ANY(%s::text[]) AND (i.status IN ('applied', 'applying') OR i.id = %s)
    ORDER BY p.key, (i.id = %s) DESC, i.staged_at DESC
"""

OURS = f"""
    SELECT g.id FROM races_game g WHERE g.club = %s AND g.id = ANY(%s::uuid[]) AND g.status <> 'void' AND NOT {HIDDEN}
"""  # noqa: S608 - all of it ours


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What applying a play does. ``removes``: the game it takes the place of; ``reason``: why it is skipped."""

    verdict: Verdict
    removes: UUID | None = None
    reason: str | None = None


class Seen(msgspec.Struct, frozen=True):
    """A play that an applied import knows."""

    game: UUID
    own: bool
    fingerprint: str
    modified: str | None


def identity_of(source: str, id: str) -> str:
    """Source and id as one text, as every format writes it: sources in whatever case, ids as they are, but for those
    of BG Stats, which its versions write in capitals or not."""
    name = same(source)
    return f"{name}:{id.casefold() if name == 'bgstats' else id}"


def external_game(club: UUID, identity: str) -> UUID:
    """The id of a game that was opened under an identity from elsewhere: so there is only one."""
    return uuid5(club, f"external {identity}")


def _sent(club: UUID, identities: Iterable[str]) -> dict[str, Seen]:
    """Games that another program recorded here under their identity there, void ones too: somebody voided them on
    purpose, and may restore them."""
    asked = {external_game(club, identity): identity for identity in identities}
    found = Game.objects.filter(club=club, id__in=asked).values_list("id", flat=True)
    return {asked[id]: Seen(id, False, "", None) for id in found}


def _ours(club: UUID, identities: Iterable[str]) -> dict[str, Seen]:
    """Games of the club itself, on their way back: an export calls them by their own ids."""
    asked: dict[UUID, str] = {}
    for identity in identities:
        try:
            asked[UUID(identity.rpartition(":")[2])] = identity
        except ValueError:
            continue
    return {asked[id]: Seen(id, False, "", None) for (id,) in query(OURS, [club, list(asked)])}


def known_plays(club: UUID, identities: Collection[str]) -> dict[str, Seen]:
    """By identity; a play's own identity goes before the same one told by another source."""
    found: dict[str, Seen] = {}
    for identity, *row in query(KNOWN_PLAYS, [club, list(identities)]):
        if identity not in found or row[1]:
            found[identity] = Seen(*row)
    return _ours(club, identities) | _sent(club, identities) | found


def judge(plays: Sequence[Play], known: Mapping[str, Seen], who: Mapping[str, UUID]) -> list[Judged]:
    """One for each play."""
    return [_judge(play, known, who) for play in plays]


def _judge(play: Play, known: Mapping[str, Seen], who: Mapping[str, UUID]) -> Judged:
    own = known.get(play.ids[0])
    if own is not None and own.own:
        if own.fingerprint == play.fingerprint():
            return Judged(verdict="same")
        if play.modified is not None and own.modified is not None and play.modified < own.modified:
            return Judged(verdict="skipped", reason="a newer version of it is here already")
    elif any(identity in known for identity in play.ids):
        return Judged(verdict="same")
    members = [who[chair.person] for chair in play.chairs if chair.person in who]
    if len(members) != len(set(members)):
        return Judged(verdict="skipped", reason="two of its people are one person here")
    if own is not None:
        return Judged(verdict="changed", removes=own.game)
    return Judged(verdict="new")


def known_people(club: UUID, batch: UUID, state: Import) -> dict[str, UUID]:
    """``{key: member}`` for those who are known: by hand, else by this or an earlier import, else (where that was asked
    for) by their name. Merges are followed."""
    keys = [person.key for person in state.people]
    found: dict[str, UUID] = {}
    if state.suggested:
        found |= {key: member for key, member in suggested(club, state.people).items() if member is not None}
    found |= dict(query(KNOWN_PEOPLE, [club, keys, batch, batch]))
    found |= {known.key: known.member for known in state.named}
    who = people.resolved(club, found.values())
    return {key: who[member] for key, member in found.items()}


def suggested(club: UUID, persons: Sequence[Person]) -> dict[str, UUID | None]:
    """The one member whose name is the same as that of a person; None for nobody or several."""
    named: dict[str, list[UUID]] = {}
    rows = Member.objects.filter(club=club, merged_into=None, name__isnull=False).values_list("id", "name")
    for id, name in rows:
        named.setdefault(same(str(name)), []).append(id)
    found = {person.key: named.get(same(person.name), []) for person in persons}
    return {key: ids[0] if len(ids) == 1 else None for key, ids in found.items()}
