"""``/clubs/{slug}/members`` and ``/members/{id}``."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from league import services
from league.api.base import READ_CODES, WRITE_CODES, LeagueEndpoint
from league.facts.base import Name
from league.facts.member import AddMember, ChangeMember, Publish
from league.models import Member
from league.selectors import members
from league.shapes import MemberDataOut, MemberOut
from ledger.errors import Refused
from ledger.http import parsing
from ledger.http.conditions import etag
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page


class NewMember(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``publish``: how the name may be shown to those who don't host the club."""

    name: Name
    guest: bool = False
    alias: Name | None = None
    publish: Publish = "full"


class MemberPatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name | UnsetType = UNSET
    guest: bool | UnsetType = UNSET
    alias: Name | UnsetType | None = UNSET
    publish: Publish | UnsetType = UNSET


NewMembers = Annotated[list[NewMember], Meta(min_length=1, max_length=100)]


class Members(LeagueEndpoint):
    tags = ("members",)

    @operation(answer=Page[MemberOut], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The club's members and guests, in the order they came."""
        rows = Member.objects.filter(club=self.club(slug).club)
        show = lambda member: members.show(member, self.caller)  # noqa: E731
        return self.answer(list_page(rows, ["added_at", "id"], self.query(), request, show))

    @operation(
        body=(NewMember, NewMembers),
        answer=MemberOut | list[MemberOut],
        status=201,
        scope="host",
        idempotent=True,
        codes=WRITE_CODES,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Add a member or guest, or a list of them: all or none."""
        club = self.club(slug)
        raw = self.raw_body()
        if raw is None:
            raise Refused("malformed", "The body is empty; send JSON.")
        many = raw.lstrip()[:1] == b"["
        people = parsing.decode(raw, NewMembers) if many else [parsing.decode(raw, NewMember)]
        changes = [AddMember(**msgspec.structs.asdict(person)) for person in people]
        ids, replayed = services.members.add(club.club, changes, self.caller, self.idempotency_key())
        rows = {member.id: member for member in Member.objects.filter(club=club.club, id__in=ids)}
        shown = [members.show(rows[id], self.caller) for id in ids]
        if many:
            return self.created(shown, f"/api/v1/clubs/{slug}/members", replayed=replayed)
        return self.created(shown[0], f"/api/v1/members/{ids[0]}", replayed=replayed)


class MemberView(LeagueEndpoint):
    tags = ("members",)

    @operation(answer=MemberOut, public=True, etag=True, codes=READ_CODES)
    def get(self, request: Request, member: UUID) -> HttpResponse:
        """One member."""
        found = members.find(member, self.caller)
        self.open_if_public(found.club)
        shown = members.show(found, self.caller)
        return self.cached(etag(found.version, f"{shown.publish is not None}"), lambda: shown)

    @operation(body=MemberPatch, answer=MemberOut, scope="host", if_match=True, codes=WRITE_CODES)
    def patch(self, request: Request, member: UUID) -> HttpResponse:
        """Change a member's name, alias, or how it is published."""
        found = members.find(member, self.caller)
        change = ChangeMember(**msgspec.structs.asdict(self.body(MemberPatch)))
        services.members.change(found.club, member, change, self.caller, self.if_match())
        return self.answer(members.show(members.find(member, self.caller), self.caller))


class EraseMemberView(LeagueEndpoint):
    tags = ("members",)

    @operation(answer=MemberOut, scope="manage", codes=WRITE_CODES)
    def post(self, request: Request, member: UUID) -> HttpResponse:
        """Forget a person, for good.

        The name and whatever text of the club has it in it are deleted: from database, exports, pages and logs, and
        from every backup that is restored. What was played stays, by somebody without a name.
        """
        found = members.find(member, self.caller)
        services.erasing.erase(found.club, member, self.caller)
        return self.answer(members.show(members.find(member, self.caller), self.caller))


class MemberData(LeagueEndpoint):
    tags = ("members",)

    @operation(answer=MemberDataOut, scope="host", codes=WRITE_CODES)
    def get(self, request: Request, member: UUID) -> HttpResponse:
        """Everything that is kept about a person, to be handed out to that person."""
        found = members.find(member, self.caller)
        headers = {"Content-Disposition": f'attachment; filename="member-{member}.json"'}
        return self.answer(members.everything(found, self.caller), headers=headers)
