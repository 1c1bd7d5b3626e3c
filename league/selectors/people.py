"""Who is whom: merged members are one person, told by the one they were merged into."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from league.models import Member
from ledger.sql import query
from races.models import Game

GROUP = """
    WITH RECURSIVE same(id) AS (
        SELECT %s::uuid
        UNION
        SELECT m.id FROM league_member m JOIN same ON m.merged_into = same.id WHERE m.club = %s
    ) SELECT id FROM same
"""
BOTH = """
    SELECT s.game FROM races_seat s JOIN races_seat o ON o.game = s.game
    WHERE s.club = %s AND s.member = ANY(%s::uuid[]) AND o.member = ANY(%s::uuid[]) LIMIT 1
"""


def merges(club: UUID) -> dict[UUID, UUID]:
    """``{member: who that is now}`` for those who were merged; chains followed to their end."""
    rows = Member.objects.filter(club=club, merged_into__isnull=False).values_list("id", "merged_into")
    step: dict[UUID, UUID] = {id: into for id, into in rows if into is not None}
    return {id: _end(step, id) for id in step}


def _end(step: dict[UUID, UUID], id: UUID) -> UUID:
    seen: set[UUID] = set()
    while id in step and id not in seen:
        seen.add(id)
        id = step[id]
    return id


def resolved(club: UUID, ids: Iterable[UUID]) -> dict[UUID, UUID]:
    """``{id: who that is now}`` for all of them."""
    who = merges(club)
    return {id: who.get(id, id) for id in ids}


def group(club: UUID, member: UUID) -> list[UUID]:
    """The member, and all who were merged into them."""
    return [row[0] for row in query(GROUP, [member, club])]


def game_of_both(club: UUID, one: UUID, other: UUID) -> Game | None:
    """A game in which both sit (void ones too: they may be restored), or None."""
    rows = query(BOTH, [club, group(club, one), group(club, other)])
    return Game.objects.filter(id=rows[0][0]).first() if rows else None
