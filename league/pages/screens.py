"""The big screen and the stream overlay: ``/g/{id}/screen`` of one game, ``/{slug}/screen`` and ``/{slug}/overlay`` of
whatever is played now (``?label=``: at this table)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.languages import of_the_club
from league.models import Club
from league.pages import games
from league.pages.codes import qr
from league.pages.common import json_page, key_of, page, viewer
from league.selectors import clubs, nights, seasons, tables
from league.selectors.games import of_night
from ledger.reading import Loaded, load, stream_of
from races import presenting, service
from races.principal import ANONYMOUS, Principal

ROWS = 10
FRAMED = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'"
)


@require_safe
@page
@of_the_club
def screen(request: HttpRequest, game: UUID) -> HttpResponse:
    """One game on a TV."""
    who = viewer(request)
    return _show(request, service.read(game, who), who, "screen")


@require_safe
@page
@of_the_club
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The game that is being played, and the next one when it comes."""
    who = viewer(request)
    return _follow(request, clubs.find(slug, who), who, "screen")


@require_safe
@xframe_options_exempt
@page
@of_the_club
def overlay(request: HttpRequest, slug: str) -> HttpResponse:
    """For a stream: transparent, may be framed, looks at no cookie (a private club's takes ``?key=``)."""
    who = viewer(request) if "key" in request.GET else ANONYMOUS
    response = _follow(request, clubs.find(slug, who), who, "overlay")
    response.headers["Content-Security-Policy"] = FRAMED
    return response


@require_safe
@json_page
def current(request: HttpRequest, slug: str) -> HttpResponse:
    """Which game the club's screens show now."""
    who = viewer(request)
    club = clubs.find(slug, who)
    game = _playing(club, request.GET.get("label"))
    body = {"game": None if game is None else str(game)}
    response = HttpResponse(msgspec.json.encode(body), content_type="application/json")
    if club.public:
        response.headers["Access-Control-Allow-Origin"] = "*"
    return response


def _playing(club: Club, label: str | None) -> UUID | None:
    """Of tonight's games (at this table): one that runs, else one that is open, else the last one."""
    night = nights.current(club)
    if night is None:
        return None
    rows = of_night(club.club, night.id).order_by("-opened_at")
    found = [(row.status, row.id) for row in rows if label in (None, "", row.label)]
    for status in ("running", "paused", "open"):
        for each, id in found:
            if each == status:
                return id
    return found[0][1] if found else None


def _follow(request: HttpRequest, club: Club, who: Principal, kind: str) -> HttpResponse:
    game = _playing(club, request.GET.get("label"))
    label = request.GET.get("label", "")
    stream = None if game is None else stream_of(game, "game")
    follow = f"/{club.slug}/screen/now?{request.GET.urlencode()}"
    if stream is None:
        return render(request, "pages/waiting.html", {"club": club, "kind": kind, "follow": follow, "label": label})
    return _show(request, load(stream), who, kind, follow)


def _show(request: HttpRequest, loaded: Loaded, who: Principal, kind: str, follow: str = "") -> HttpResponse:
    context: dict[str, Any] = games.room_context(request, loaded, who)
    context["fixed"] |= {"moves_at": None, "token": None, "follow_at": follow or None, "game": str(loaded.stream.id)}
    context |= {"kind": kind, "key": key_of(request, "?")}
    season = seasons.current(context["club"]) if kind == "screen" else None
    if season is not None:
        context |= {"season": season, "rows": tables.of_season(season, who).rows[:ROWS]}
    if service.hosts(who, loaded.stream) and kind == "screen":
        links = presenting.game_links(loaded, True, request)
        context["join"] = {"code": links["join_code"], "url": links["join_url"], "qr": qr(links["join_url"])}
    return render(request, f"pages/{kind}.html", context)
