"""What other websites may frame: the league table and tonight's scoreboard as pages of their own, without cookie or
storage. They answer everybody alike, from every origin (``null``, too: a sandboxed frame); a private club's take a
``?key=`` with a read-only token."""

from __future__ import annotations

import functools
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.languages import of_the_club
from league.models import Club
from league.pages import room, words
from league.pages.common import View, hidden, id_in, passer_by, refusal
from league.selectors import clubs, feeds, nights, playing, seasons, tables
from ledger.errors import Refused
from ledger.http.conditions import etag, not_modified
from ledger.reading import load, stream_of
from races import presenting
from races.principal import Principal

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors *"
)
ROWS = 10
FIRST = {"running": 0, "paused": 0, "open": 1}
"""What runs stands before what is only open, that before what is over."""
PLAYING_S, RESTING_S = 5, 30
"""How often a page asks whether there is news: while a game is played, and otherwise."""


def framed(view: View) -> View:
    """A page for frames of every origin. No cookie is looked at, and where a key was given nobody keeps the answer."""

    @require_safe
    @xframe_options_exempt
    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refused as refused:
            response = refusal(request, hidden(request, refused, kwargs))
        put = response.headers
        put["Content-Security-Policy"] = POLICY
        put["Access-Control-Allow-Origin"] = "*"
        put["Referrer-Policy"] = "no-referrer"  # the address may hold a key
        put.setdefault("Cache-Control", "private, no-store" if "key" in request.GET else "public, max-age=30")
        return response

    return answer


@framed
@of_the_club
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """A club's current table; ``?season=ID``: that season's."""
    who = passer_by(request)
    club = clubs.find(slug, who)
    wanted = id_in(request, "season")
    season = seasons.current(club) if wanted is None else seasons.find(wanted, who)
    if season is None or season.club != club.club:
        raise Refused("not_found", _("This club has no season yet."))
    shown = tables.of_season(season, who)
    return render(request, "pages/embed_table.html", {"club": club, "season": season, "table": shown})


@framed
@of_the_club
def scoreboard(request: HttpRequest, slug: str) -> HttpResponse:
    """Tonight's games as they stand and the head of the table; ``?label=``: only at this table, ``?game=ID``: only this
    game. Its script asks again now and then and names the ETag it has (``?known=``, which a sandboxed frame may send
    without asking first, and which needs no cache): 204 while nothing has happened, as others get 304."""
    who = passer_by(request)
    club = clubs.find(slug, who)
    asked = request.GET.copy()
    known = "".join(asked.pop("known", []))
    tag = etag(feeds.cursor_of(club.club), f"{who.caller} {get_language()} {asked.urlencode()}")
    if known == tag.strip('"'):
        response = HttpResponse(status=204)
    else:
        response = not_modified(request, tag) or _scoreboard(request, club, who, tag.strip('"'))
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache" if "key" in request.GET else "public, no-cache"
    return response


def _scoreboard(request: HttpRequest, club: Club, who: Principal, tag: str) -> HttpResponse:
    night, only = nights.current(club), id_in(request, "game")
    boards = _boards(club, who, only, request.GET.get("label"))
    on = any(board["board"].status in ("open", "running", "paused") for board in boards)
    season = seasons.current(club) if only is None else None
    context = {
        "club": club,
        "night": night,
        "boards": boards,
        "tag": tag,
        "again": PLAYING_S if on else RESTING_S,
        "rows": [] if season is None else tables.of_season(season, who).rows[:ROWS],
        "season": season,
    }
    return render(request, "pages/embed_scoreboard.html", context)


def _boards(club: Club, who: Principal, only: UUID | None, label: str | None) -> list[Any]:
    """The games to be shown, what is played now first."""
    if only is not None:
        wanted = [only]
    else:
        wanted = [row.id for row in playing.played_now(club) if label in (None, "", row.label)]
    boards = []
    for id in wanted:
        stream = stream_of(id, "game")
        if stream is None or stream.club != club.club:
            raise Refused("not_found", _("There is no such game."))
        loaded = load(stream)
        board = presenting.scoreboard(loaded, who)
        boards.append(
            {
                "board": board,
                "name": board.game.title or words.ruleset(board.game.ruleset),
                "headline": room.headline(loaded, room.names_of(board)),
                "said": room.said(board),
            }
        )
    return sorted(boards, key=lambda each: FIRST.get(each["board"].status, len(FIRST)))
