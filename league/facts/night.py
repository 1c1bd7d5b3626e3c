"""A night: a dated session of a club. Its date is the club's local one, also past midnight."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import ClassVar, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from league.facts.base import Change, Fact, FactDecider, Name, Reason, changed, given, secret_of
from ledger.decider import Context, Recorded
from ledger.errors import Refused

NightKind = Literal["regular", "final", "friendly"]
"""A friendly night counts in no table."""


class OpenNight(Change, tag="open_night"):
    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    date: date
    season: UUID | None
    kind: NightKind
    name: Name | None = None


class ChangeNight(Change, tag="change_night"):
    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    date: date | UnsetType = UNSET
    season: UUID | UnsetType | None = UNSET
    kind: NightKind | UnsetType = UNSET
    name: Name | UnsetType | None = UNSET


class CloseNight(Change, tag="close_night", omit_defaults=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason | None = None


class ReopenNight(Change, tag="reopen_night"):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class AdmitGame(Change, tag="admit_game"):
    """Makes no event: it holds the night's lock while a game is opened on it. Refused ``night_closed``."""


class NightOpened(Fact, tag="night_opened"):
    date: date
    season: UUID | None
    kind: NightKind


class NightChanged(Fact, tag="night_changed"):
    """Only what changed; a new name is sealed."""

    date: date | UnsetType = UNSET
    season: UUID | UnsetType | None = UNSET
    kind: NightKind | UnsetType = UNSET


class NightClosed(Fact, tag="night_closed"):
    pass


class NightReopened(Fact, tag="night_reopened"):
    pass


class Night(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None = None
    date: date = date.min
    season: UUID | None = None
    kind: NightKind = "regular"
    status: Literal["open", "closed"] = "open"
    opened_at: int = 0
    closed_at: int | None = None


class NightDecider(FactDecider[Night]):
    kind = "night"
    opening = "night_opened"
    state = Night
    changes = (OpenNight, ChangeNight, CloseNight, ReopenNight, AdmitGame)
    facts = (NightOpened, NightChanged, NightClosed, NightReopened)

    def make(self, state: Night, change: Change, context: Context) -> Sequence[Fact]:
        match change:
            case OpenNight():
                return [NightOpened(date=change.date, season=change.season, kind=change.kind)]
            case ChangeNight():
                new = changed(change, state)
                return [NightChanged(**{name: new[name] for name in new if name != "name"})] if new else []
            case CloseNight():
                return [NightClosed()] if state.status == "open" else []
            case ReopenNight():
                return [NightReopened()] if state.status == "closed" else []
            case AdmitGame():
                if state.status == "closed":
                    raise Refused("night_closed", "The night is closed; reopen it first.")
                return []
        raise TypeError(change)

    def take(self, state: Night, event: Recorded) -> Night:
        match event.data:
            case NightOpened() as fact:
                return Night(name=secret_of(event, "name"), opened_at=event.at, **given(fact))
            case NightChanged() as fact:
                return msgspec.structs.replace(state, name=secret_of(event, "name", state.name), **given(fact))
            case NightClosed():
                return msgspec.structs.replace(state, status="closed", closed_at=event.at)
            case NightReopened():
                return msgspec.structs.replace(state, status="open", closed_at=None)
        raise TypeError(event.data)
