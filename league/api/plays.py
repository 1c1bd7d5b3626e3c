"""``/clubs/{slug}/plays`` and ``/games/{id}/bgstats``: plays for spreadsheets and for BG Stats."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from league.api.base import READ_CODES, LeagueEndpoint
from league.imports import exporting
from league.selectors import clubs, plays
from ledger.errors import Refused
from ledger.http.endpoint import operation
from races import service
from races.api.games import GameEndpoint


class PlaysQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Dates of nights; both belong to the span."""

    since: date | None = msgspec.field(default=None, name="from")
    until: date | None = msgspec.field(default=None, name="to")


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

    @operation(answer=list[PlayRow], query=PlaysQuery, public=True, formats=("json", "csv", "jsonl"), codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every play in force, a row a seat, in the order they were played.

        ``?format=csv`` gives columns that an import knows again, ``?format=bgsplay`` a share file of BG Stats.
        """
        club = self.club(slug)
        asked = self.query(PlaysQuery)
        found = plays.of_club(club.club, self.caller, since=asked.since, until=asked.until)
        kind = request._request.GET.get("format")
        if kind == "bgsplay":
            return self.answer(exporting.share_file(found, club.timezone), headers=_file(f"{club.slug}.bgsplay"))
        headers = _file(f"{club.slug}-plays.csv") if kind == "csv" else None
        return self.answer(exporting.rows(found), headers=headers)


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
