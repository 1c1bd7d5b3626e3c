"""A season: a span of local dates, both ends included, and how its nights are scored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from league.facts.base import Change, Fact, FactDecider, Name, Reason, changed, given, secret_of
from ledger.decider import Context, Recorded
from ledger.errors import Refused


class OpenSeason(Change, tag="open_season"):
    """``scoring``: the key of a preset (:mod:`league.scoring.presets`)."""

    sealed: ClassVar[tuple[str, ...]] = ("name",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    name: Name
    starts_on: date
    ends_on: date
    scoring: str


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


class AdmitNight(Change, tag="admit_night"):
    """Makes no event: it holds the season's lock while a night or game is put into it. Refused ``season_closed``."""


class SeasonOpened(Fact, tag="season_opened"):
    """``scoring_version`` counts the schemes this season has had."""

    starts_on: date
    ends_on: date
    scoring: str
    scoring_version: int = 1


class SeasonChanged(Fact, tag="season_changed"):
    """Only what changed; a new name is sealed."""

    starts_on: date | UnsetType = UNSET
    ends_on: date | UnsetType = UNSET


class SeasonClosed(Fact, tag="season_closed"):
    pass


class SeasonReopened(Fact, tag="season_reopened"):
    pass


class Season(msgspec.Struct, frozen=True, kw_only=True):
    name: str | None = None
    starts_on: date = date.min
    ends_on: date = date.max
    scoring: str = ""
    scoring_version: int = 0
    status: Literal["open", "closed"] = "open"
    opened_at: int = 0


class SeasonDecider(FactDecider[Season]):
    kind = "season"
    opening = "season_opened"
    state = Season
    changes = (OpenSeason, ChangeSeason, CloseSeason, ReopenSeason, AdmitNight)
    facts = (SeasonOpened, SeasonChanged, SeasonClosed, SeasonReopened)

    def make(self, state: Season, change: Change, context: Context) -> Sequence[Fact]:
        match change:
            case OpenSeason(starts_on=starts_on, ends_on=ends_on, scoring=scoring):
                _check_span(starts_on, ends_on)
                return [SeasonOpened(starts_on=starts_on, ends_on=ends_on, scoring=scoring)]
            case ChangeSeason():
                new = changed(change, state)
                _check_span(new.get("starts_on", state.starts_on), new.get("ends_on", state.ends_on))
                return [SeasonChanged(**{name: new[name] for name in new if name != "name"})] if new else []
            case CloseSeason():
                return [SeasonClosed()] if state.status == "open" else []
            case ReopenSeason():
                return [SeasonReopened()] if state.status == "closed" else []
            case AdmitNight():
                if state.status == "closed":
                    raise Refused("season_closed", "The season is closed; reopen it first.")
                return []
        raise TypeError(change)

    def take(self, state: Season, event: Recorded) -> Season:
        match event.data:
            case SeasonOpened() as fact:
                return Season(name=secret_of(event, "name"), opened_at=event.at, **given(fact))
            case SeasonChanged() as fact:
                return msgspec.structs.replace(state, name=secret_of(event, "name", state.name), **given(fact))
            case SeasonClosed():
                return msgspec.structs.replace(state, status="closed")
            case SeasonReopened():
                return msgspec.structs.replace(state, status="open")
        raise TypeError(event.data)


def _check_span(starts_on: date, ends_on: date) -> None:
    if ends_on < starts_on:
        message = "lies before starts_on"
        raise Refused("invalid", f"$.ends_on: {message}.", errors=[{"field": "$.ends_on", "message": message}])
