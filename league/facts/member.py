"""A member of a club, or a guest: somebody whose name was typed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from league.facts.base import Change, Fact, FactDecider, Name, changed, given, secret_of
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
    erased: bool = False


class MemberDecider(FactDecider[Member]):
    kind = "member"
    opening = "member_added"
    state = Member
    changes = (AddMember, ChangeMember, EraseMember)
    facts = (MemberAdded, MemberChanged, MemberErased)

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
        raise TypeError(change)

    def take(self, state: Member, event: Recorded) -> Member:
        name = secret_of(event, "name", state.name)
        alias = secret_of(event, "alias", state.alias)
        match event.data:
            case MemberAdded(guest=guest, publish=publish):
                return Member(name=name, alias=alias, guest=guest, publish=publish, added_at=event.at)
            case MemberErased():
                return msgspec.structs.replace(state, name=None, alias=None, publish="none", erased=True)
            case MemberChanged() as fact:
                return msgspec.structs.replace(state, name=name, alias=alias, **given(fact))
        raise TypeError(event.data)
