"""``/clubs`` and ``/clubs/{slug}``."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from league import services
from league.api.base import READ_CODES, WRITE_CODES, LeagueEndpoint
from league.facts.base import Name
from league.facts.club import ChangeClub, Cutoff, FoundClub, Locale, Slug, Zone
from league.models import Club
from league.selectors import clubs
from league.shapes import ClubOut
from ledger.http.conditions import etag
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page


class NewClub(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``night_cutoff``: local time until which a night goes on after midnight. ``defaults``: options per ruleset that a
    new game has unless it says otherwise."""

    name: Name
    slug: Slug
    timezone: Zone = "UTC"
    locale: Locale = "en"
    public: bool = False
    night_cutoff: Cutoff = "05:00"
    defaults: dict[str, dict[str, Any]] = {}


class ClubPatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name | UnsetType = UNSET
    slug: Slug | UnsetType = UNSET
    timezone: Zone | UnsetType = UNSET
    locale: Locale | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    night_cutoff: Cutoff | UnsetType = UNSET
    defaults: dict[str, dict[str, Any]] | UnsetType = UNSET


class Clubs(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=Page[ClubOut], query=ListQuery, public=True)
    def get(self, request: Request) -> HttpResponse:
        """The clubs the caller may read, by slug."""
        self.allow_any_origin()
        rows = clubs.readable_by(self.caller)
        return self.answer(list_page(rows, ["slug"], self.query(), request, clubs.show))

    @operation(body=NewClub, answer=ClubOut, status=201, scope="organiser", idempotent=True)
    def post(self, request: Request) -> HttpResponse:
        """Found a club; its first token, with the scope manage, is shown this once."""
        body = self.body(NewClub)
        change = FoundClub(**msgspec.structs.asdict(body))
        id, token, replayed = services.clubs.found(change, self.caller, self.idempotency_key())
        club = Club.objects.get(club=id)
        return self.created(clubs.show(club, token), f"/api/v1/clubs/{club.slug}", replayed=replayed)


class ClubView(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=ClubOut, public=True, etag=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """One club."""
        club = self.club(slug)
        return self.cached(etag(club.version), lambda: clubs.show(club))

    @operation(body=ClubPatch, answer=ClubOut, scope="manage", if_match=True, codes=WRITE_CODES)
    def patch(self, request: Request, slug: str) -> HttpResponse:
        """Change a club."""
        club = self.club(slug)
        change = ChangeClub(**msgspec.structs.asdict(self.body(ClubPatch)))
        services.clubs.change(club.club, change, self.caller, self.if_match())
        club.refresh_from_db()
        return self.answer(clubs.show(club), etag=etag(club.version))
