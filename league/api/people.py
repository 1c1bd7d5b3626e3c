"""``/members/{id}/…``: who is whom, who left, who takes over a name by a link."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from league import claiming, services
from league.api.base import WRITE_CODES, Because, BecauseOf, LeagueEndpoint
from league.facts.base import Change, Name, Reason
from league.facts.member import (
    LeaveClub,
    MakeClaimLink,
    Publish,
    RejoinClub,
    UnmergeMember,
)
from league.models import Member
from league.selectors import members
from league.shapes import MemberOut, Out
from ledger.errors import Refused
from ledger.http.endpoint import operation
from ledger.http.links import absolute
from races.service import said

MERGE_CODES = (*WRITE_CODES, "merge_conflict")


class Into(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``into``: the member that this one is."""

    into: UUID
    reason: Reason = "the same person"


class Claiming(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is not given stays. ``publish``: how the name may be shown to those who don't host the club."""

    name: Name | UnsetType = UNSET
    alias: Name | UnsetType | None = UNSET
    publish: Publish | UnsetType = UNSET


class ClaimLinkOut(Out):
    """Good once; a newer one ends it."""

    token: str
    url: str


class PersonEndpoint(LeagueEndpoint):
    tags = ("members",)

    def told(self, member: UUID, change: Change) -> HttpResponse:
        found = members.find(member, self.caller)
        outcome = services.members.tell(found.club, member, change, self.caller, self.idempotency_key())
        return self.answer(members.show(members.find(member, self.caller), self.caller), replayed=outcome.replayed)


class Leave(PersonEndpoint):
    @operation(body=Because, body_required=False, answer=MemberOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, member: UUID) -> HttpResponse:
        """Somebody leaves the club: results stay, the name is offered no more."""
        return self.told(member, LeaveClub(reason=(self.body(Because) or Because()).reason))


class Rejoin(PersonEndpoint):
    @operation(body=Because, body_required=False, answer=MemberOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, member: UUID) -> HttpResponse:
        """Somebody is back."""
        return self.told(member, RejoinClub(reason=(self.body(Because) or Because()).reason))


class Merge(PersonEndpoint):
    @operation(body=Into, answer=MemberOut, scope="manage", idempotent=True, codes=MERGE_CODES)
    def post(self, request: Request, member: UUID) -> HttpResponse:
        """Two records are one person: all results are those of ``into`` from now on. Can be undone."""
        found, body = members.find(member, self.caller), self.body(Into)
        key = self.idempotency_key()
        outcome = services.members.merge(found.club, member, body.into, body.reason, self.caller, key)
        return self.answer(members.show(members.find(member, self.caller), self.caller), replayed=outcome.replayed)


class Unmerge(PersonEndpoint):
    @operation(body=BecauseOf, answer=MemberOut, scope="manage", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, member: UUID) -> HttpResponse:
        """They were two after all: every table is as it was before the merge, to the byte."""
        return self.told(member, UnmergeMember(reason=self.body(BecauseOf).reason))


class ClaimLink(PersonEndpoint):
    @operation(answer=ClaimLinkOut, status=201, idempotent=True, scope="host", codes=MERGE_CODES)
    def post(self, request: Request, member: UUID) -> HttpResponse:
        """A link by which this person takes over their record: name, alias, and how they are published."""
        found = members.find(member, self.caller)
        outcome = services.members.tell(found.club, member, MakeClaimLink(), self.caller, self.idempotency_key())
        token = claiming.claim_token(member, said(outcome, "generation"))
        link = ClaimLinkOut(token=token, url=absolute(f"/claim/{token}", request))
        return self.created(link, f"/api/v1/members/{member}", replayed=outcome.replayed)


class Claim(LeagueEndpoint):
    tags = ("members",)

    @operation(body=Claiming, answer=MemberOut, codes=("no_token", "merge_conflict"))
    def post(self, request: Request, token: str) -> HttpResponse:
        """Take over a record by its claim link."""
        claimed = claiming.claimed_by(token)
        if claimed is None:
            raise Refused("not_found", "There is no such link.")
        body = self.body(Claiming)
        member = services.members.claim(*claimed, name=body.name, alias=body.alias, publish=body.publish)
        return self.answer(members.show(Member.objects.get(club=member.club, id=member.id), self.caller))
