"""A game by its name, as a club plays and records it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from league.facts.base import Change, Fact, FactDecider, Name, changed, given, secret_of
from ledger.decider import Context, Recorded

TitleKind = Literal["competitive", "cooperative", "team"]
BggId = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class AddTitle(Change, tag="add_title"):
    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    name: Name
    bgg_id: BggId | None = None
    lowest_wins: bool = False
    kind: TitleKind = "competitive"


class ChangeTitle(Change, tag="change_title"):
    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    name: Name | UnsetType = UNSET
    bgg_id: BggId | UnsetType | None = UNSET
    lowest_wins: bool | UnsetType = UNSET
    kind: TitleKind | UnsetType = UNSET


class TitleAdded(Fact, tag="title_added"):
    bgg_id: int | None
    lowest_wins: bool
    kind: TitleKind


class TitleChanged(Fact, tag="title_changed"):
    """Only what changed; a new name is sealed."""

    bgg_id: int | UnsetType | None = UNSET
    lowest_wins: bool | UnsetType = UNSET
    kind: TitleKind | UnsetType = UNSET


class Title(msgspec.Struct, frozen=True, kw_only=True):
    """``name`` None: erased, or not known to this fold."""

    name: str | None = None
    bgg_id: int | None = None
    lowest_wins: bool = False
    kind: TitleKind = "competitive"
    added_at: int = 0


class TitleDecider(FactDecider[Title]):
    kind = "title"
    opening = "title_added"
    state = Title
    changes = (AddTitle, ChangeTitle)
    facts = (TitleAdded, TitleChanged)

    def make(self, state: Title, change: Change, context: Context) -> Sequence[Fact]:
        match change:
            case AddTitle():
                return [TitleAdded(bgg_id=change.bgg_id, lowest_wins=change.lowest_wins, kind=change.kind)]
            case ChangeTitle():
                new = changed(change, state)
                return [TitleChanged(**{name: new[name] for name in new if name != "name"})] if new else []
        raise TypeError(change)

    def take(self, state: Title, event: Recorded) -> Title:
        match event.data:
            case TitleAdded() as fact:
                return Title(name=secret_of(event, "name"), added_at=event.at, **given(fact))
            case TitleChanged() as fact:
                return msgspec.structs.replace(state, name=secret_of(event, "name", state.name), **given(fact))
        raise TypeError(event.data)
