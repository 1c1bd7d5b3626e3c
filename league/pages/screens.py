"""The big screen and the stream overlay: ``/g/{id}/screen`` of one game, ``/{slug}/screen`` and ``/{slug}/overlay`` of
whatever is played now (``?label=``: at this table)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.languages import of_the_club
from league.models import Club
from league.pages import games
from league.pages.codes import qr
from league.pages.common import id_in, json_page, key_of, open_to_frames, page, passer_by, viewer
from league.selectors import clubs, nights, playing, seasons, tables
from ledger.http.links import absolute
from ledger.reading import Loaded, load, stream_of
from races import links, service
from races.calling import CalledOut
from races.principal import Principal

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
    who = passer_by(request)
    response = _follow(request, clubs.find(slug, who), who, "overlay")
    response.headers["Content-Security-Policy"] = FRAMED
    return response


@require_safe
@json_page
def current(request: HttpRequest, slug: str) -> HttpResponse:
    """Which game the club's screens show now; ``?following=ID``: one that shows this game."""
    club = clubs.find(slug, viewer(request))
    game = _playing(club, request.GET.get("label"), id_in(request, "following"))
    body = {"game": None if game is None else str(game)}
    response = HttpResponse(msgspec.json.encode(body), content_type="application/json")
    return open_to_frames(request, response, club.club)


def _playing(club: Club, label: str | None, following: UUID | None = None) -> UUID | None:
    game = playing.to_show(club, label, following)
    return None if game is None else game.id


def _follow(request: HttpRequest, club: Club, who: Principal, kind: str) -> HttpResponse:
    game = _playing(club, request.GET.get("label"))
    stream = None if game is None else stream_of(game, "game")
    follow = f"/{club.slug}/screen/now?{request.GET.urlencode()}"
    if stream is None:
        return _wait(request, club, who, kind, follow)
    return _show(request, load(stream), who, kind, follow)


def _wait(request: HttpRequest, club: Club, who: Principal, kind: str, follow: str) -> HttpResponse:
    """Nothing is played: which night is next, the league table, and how a phone gets here."""
    context = {"club": club, "kind": kind, "follow": follow}
    if kind == "screen":
        address = absolute("/connect", request)
        night = nights.current(club)
        context |= {"night": night, "connect": {"url": address, "qr": qr(address)}, **_league(club, who)}
    return render(request, "pages/waiting.html", context)


def _show(request: HttpRequest, loaded: Loaded, who: Principal, kind: str, follow: str = "") -> HttpResponse:
    context: dict[str, Any] = games.room_context(request, loaded, who)
    game, club = loaded.stream.id, context["club"]
    called = isinstance(loaded.state.frame.ruleset, CalledOut)
    context["fixed"] |= {
        "moves_at": None,
        "token": None,
        "follow_at": follow or None,
        "game": str(game),
        "calls_at": f"/g/{game}/calls?lang={get_language()}{key_of(request, '&')}" if called else None,
        "dice": next((line["data"]["dice"] for line in context["lines"] if line["type"] == "rolled"), None),
        "latest": [{"type": line["type"], "text": line["text"]} for line in context["lines"]],
        "credentials": "omit" if kind == "overlay" else "same-origin",
    }
    context["kind"] = kind
    if kind == "screen":
        context |= _league(club, who)
        context["join"] = _join(request, loaded, club, who)
    return render(request, f"pages/{kind}.html", context)


def _league(club: Club, who: Principal) -> dict[str, Any]:
    season = seasons.current(club)
    return {} if season is None else {"season": season, "rows": tables.of_season(season, who).rows[:ROWS]}


def _join(request: HttpRequest, loaded: Loaded, club: Club, who: Principal) -> dict[str, str] | None:
    """How to sit down: on the host's own screen, and on everybody's while the game is one of tonight's, as
    ``/{slug}/sit`` tells them too."""
    night = nights.current(club)
    tonight = night is not None and loaded.state.frame.night == night.id
    if not tonight and not service.hosts(who, loaded.stream):
        return None
    code = links.join_code(loaded.stream.id)
    address = absolute(f"/j/{code}", request)
    return {"code": code, "url": address, "qr": qr(address)}
