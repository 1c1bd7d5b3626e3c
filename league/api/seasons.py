"""``/clubs/{slug}/seasons`` and ``/seasons/{id}``."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from league import services
from league.api.base import READ_CODES, WRITE_CODES, Because, BecauseOf, LeagueEndpoint
from league.facts.base import Name
from league.facts.season import ChangeSeason, CloseSeason, Divide, ReopenSeason
from league.models import Club, Season
from league.scoring.presets import DEFAULT
from league.scoring.scheme import Scheme
from league.selectors import seasons
from league.shapes import SeasonOut
from ledger.errors import Refused
from ledger.http.conditions import etag
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page

Preset = Annotated[str, Meta(max_length=60, pattern=r"^[a-z0-9-]+$", description="Key of a preset.")]
DivisionKey = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,20}$")]


class NewSeason(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Both dates belong to the season."""

    name: Name
    starts_on: date
    ends_on: date
    scoring: Preset | Scheme = DEFAULT


class SeasonPatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name | UnsetType = UNSET
    starts_on: date | UnsetType = UNSET
    ends_on: date | UnsetType = UNSET
    divisions: dict[DivisionKey, list[UUID]] | UnsetType = UNSET


class SeasonEndpoint(LeagueEndpoint):
    tags = ("seasons",)

    def season(self, id: UUID) -> Season:
        """The season, if the caller may read it. Refuses ``not_found, no_token``."""
        found = seasons.find(id, self.caller)
        self.open_if_public(found.club)
        return found

    def current(self, slug: str) -> Season:
        """The season that ``current`` stands for. Refuses ``not_found, no_token``."""
        found = seasons.current(self.club(slug))
        if found is None:
            raise Refused("not_found", "This club has no season yet.")
        return found


class Seasons(SeasonEndpoint):
    @operation(answer=Page[SeasonOut], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The club's seasons, the latest first."""
        rows = Season.objects.filter(club=self.club(slug).club)
        return self.answer(list_page(rows, ["-starts_on", "-id"], self.query(), request, seasons.show))

    @operation(body=NewSeason, answer=SeasonOut, status=201, scope="manage", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Open a season."""
        club: Club = self.club(slug)
        body = msgspec.structs.asdict(self.body(NewSeason))
        id, replayed = services.seasons.open(club.club, self.caller, **body, key=self.idempotency_key())
        shown = seasons.show(seasons.find(id, self.caller))
        return self.created(shown, f"/api/v1/seasons/{id}", replayed=replayed)


class CurrentSeason(SeasonEndpoint):
    @operation(answer=SeasonOut, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The season that holds today; else the last one that has started."""
        return self.answer(seasons.show(self.current(slug)))


class SeasonView(SeasonEndpoint):
    @operation(answer=SeasonOut, public=True, etag=True, codes=READ_CODES)
    def get(self, request: Request, season: UUID) -> HttpResponse:
        """One season."""
        found = self.season(season)
        return self.cached(etag(found.version), lambda: seasons.show(found))

    @operation(body=SeasonPatch, answer=SeasonOut, scope="manage", if_match=True, codes=WRITE_CODES)
    def patch(self, request: Request, season: UUID) -> HttpResponse:
        """Change a season's name, its span, or who plays in which division."""
        found, body, expected = self.season(season), self.body(SeasonPatch), self.if_match()
        change = ChangeSeason(name=body.name, starts_on=body.starts_on, ends_on=body.ends_on)
        services.seasons.change(found.club, season, change, self.caller, expected=expected)
        if body.divisions is not UNSET:
            divide = Divide(divisions={key: tuple(members) for key, members in body.divisions.items()})
            services.seasons.change(found.club, season, divide, self.caller)
        return self.answer(seasons.show(self.season(season)))


class CloseSeasonView(SeasonEndpoint):
    @operation(
        body=Because,
        body_required=False,
        answer=SeasonOut,
        scope="manage",
        idempotent=True,
        codes=WRITE_CODES,
    )
    def post(self, request: Request, season: UUID) -> HttpResponse:
        """Close a season: no night is added to it."""
        found = self.season(season)
        body = self.body(Because) or Because()
        key = self.idempotency_key()
        outcome = services.seasons.change(found.club, season, CloseSeason(reason=body.reason), self.caller, key=key)
        return self.answer(seasons.show(self.season(season)), replayed=outcome.replayed)


class ReopenSeasonView(SeasonEndpoint):
    @operation(body=BecauseOf, answer=SeasonOut, scope="manage", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, season: UUID) -> HttpResponse:
        """Reopen a closed season."""
        found = self.season(season)
        change = ReopenSeason(reason=self.body(BecauseOf).reason)
        outcome = services.seasons.change(found.club, season, change, self.caller, key=self.idempotency_key())
        return self.answer(seasons.show(self.season(season)), replayed=outcome.replayed)
