"""Members as callers see them."""

from __future__ import annotations

from uuid import UUID

from league import access, names
from league.models import Member, Result
from league.selectors import clubs
from league.shapes import MemberDataOut, MemberOut, ResultOut
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.forgetting import places_of
from ledger.reading import stream_events
from races.models import Seat
from races.presenting import event_json_of
from races.principal import Principal

ALL = 2**30


def find(id: UUID, principal: Principal) -> Member:
    """Refuses ``not_found``, and ``no_token`` to the anonymous."""
    return clubs.thing(Member, "member", id, principal)


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


def everything(member: Member, principal: Principal) -> MemberDataOut:
    """All that is kept about a person, whoever else may read it. Refuses ``no_token, not_found, wrong_scope`` unless
    the caller hosts the club."""
    access.require_host(principal, member.club)
    stream = Stream(club=member.club, id=member.id, kind="member")
    events = stream_events(stream, limit=ALL)
    words = {word for word in (member.name, member.alias) if word}
    others = [place for place in places_of(member.club, words) if place.stream.kind != "member"]
    mentions = [
        event for place in others for event in stream_events(place.stream, limit=ALL) if event.version in place.parts
    ]
    results = Result.objects.filter(club=member.club, member=member.id).order_by("at", "game")
    seats = Seat.objects.filter(club=member.club, member=member.id)
    return MemberDataOut(
        member=show(member, principal),
        events=[event_json_of(event, True) for event in events],
        mentions=[event_json_of(event, True) for event in mentions],
        games=sorted(set(seats.values_list("game", flat=True))),
        results=[
            ResultOut(game=r.game, night=r.night, seat=r.seat, rank=r.rank, players=r.players, money=r.money)
            for r in results
        ],
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
