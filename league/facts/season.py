"""A season: a span of local dates, both ends included, how its nights are scored, and points given by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import ClassVar, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from league.facts.base import Change, Fact, FactDecider, Name, Reason, changed, given, secret_of
from league.scoring.facts import Held
from league.scoring.scheme import Scheme, with_words
from ledger.decider import Context, Recorded
from ledger.errors import Refused


class OpenSeason(Change, tag="open_season"):
    """``scheme``: whole, so that what it says never depends on a program's presets, but for its ``words``
    (:func:`league.scoring.scheme.words_of`), which people wrote."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "words")
    audience: ClassVar[tuple[str, ...]] = ("club",)
    name: Name
    starts_on: date
    ends_on: date
    scheme: Scheme
    words: dict[str, str] = {}


class ChangeSeason(Change, tag="change_season"):
    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    name: Name | UnsetType = UNSET
    starts_on: date | UnsetType = UNSET
    ends_on: date | UnsetType = UNSET


class CloseSeason(Change, tag="close_season", omit_defaults=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason | None = None


class ReopenSeason(Change, tag="reopen_season"):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class ChangeScoring(Change, tag="change_scoring"):
    """``since``: nights of that date and later are scored so; None: all of them."""

    sealed: ClassVar[tuple[str, ...]] = ("reason", "words")
    audience: ClassVar[tuple[str, ...]] = ("club",)
    scheme: Scheme
    since: date | None
    reason: Reason
    words: dict[str, str] = {}


class Adjust(Change, tag="adjust"):
    """Points by hand, for the table after ``date``. ``night``: the one it is about, if any."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    adjustment: UUID
    member: UUID
    points: Decimal
    date: date
    night: UUID | None
    reason: Reason


class VoidAdjustment(Change, tag="void_adjustment"):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    adjustment: UUID
    reason: Reason


class Divide(Change, tag="divide"):
    """Who plays in which division (:attr:`Season.divisions`); none: all in one table."""

    divisions: dict[str, tuple[UUID, ...]]


class AdmitNight(Change, tag="admit_night"):
    """Makes no event: it holds the season's lock while a night or game is put into it. Refused ``season_closed``."""


class SeasonOpened(Fact, tag="season_opened"):
    starts_on: date
    ends_on: date
    scheme: Scheme


class SeasonChanged(Fact, tag="season_changed"):
    """Only what changed; a new name is sealed."""

    starts_on: date | UnsetType = UNSET
    ends_on: date | UnsetType = UNSET


class SeasonClosed(Fact, tag="season_closed"):
    pass


class SeasonReopened(Fact, tag="season_reopened"):
    pass


class ScoringChanged(Fact, tag="scoring_changed"):
    """``version`` counts the schemes this season has had."""

    version: int
    scheme: Scheme
    since: date | None


class AdjustmentMade(Fact, tag="adjustment_made"):
    adjustment: UUID
    member: UUID
    points: Decimal
    date: date
    night: UUID | None


class AdjustmentVoided(Fact, tag="adjustment_voided"):
    adjustment: UUID


class SeasonDivided(Fact, tag="season_divided"):
    divisions: dict[str, tuple[UUID, ...]]


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """An adjustment. ``version`` and ``at``: of its event. ``reason`` None: not known to this fold."""

    member: UUID
    points: Decimal
    date: date
    night: UUID | None
    reason: str | None
    version: int
    at: int
    void: bool = False


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """``schemes``: all it has had, the first one first; ``scored``: version and time of the event that brought the
    last. ``divisions``: members by the division's key."""

    name: str | None = None
    starts_on: date = date.min
    ends_on: date = date.max
    schemes: tuple[Held, ...] = ()
    scored: tuple[int, int] = (0, 0)
    adjustments: dict[UUID, Given] = {}
    divisions: dict[str, tuple[UUID, ...]] = {}
    closed: tuple[int, int] | None = None
    status: Literal["open", "closed"] = "open"
    opened_at: int = 0


class SeasonDecider(FactDecider[Season]):
    kind = "season"
    opening = "season_opened"
    state = Season
    changes = (
        *(OpenSeason, ChangeSeason, CloseSeason, ReopenSeason, AdmitNight),
        *(ChangeScoring, Adjust, VoidAdjustment, Divide),
    )
    facts = (
        *(SeasonOpened, SeasonChanged, SeasonClosed, SeasonReopened),
        *(ScoringChanged, AdjustmentMade, AdjustmentVoided, SeasonDivided),
    )

    def make(self, state: Season, change: Change, context: Context) -> Sequence[Fact]:
        match change:
            case OpenSeason(starts_on=starts_on, ends_on=ends_on, scheme=scheme):
                _check_span(starts_on, ends_on)
                return [SeasonOpened(starts_on=starts_on, ends_on=ends_on, scheme=scheme)]
            case ChangeSeason():
                new = changed(change, state)
                _check_span(new.get("starts_on", state.starts_on), new.get("ends_on", state.ends_on))
                return [SeasonChanged(**{name: new[name] for name in new if name != "name"})] if new else []
            case CloseSeason():
                return [SeasonClosed()] if state.status == "open" else []
            case ReopenSeason():
                return [SeasonReopened()] if state.status == "closed" else []
            case AdmitNight():
                _require_open(state)
                return []
            case ChangeScoring(scheme=scheme, since=since):
                _require_open(state)
                return [ScoringChanged(version=len(state.schemes) + 1, scheme=scheme, since=since)]
            case Adjust():
                _require_open(state)
                if change.adjustment in state.adjustments:
                    raise Refused("already_recorded", "This adjustment has been recorded before.")
                return [AdjustmentMade(**{name: getattr(change, name) for name in AdjustmentMade.__struct_fields__})]
            case VoidAdjustment(adjustment=adjustment):
                _require_open(state)
                if adjustment not in state.adjustments:
                    raise Refused("not_found", "There is no such adjustment.")
                return [] if state.adjustments[adjustment].void else [AdjustmentVoided(adjustment=adjustment)]
            case Divide(divisions=divisions):
                _require_open(state)
                return [] if divisions == state.divisions else [SeasonDivided(divisions=divisions)]
        raise TypeError(change)

    def take(self, state: Season, event: Recorded) -> Season:
        match event.data:
            case SeasonOpened(starts_on=starts_on, ends_on=ends_on, scheme=scheme):
                return Season(
                    name=secret_of(event, "name"),
                    starts_on=starts_on,
                    ends_on=ends_on,
                    schemes=(Held(version=1, scheme=with_words(scheme, secret_of(event, "words", {}))),),
                    scored=(event.version, event.at),
                    opened_at=event.at,
                )
            case SeasonChanged() as fact:
                return msgspec.structs.replace(state, name=secret_of(event, "name", state.name), **given(fact))
            case SeasonClosed():
                return msgspec.structs.replace(state, status="closed", closed=(event.version, event.at))
            case SeasonReopened():
                return msgspec.structs.replace(state, status="open", closed=None)
            case ScoringChanged(version=version, scheme=scheme, since=since):
                worded = with_words(scheme, secret_of(event, "words", {}))
                schemes = (*state.schemes, Held(version=version, scheme=worded, since=since))
                return msgspec.structs.replace(state, schemes=schemes, scored=(event.version, event.at))
            case AdjustmentMade() as fact:
                made = Given(
                    member=fact.member,
                    points=fact.points,
                    date=fact.date,
                    night=fact.night,
                    reason=secret_of(event, "reason"),
                    version=event.version,
                    at=event.at,
                )
                return msgspec.structs.replace(state, adjustments={**state.adjustments, fact.adjustment: made})
            case AdjustmentVoided(adjustment=adjustment):
                void = msgspec.structs.replace(state.adjustments[adjustment], void=True)
                return msgspec.structs.replace(state, adjustments={**state.adjustments, adjustment: void})
            case SeasonDivided(divisions=divisions):
                return msgspec.structs.replace(state, divisions=divisions)
        raise TypeError(event.data)


def _require_open(state: Season) -> None:
    if state.status == "closed":
        raise Refused("season_closed", "The season is closed; reopen it first.")


def _check_span(starts_on: date, ends_on: date) -> None:
    if ends_on < starts_on:
        message = "lies before starts_on"
        raise Refused("invalid", f"$.ends_on: {message}.", errors=[{"field": "$.ends_on", "message": message}])
