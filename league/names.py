"""What a caller may read of a member's name."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from league.access import hosts_club
from ledger.sql import query
from races.principal import Principal

NAMES = """
    WITH RECURSIVE wanted(id) AS (
        SELECT unnest(%s::uuid[])
        UNION
        SELECT m.merged_into FROM league_member m JOIN wanted ON m.club = %s AND m.id = wanted.id
        WHERE m.merged_into IS NOT NULL
    )
    SELECT m.id, m.merged_into, m.name, m.alias, m.publish FROM league_member m JOIN wanted ON wanted.id = m.id
    WHERE m.club = %s
"""


def published(name: str | None, alias: str | None, publish: str) -> str:
    """A name as its owner wants it published: in full, as initials, as the alias (initials where there is none), or
    not at all (empty). An erased name is empty.

    >>> published("Ada King Lovelace", None, "initials")
    'A. K. L.'
    """
    if name is None or publish == "none":
        return ""
    if publish == "full":
        return name
    if publish == "alias" and alias is not None:
        return alias
    return " ".join(f"{word[0].upper()}." for word in name.split())


def shown(name: str | None, alias: str | None, publish: str, *, full: bool) -> str:
    """The name for one kind of reader; ``full``: a host of the club."""
    return (name or "") if full else published(name, alias, publish)


def names_for(club: UUID, ids: Iterable[UUID], principal: Principal) -> dict[UUID, str]:
    """``{member: name}`` as this caller may see them, in one query. Hosts of the club see full names. Whoever was
    merged has the name of who they are."""
    full, wanted = hosts_club(principal, club), list(ids)
    rows = {
        id: (into, shown(name, alias, publish, full=full))
        for id, into, name, alias, publish in query(NAMES, [wanted, club, club])
    }
    return {id: _followed(rows, id) for id in wanted if id in rows}


def _followed(rows: dict[UUID, tuple[UUID | None, str]], id: UUID) -> str:
    into, name = rows[id]
    for _ in rows:
        if into is None or into not in rows:
            break
        into, name = rows[into]
    return name
