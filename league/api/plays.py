"""``/clubs/{slug}/plays`` and ``/games/{id}/bgstats``: plays for spreadsheets and for BG Stats."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from league.api.base import READ_CODES, LeagueEndpoint
from league.api.nights import NightsQuery
from league.imports import exporting
from league.imports.cells import same
from league.selectors import clubs, people, plays
from ledger.errors import Refused
from ledger.http.endpoint import operation
from ledger.http.paging import Page, made_page
from races import service
from races.api.games import GameEndpoint


class PlaysQuery(NightsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dates of nights; both belong to the span. ``limit`` and ``cursor`` are for pages in JSON: a file is whole."""

    ruleset: Annotated[str, Meta(max_length=60)] | None = None
    member: Annotated[UUID | None, Meta(description="Only those in which this member sits.")] = None
    title: Annotated[str, Meta(max_length=80)] | None = None


class PlayRow(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of one play. ``score``: points, or whole dollars where money is the score."""

    play_id: UUID
    date: date
    game: str
    player: str
    score: float | int | None
    rank: int
    winner: bool
    number_players: int
    counts: bool
    ruleset: str
    source: str | None
    source_id: str | None
    seat: int
    member: UUID


class PushLink(msgspec.Struct, frozen=True, kw_only=True):
    """``url`` opens BG Stats with the play, ``play`` is what is in it."""

    url: str
    play: dict[str, Any]


class Plays(LeagueEndpoint):
    tags = ("imports",)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[BaseRenderer, str]:
        if request._request.GET.get("format") == "bgsplay":
            renderer = self.get_renderers()[0]
            return renderer, renderer.media_type
        return super().perform_content_negotiation(request, force)

    @operation(answer=Page[PlayRow], query=PlaysQuery, public=True, formats=("json", "csv", "jsonl"), codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every play in force, a row a seat, in the order they were played.

        ``?format=csv`` gives columns that an import knows again, ``?format=bgsplay`` a share file of BG Stats.
        """
        club = self.club(slug)
        asked = self.query(PlaysQuery)
        found = list(plays.of_club(club.club, self.caller, since=asked.since, until=asked.until))
        if asked.member is not None:
            who = {asked.member, *people.group(club.club, asked.member)}
            found = [play for play in found if any(seat.member in who for seat in play.seats)]
        if asked.title is not None:
            found = [play for play in found if same(play.title) == same(asked.title)]
        if asked.ruleset is not None:
            found = [play for play in found if play.ruleset == asked.ruleset]
        if request._request.GET.get("format") == "bgsplay":
            return self.answer(exporting.share_file(found, club.timezone), headers=_file(f"{club.slug}.bgsplay"))
        rows = exporting.rows(found)
        kind = request.accepted_renderer.format
        if kind == "json":
            return self.answer(made_page(rows, lambda row: f"{row['play_id']} {row['seat']}", asked, request))
        return self.answer(rows, headers=_file(f"{club.slug}-plays.{kind}"))


class BgStats(GameEndpoint):
    @operation(answer=PushLink, public=True, codes=(*READ_CODES, "not_running"))
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """A link that hands the game to BG Stats. Refused ``not_running`` until it has a result that is in force."""
        stream = service.read(game, self.caller).stream
        found = next(plays.of_club(stream.club, self.caller, game=game), None)
        if found is None:
            raise Refused("not_running", "This game has no result yet, or none that counts any more.")
        url, play = exporting.push_link(found, clubs.by_id(stream.club).timezone)
        return self.answer(PushLink(url=url, play=play))


def _file(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}
