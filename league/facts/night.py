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
Status = Literal["present", "excused", "absent", "bye", "substitute"]


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


class VoidNight(Change, tag="void_night"):
    """As if it had never been, for every table; its games stay to be looked at."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class RestoreNight(Change, tag="restore_night"):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class Mark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """``stands_for``: whom a substitute stands in for."""

    member: UUID
    status: Status
    stands_for: UUID | None = msgspec.field(default=None, name="for")


class RecordAttendance(Change, tag="record_attendance"):
    """All marks of the night; who is not named has none."""

    marks: tuple[Mark, ...]


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


class NightVoided(Fact, tag="night_voided"):
    pass


class NightRestored(Fact, tag="night_restored"):
    pass


class AttendanceRecorded(Fact, tag="attendance_recorded"):
    marks: tuple[Mark, ...]


class Night(msgspec.Struct, frozen=True, kw_only=True):
    """``open_since``: when it was opened, or reopened last. ``told``: version and time of the event that made it what
    it is to a table (closing and voiding don't); ``marked``: of the one that brought ``marks``."""

    name: str | None = None
    date: date = date.min
    season: UUID | None = None
    kind: NightKind = "regular"
    status: Literal["open", "closed"] = "open"
    opened_at: int = 0
    open_since: int = 0
    closed_at: int | None = None
    void: bool = False
    told: tuple[int, int] = (0, 0)
    marks: tuple[Mark, ...] = ()
    marked: tuple[int, int] = (0, 0)


class NightDecider(FactDecider[Night]):
    kind = "night"
    opening = "night_opened"
    state = Night
    changes = (OpenNight, ChangeNight, CloseNight, ReopenNight, AdmitGame, VoidNight, RestoreNight, RecordAttendance)
    facts = (
        *(NightOpened, NightChanged, NightClosed, NightReopened),
        *(NightVoided, NightRestored, AttendanceRecorded),
    )

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
                if state.void:
                    raise Refused("night_closed", "The night is void; restore it first.")
                return []
            case VoidNight():
                return [] if state.void else [NightVoided()]
            case RestoreNight():
                return [NightRestored()] if state.void else []
            case RecordAttendance(marks=marks):
                return [] if marks == state.marks else [AttendanceRecorded(marks=_checked(marks))]
        raise TypeError(change)

    def take(self, state: Night, event: Recorded) -> Night:
        match event.data:
            case NightOpened() as fact:
                name, told = secret_of(event, "name"), (event.version, event.at)
                return Night(name=name, opened_at=event.at, open_since=event.at, told=told, **given(fact))
            case NightChanged() as fact:
                name, new = secret_of(event, "name", state.name), given(fact)
                told = (event.version, event.at) if new else state.told
                return msgspec.structs.replace(state, name=name, told=told, **new)
            case NightClosed():
                return msgspec.structs.replace(state, status="closed", closed_at=event.at)
            case NightReopened():
                return msgspec.structs.replace(state, status="open", closed_at=None, open_since=event.at)
            case NightVoided():
                return msgspec.structs.replace(state, void=True)
            case NightRestored():
                return msgspec.structs.replace(state, void=False)
            case AttendanceRecorded(marks=marks):
                return msgspec.structs.replace(state, marks=marks, marked=(event.version, event.at))
        raise TypeError(event.data)


def _checked(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """Refuses ``invalid``: nobody twice, and only substitutes stand in for somebody (else)."""
    seen: set[UUID] = set()
    for n, mark in enumerate(marks):
        message = None
        if mark.member in seen:
            message = "names somebody twice"
        elif mark.stands_for is not None and (mark.status != "substitute" or mark.stands_for == mark.member):
            message = "only a substitute stands in for somebody else"
        if message is not None:
            raise Refused("invalid", f"$[{n}]: {message}.", errors=[{"field": f"$[{n}]", "message": message}])
        seen.add(mark.member)
    return tuple(marks)
