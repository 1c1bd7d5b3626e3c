"""What a caller may read of a member's name."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from league.access import hosts_club
from league.models import Member
from races.principal import Principal


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
    """``{member: name}`` as this caller may see them, in one query. Hosts of the club see full names."""
    full = hosts_club(principal, club)
    rows = Member.objects.filter(club=club, id__in=list(ids)).values_list("id", "name", "alias", "publish")
    return {id: shown(name, alias, publish, full=full) for id, name, alias, publish in rows}
