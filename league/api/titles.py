"""``/clubs/{slug}/titles`` and ``/titles/{id}``."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from league import services
from league.api.base import READ_CODES, WRITE_CODES, LeagueEndpoint
from league.facts.base import Name
from league.facts.title import AddTitle, BggId, ChangeTitle, TitleKind
from league.models import Title
from league.selectors import clubs
from league.shapes import TitleOut
from ledger.http.conditions import etag
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page


class NewTitle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name
    bgg_id: BggId | None = None
    lowest_wins: bool = False
    kind: TitleKind = "competitive"


class TitlePatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    name: Name | UnsetType = UNSET
    bgg_id: BggId | UnsetType | None = UNSET
    lowest_wins: bool | UnsetType = UNSET
    kind: TitleKind | UnsetType = UNSET


class Titles(LeagueEndpoint):
    tags = ("titles",)

    @operation(answer=Page[TitleOut], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The games that the club knows by name."""
        rows = Title.objects.filter(club=self.club(slug).club)
        return self.answer(list_page(rows, ["added_at", "id"], self.query(), request, show))

    @operation(body=NewTitle, answer=TitleOut, status=201, scope="host", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Add a game by its name."""
        club = self.club(slug)
        title = AddTitle(**msgspec.structs.asdict(self.body(NewTitle)))
        id, replayed = services.titles.add(club.club, title, self.caller, self.idempotency_key())
        shown = show(Title.objects.get(club=club.club, id=id))
        return self.created(shown, f"/api/v1/titles/{id}", replayed=replayed)


class TitleView(LeagueEndpoint):
    tags = ("titles",)

    def title(self, id: UUID) -> Title:
        """The title, if the caller may read it. Refuses ``not_found, no_token``."""
        return clubs.thing(Title, "title", id, self.caller)

    @operation(answer=TitleOut, public=True, etag=True, codes=READ_CODES)
    def get(self, request: Request, title: UUID) -> HttpResponse:
        """One title."""
        found = self.title(title)
        self.open_if_public(found.club)
        return self.cached(etag(found.version), lambda: show(found))

    @operation(body=TitlePatch, answer=TitleOut, scope="host", if_match=True, codes=WRITE_CODES)
    def patch(self, request: Request, title: UUID) -> HttpResponse:
        """Change a title."""
        found = self.title(title)
        change = ChangeTitle(**msgspec.structs.asdict(self.body(TitlePatch)))
        services.titles.change(found.club, title, change, self.caller, self.if_match())
        return self.answer(show(self.title(title)))


def show(title: Title) -> TitleOut:
    return TitleOut(
        id=title.id,
        club=title.club,
        name=title.name or "",
        bgg_id=title.bgg_id,
        lowest_wins=title.lowest_wins,
        kind=title.kind,
        version=title.version,
    )
