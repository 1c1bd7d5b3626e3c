"""``/clubs/{slug}/nights`` and ``/nights/{id}``."""

from __future__ import annotations

from datetime import date as Date
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from league import services
from league.api.base import READ_CODES, WRITE_CODES, Because, BecauseOf, LeagueEndpoint
from league.facts.base import Change, Name
from league.facts.night import (
    ChangeNight,
    CloseNight,
    Mark,
    NightKind,
    OpenNight,
    ReopenNight,
    RestoreNight,
    VoidNight,
)
from league.models import Night
from league.selectors import nights
from league.shapes import MarkOut, NightOut
from ledger.errors import Refused
from ledger.http.conditions import etag
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page


class NewNight(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``date``: the club's local one. ``season``: the one that holds the date if not given; null for none."""

    date: Date
    name: Name | None = None
    season: UUID | UnsetType | None = UNSET
    kind: NightKind = "regular"


class NightPatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    date: Date | UnsetType = UNSET
    name: Name | UnsetType | None = UNSET
    season: UUID | UnsetType | None = UNSET
    kind: NightKind | UnsetType = UNSET


class NightsQuery(ListQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Nights from and to these dates, both included."""

    since: Annotated[Date | None, Meta(description="First date.")] = msgspec.field(default=None, name="from")
    until: Annotated[Date | None, Meta(description="Last date.")] = msgspec.field(default=None, name="to")


class NightEndpoint(LeagueEndpoint):
    tags = ("nights",)

    def night(self, id: UUID) -> Night:
        """The night, if the caller may read it. Refuses ``not_found, no_token``."""
        found = nights.find(id, self.caller)
        self.open_if_public(found.club)
        return found

    def told(self, night: UUID, change: Change) -> HttpResponse:
        """The night after a change that may come twice."""
        found = self.night(night)
        outcome = services.nights.change(found.club, night, change, self.caller, key=self.idempotency_key())
        return self.answer(nights.show(self.night(night)), replayed=outcome.replayed)


class Nights(NightEndpoint):
    @operation(answer=Page[NightOut], query=NightsQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The club's nights, the latest first."""
        club, asked = self.club(slug), self.query(NightsQuery)
        rows = nights.of_club(club.club, asked.since, asked.until)
        return self.answer(list_page(rows, ["-date", "-id"], asked, request, nights.show))

    @operation(
        body=NewNight,
        answer=NightOut,
        status=201,
        scope="host",
        idempotent=True,
        codes=(*WRITE_CODES, "season_ambiguous", "season_closed"),
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Open a night."""
        club = self.club(slug)
        body = self.body(NewNight)
        opening = OpenNight(date=body.date, name=body.name, kind=body.kind, season=None)
        id, replayed = services.nights.open(
            club.club, opening, self.caller, season=body.season, key=self.idempotency_key()
        )
        return self.created(nights.show(self.night(id)), f"/api/v1/nights/{id}", replayed=replayed)


class CurrentNight(NightEndpoint):
    @operation(answer=NightOut, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The night that is being played."""
        found = nights.current(self.club(slug))
        if found is None:
            raise Refused("not_found", "No night of this club is open.")
        return self.answer(nights.show(found))


class NightView(NightEndpoint):
    @operation(answer=NightOut, public=True, etag=True, codes=READ_CODES)
    def get(self, request: Request, night: UUID) -> HttpResponse:
        """One night."""
        found = self.night(night)
        shown = nights.show(found)
        return self.cached(etag(found.version, f"{shown.void}"), lambda: shown)

    @operation(
        body=NightPatch,
        answer=NightOut,
        scope="host",
        if_match=True,
        codes=(*WRITE_CODES, "season_closed"),
    )
    def patch(self, request: Request, night: UUID) -> HttpResponse:
        """Change a night's date, name, season or kind."""
        found = self.night(night)
        change = ChangeNight(**msgspec.structs.asdict(self.body(NightPatch)))
        services.nights.change(found.club, night, change, self.caller, expected=self.if_match())
        return self.answer(nights.show(self.night(night)))


class CloseNightView(NightEndpoint):
    @operation(body=Because, body_required=False, answer=NightOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, night: UUID) -> HttpResponse:
        """Close a night: no game is opened on it any more."""
        body = self.body(Because) or Because()
        return self.told(night, CloseNight(reason=body.reason))


class ReopenNightView(NightEndpoint):
    @operation(body=BecauseOf, answer=NightOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, night: UUID) -> HttpResponse:
        """Reopen a closed night."""
        return self.told(night, ReopenNight(reason=self.body(BecauseOf).reason))


class VoidNightView(NightEndpoint):
    @operation(body=BecauseOf, answer=NightOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, night: UUID) -> HttpResponse:
        """Take a night out of every table, as if it had never been."""
        return self.told(night, VoidNight(reason=self.body(BecauseOf).reason))


class RestoreNightView(NightEndpoint):
    @operation(body=BecauseOf, answer=NightOut, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, night: UUID) -> HttpResponse:
        """Undo the voiding: every table is as it was, to the byte."""
        return self.told(night, RestoreNight(reason=self.body(BecauseOf).reason))


Marks = Annotated[list[Mark], Meta(max_length=500)]


class Attendance(NightEndpoint):
    @operation(answer=list[MarkOut], public=True, codes=READ_CODES)
    def get(self, request: Request, night: UUID) -> HttpResponse:
        """Who was there, who is excused; whoever sits in a game is present."""
        return self.answer(nights.attendance(self.night(night), self.caller))

    @operation(body=Marks, answer=list[MarkOut], scope="host", if_match=True, codes=WRITE_CODES)
    def put(self, request: Request, night: UUID) -> HttpResponse:
        """Say it for all: whoever is not named has no mark any more."""
        found = self.night(night)
        marks = tuple(self.body(Marks))
        services.nights.mark(found.club, night, marks, self.caller, expected=self.if_match())
        return self.answer(nights.attendance(self.night(night), self.caller))
