"""A member of a club, or a guest: somebody whose name was typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from league.facts.base import Change, Fact, FactDecider, Name, Reason, changed, given, secret_of
from ledger.decider import Context, Recorded
from ledger.errors import Refused

Publish = Literal["full", "initials", "alias", "none"]


class AddMember(Change, tag="add_member"):
    sealed: ClassVar[tuple[str, ...]] = ("name", "alias")
    audience: ClassVar[tuple[str, ...]] = ("host",)
    name: Name
    alias: Name | None = None
    guest: bool = False
    publish: Publish = "full"


class ChangeMember(Change, tag="change_member"):
    sealed: ClassVar[tuple[str, ...]] = ("name", "alias")
    audience: ClassVar[tuple[str, ...]] = ("host",)
    name: Name | UnsetType = UNSET
    alias: Name | UnsetType | None = UNSET
    guest: bool | UnsetType = UNSET
    publish: Publish | UnsetType = UNSET


class LeaveClub(Change, tag="leave_club", omit_defaults=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    reason: Reason | None = None


class RejoinClub(Change, tag="rejoin_club", omit_defaults=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    reason: Reason | None = None


class MergeMember(Change, tag="merge_member"):
    """This is the same person as ``into``: all results are theirs."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    into: UUID
    reason: Reason


class UnmergeMember(Change, tag="unmerge_member"):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    reason: Reason


class MakeClaimLink(Change, tag="make_claim_link"):
    """A link by which this person can take over who they are here; older ones are dead."""


class ClaimMember(Change, tag="claim_member"):
    """By that link: no guest any more, under the name and with the publication they want."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "alias")
    audience: ClassVar[tuple[str, ...]] = ("host",)
    generation: int
    name: Name | UnsetType = UNSET
    alias: Name | UnsetType | None = UNSET
    publish: Publish | UnsetType = UNSET


class AdmitMember(Change, tag="admit_member"):
    """Makes no event: it holds the member's lock while somebody is put on a seat. Refused ``merge_conflict`` for one
    who is somebody else by now."""


class EraseMember(Change, tag="erase_member"):
    """The person is forgotten: ``parts`` are the versions of all sealed parts of this stream."""

    parts: tuple[int, ...]


class MemberAdded(Fact, tag="member_added"):
    guest: bool
    publish: Publish


class MemberChanged(Fact, tag="member_changed"):
    """Only what changed; a new name or alias is sealed."""

    guest: bool | UnsetType = UNSET
    publish: Publish | UnsetType = UNSET


class MemberLeft(Fact, tag="member_left"):
    pass


class MemberRejoined(Fact, tag="member_rejoined"):
    pass


class MemberMerged(Fact, tag="member_merged"):
    into: UUID


class MemberUnmerged(Fact, tag="member_unmerged"):
    pass


class ClaimLinkMade(Fact, tag="claim_link_made"):
    """Links of another generation are dead."""

    generation: int


class MemberClaimed(Fact, tag="member_claimed"):
    """No guest any more, and the link is used up; a new name or alias is sealed."""

    publish: Publish | UnsetType = UNSET


class MemberErased(Fact, tag="member_erased"):
    """Who this was is forgotten for good; what was played stays, by somebody without a name."""

    erases: tuple[int, ...]


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """``name`` None: erased, or not known to this fold."""

    name: str | None = None
    alias: str | None = None
    guest: bool = False
    publish: Publish = "full"
    added_at: int = 0
    left: bool = False
    merged_into: UUID | None = None
    generation: int = 0
    claimable: bool = False
    erased: bool = False


class MemberDecider(FactDecider[Member]):
    kind = "member"
    opening = "member_added"
    state = Member
    changes = (
        *(AddMember, ChangeMember, LeaveClub, RejoinClub, MergeMember, UnmergeMember),
        *(MakeClaimLink, ClaimMember, AdmitMember, EraseMember),
    )
    facts = (
        *(MemberAdded, MemberChanged, MemberLeft, MemberRejoined, MemberMerged, MemberUnmerged),
        *(ClaimLinkMade, MemberClaimed, MemberErased),
    )

    def make(self, state: Member, change: Change, context: Context) -> Sequence[Fact]:
        match change:
            case AddMember(guest=guest, publish=publish):
                return [MemberAdded(guest=guest, publish=publish)]
            case EraseMember(parts=parts):
                return [] if state.erased and not parts else [MemberErased(erases=parts)]
            case ChangeMember():
                if state.erased:
                    raise Refused("erased", "This person was erased, and stays so.")
                new = changed(change, state)
                open = {name: new[name] for name in MemberChanged.__struct_fields__ if name in new}
                return [MemberChanged(**open)] if new else []
            case LeaveClub():
                return [] if state.left else [MemberLeft()]
            case RejoinClub():
                return [MemberRejoined()] if state.left else []
            case UnmergeMember():
                return [] if state.merged_into is None else [MemberUnmerged()]
        _require_own_person(state)
        if state.erased and isinstance(change, MakeClaimLink | ClaimMember):
            raise Refused("erased", "This person was erased, and stays so.")
        match change:
            case MergeMember(into=into):
                return [MemberMerged(into=into)]
            case MakeClaimLink():
                return [ClaimLinkMade(generation=state.generation + 1)]
            case ClaimMember(generation=generation, publish=publish):
                if not state.claimable or generation != state.generation:
                    raise Refused("no_token", "This link has been used, or replaced by a newer one.")
                return [MemberClaimed(publish=publish)]
            case AdmitMember():
                return []
        raise TypeError(change)

    def take(self, state: Member, event: Recorded) -> Member:
        name = secret_of(event, "name", state.name)
        alias = secret_of(event, "alias", state.alias)
        match event.data:
            case MemberAdded(guest=guest, publish=publish):
                return Member(name=name, alias=alias, guest=guest, publish=publish, added_at=event.at)
            case MemberErased():
                gone = {"name": None, "alias": None, "publish": "none", "erased": True, "claimable": False}
                return msgspec.structs.replace(state, **gone)
            case MemberChanged() as fact:
                return msgspec.structs.replace(state, name=name, alias=alias, **given(fact))
            case MemberLeft():
                return msgspec.structs.replace(state, left=True)
            case MemberRejoined():
                return msgspec.structs.replace(state, left=False)
            case MemberMerged(into=into):
                return msgspec.structs.replace(state, merged_into=into)
            case MemberUnmerged():
                return msgspec.structs.replace(state, merged_into=None)
            case ClaimLinkMade(generation=generation):
                return msgspec.structs.replace(state, generation=generation, claimable=True)
            case MemberClaimed() as fact:
                own = msgspec.structs.replace(state, name=name, alias=alias, guest=False, claimable=False)
                return msgspec.structs.replace(own, **given(fact))
        raise TypeError(event.data)


def _require_own_person(state: Member) -> None:
    if state.merged_into is not None:
        sentence = "This is somebody else by now: the two were merged. Unmerge them first."
        raise Refused("merge_conflict", sentence, into=str(state.merged_into))
