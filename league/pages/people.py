"""``/{slug}/members``: who belongs to a club; and for its hosts what is done with a person: rename, leave, merge (and
part again), hand over by a link, erase."""

from __future__ import annotations

from typing import Any, ClassVar, get_args
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods
from msgspec import UNSET

from league import access, claiming
from league.facts.base import Name, Reason
from league.facts.member import (
    AddMember,
    ChangeMember,
    LeaveClub,
    MakeClaimLink,
    Publish,
    RejoinClub,
    UnmergeMember,
)
from league.models import Club, Member
from league.pages.claiming import WORDS
from league.pages.codes import qr
from league.pages.common import form, page, posted, viewer
from league.selectors import clubs, imported, members
from league.services import erasing
from league.services import members as services
from ledger.errors import Refused
from ledger.http.links import absolute
from races.principal import Principal

MOST = 500


class NamesForm(msgspec.Struct, frozen=True, kw_only=True):
    """``names``: one a line."""

    many_lines: ClassVar[tuple[str, ...]] = ("names",)
    names: str = ""
    guest: bool = False


class PersonForm(msgspec.Struct, frozen=True, kw_only=True):
    """``do``: ``change, leave, rejoin, merge, unmerge, claim, erase``; ``sure``: the name typed again, to erase."""

    do: str
    name: Name | None = None
    alias: Name | None = None
    publish: Publish = "full"
    guest: bool = False
    into: UUID | None = None
    reason: Reason | None = None
    sure: str | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@page
def people(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody whose name may be shown, to hosts everybody; sent, the names are added."""
    who = viewer(request)
    club = clubs.find(slug, who)

    def show(refused: Refused | None) -> HttpResponse:
        hosts = access.hosts_club(who, club.club)
        context = {"club": club, "hosts": hosts, "refused": refused, "typed": request.POST}
        return render(request, "pages/people.html", context | {"groups": _groups(club, who)})

    def add() -> str:
        sent = form(request, NamesForm)
        names = [line.strip() for line in sent.names.splitlines() if line.strip()]
        if not names:
            raise Refused("invalid", _("Type a name, or several, one a line."))
        services.add(club.club, [AddMember(name=name[:80], guest=sent.guest) for name in names[:100]], who)
        return f"/{slug}/members"

    return posted(request, add, show)


def _groups(club: Club, who: Principal) -> list[dict[str, Any]]:
    """Members, guests, those who left, those who turned out to be somebody else: as this viewer may see them."""
    hosts = access.hosts_club(who, club.club)
    rows = Member.objects.filter(club=club.club).order_by("added_at", "id")
    shown = [(row, members.show(row, who)) for row in rows]
    gone = imported.withdrawn_guests(club.club)
    named = sorted(((row, out) for row, out in shown if out.name), key=lambda each: each[1].name.casefold())
    known = {row.id: out.name for row, out in named}
    groups = [
        (gettext("Members"), [o for r, o in named if not (r.guest or r.left_club or r.merged_into)]),
        (gettext("Guests"), [o for r, o in named if r.guest and not (r.left_club or r.merged_into or r.id in gone)]),
    ]
    if hosts:
        groups.append((gettext("Left the club"), [o for r, o in named if r.left_club and not r.merged_into]))
        only_imported = [o for r, o in named if r.id in gone and not (r.left_club or r.merged_into)]
        groups.append((gettext("Only in an import that was taken out again"), only_imported))
        groups.append((gettext("The same person as somebody else"), [o for r, o in named if r.merged_into]))
    return [
        {"title": title, "people": [{"out": out, "is": known.get(out.merged_into)} for out in found[:MOST]]}  # type: ignore[arg-type]
        for title, found in groups
        if found
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@page
def person(request: HttpRequest, slug: str, member: UUID) -> HttpResponse:
    """One person, for hosts."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_host(who, club.club)
    row = Member.objects.filter(club=club.club, id=member).first()
    if row is None:
        raise Refused("not_found", _("There is no such member."))
    if request.POST.get("do") == "claim":
        return _claim(request, club, row, who)

    def show(refused: Refused | None) -> HttpResponse:
        others = Member.objects.filter(club=club.club, merged_into=None).exclude(id=member).exclude(name=None)
        others = others.exclude(id__in=imported.withdrawn_guests(club.club))
        into = None if row.merged_into is None else Member.objects.get(club=club.club, id=row.merged_into)
        context = {
            "club": club,
            "member": members.show(row, who),
            "into": into,
            "others": sorted(others, key=lambda each: str(each.name).casefold()),
            "choices": [(key, gettext(WORDS[key])) for key in get_args(Publish)],
            "manages": access.manages(who, club.club),
            "erased": row.name is None,
            "refused": refused,
        }
        return render(request, "pages/person.html", context)

    def act() -> str:
        _do(row, form(request, PersonForm), who)
        return f"/{slug}/members/{member}/edit"

    return posted(request, act, show)


def _do(row: Member, sent: PersonForm, who: Principal) -> None:
    match sent.do:
        case "change":
            if sent.name is None:
                raise Refused("invalid", _("Type a name."))
            change = ChangeMember(
                name=sent.name if sent.name != row.name else UNSET,
                alias=sent.alias,
                guest=sent.guest,
                publish=sent.publish,
            )
            services.change(row.club, row.id, change, who)
        case "leave":
            services.tell(row.club, row.id, LeaveClub(reason=sent.reason), who)
        case "rejoin":
            services.tell(row.club, row.id, RejoinClub(reason=sent.reason), who)
        case "merge":
            if sent.into is None:
                raise Refused("invalid", _("Choose who this is."))
            services.merge(row.club, row.id, sent.into, sent.reason or gettext("the same person"), who)
        case "unmerge":
            services.tell(row.club, row.id, UnmergeMember(reason=sent.reason or gettext("two people after all")), who)
        case "erase":
            if sent.sure != row.name:
                raise Refused("invalid", _("Type the name exactly as it stands here, to be sure."))
            erasing.erase(row.club, row.id, who)
        case _:
            raise Refused("invalid", _("There is nothing like that to do with a person."))


def _claim(request: HttpRequest, club: Club, row: Member, who: Principal) -> HttpResponse:
    """A link by which the person takes over the name; shown now, and never again."""
    try:
        outcome = services.tell(row.club, row.id, MakeClaimLink(), who)
    except Refused as refused:
        return render(request, "pages/claim_link.html", {"club": club, "refused": refused}, status=409)
    url = absolute(f"/claim/{claiming.claim_token(row.id, outcome.state.generation)}", request)
    context = {"club": club, "member": members.show(row, who), "url": url, "qr": qr(url)}
    return render(request, "pages/claim_link.html", context)
