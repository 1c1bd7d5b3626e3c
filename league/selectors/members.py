"""Members as callers see them."""

from __future__ import annotations

from uuid import UUID

from league import access, names
from league.models import Member
from league.selectors import clubs
from league.shapes import MemberOut
from ledger.errors import Refused
from ledger.reading import stream_of
from races.principal import Principal


def find(id: UUID, principal: Principal) -> Member:
    """Refuses ``not_found``, and ``no_token`` to the anonymous."""
    stream = stream_of(id, "member")
    if stream is None:
        raise Refused("not_found", "There is no such member.")
    clubs.readable(stream.club, principal)
    return Member.objects.get(club=stream.club, id=id)


def show(member: Member, principal: Principal) -> MemberOut:
    """As this caller may see the member."""
    full = access.hosts_club(principal, member.club)
    return MemberOut(
        id=member.id,
        club=member.club,
        name=names.shown(member.name, member.alias, member.publish, full=full),
        alias=member.alias if full else None,
        guest=member.guest,
        publish=member.publish if full else None,
        left=member.left_club,
        merged_into=member.merged_into,
        version=member.version,
    )


def require_in_club(club: UUID, ids: list[UUID]) -> None:
    """Refuses ``not_found`` unless all of them are members (or guests) of the club."""
    known = set(Member.objects.filter(club=club, id__in=ids).values_list("id", flat=True))
    if not known.issuperset(ids):
        raise Refused("not_found", "There is no such member in this club.")


def guests_named(club: UUID, wanted: list[str]) -> dict[str, list[UUID]]:
    """Guests of the club by name, the oldest first."""
    found: dict[str, list[UUID]] = {}
    rows = Member.objects.filter(club=club, guest=True, merged_into=None, name__in=wanted).order_by("added_at", "id")
    for id, name in rows.values_list("id", "name"):
        found.setdefault(str(name), []).append(id)
    return found


def published_names(club: UUID) -> list[tuple[UUID, str]]:
    """Members (no guests) whose name may be shown to everybody, by name."""
    rows = Member.objects.filter(club=club, guest=False, merged_into=None, left_club=False).values_list(
        "id", "name", "alias", "publish"
    )
    shown = [(id, names.published(name, alias, publish)) for id, name, alias, publish in rows]
    return sorted(((id, name) for id, name in shown if name), key=lambda each: (each[1].casefold(), str(each[0])))
