"""``/g/{id}``: a game, live: a seat's board, the host's desk, or what a watcher sees."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_POST, require_safe

from league.pages import holding, room, sentences, texts, words
from league.pages.common import json_page, key_of, open_to_frames, page, viewer
from league.selectors import clubs
from ledger.correcting import correctable
from ledger.digits import whole
from ledger.errors import Refused
from ledger.http import parsing
from ledger.reading import Loaded, load_at
from ledger.store import Outcome
from races import presenting, service, shell
from races.principal import Principal


@require_safe
@page
def game(request: HttpRequest, game: UUID) -> HttpResponse:
    """The game for whoever looks; what happens from here on comes live. ``?for=SEAT``: a host moves for that seat."""
    waiting = holding.behind_curtain(request, game)
    if waiting is not None:
        return holding.curtain_page(request, game, waiting)
    who = viewer(request)
    loaded = service.read(game, who)
    context = room_context(request, loaded, who, _for_seat(request, loaded, who))
    response = render(request, "pages/game.html", context)
    if context["others"]:
        response.headers["Cache-Control"] = "no-store"  # going back must not show another one's cards
    return response


def _for_seat(request: HttpRequest, loaded: Loaded, who: Principal) -> int | None:
    """The seat a host moves for. Refuses ``wrong_scope, not_found``."""
    seat = version_in(request, "for")
    if seat is None:
        return None
    service.require_host(who, loaded.stream)
    if loaded.state.frame.chair(seat) is None:
        raise Refused("not_found", _("There is no such seat in this game."))
    return seat


def room_context(request: HttpRequest, loaded: Loaded, who: Principal, for_seat: int | None = None) -> dict[str, Any]:
    """What the templates of a game's pages need: the game now, and all its script must know."""
    board = presenting.scoreboard(loaded, who)
    names = room.names_of(board)
    ruleset = loaded.state.frame.ruleset
    acting = room.role(loaded, who)
    told = sentences.of_game(ruleset)
    id, key, language = loaded.stream.id, key_of(request, "?"), get_language()  # the script stays in the page's own
    seen_as = room.seen_as(loaded, who)
    for_part = "" if for_seat is None else f"&for={for_seat}"
    return {
        "club": clubs.by_id(loaded.stream.club),
        "game": id,
        "board": board,
        "name": board.game.title or words.ruleset(board.game.ruleset),
        "headline": room.headline(loaded, names),
        "said": room.said(board),
        "role": acting,
        "others": holding.others(request, loaded),
        "seat": next((seat for seat in board.seats if seat.seat == (who.seat if acting == "seat" else for_seat)), None),
        "lines": sentences.latest(loaded, told, names),
        "mendable": {made.first for made in correctable(loaded.stream)} if acting == "host" else (),
        "now": room.now(loaded, who, for_seat=for_seat),
        "for_seat": for_seat,
        "texts": texts.of_scripts(language),
        "fixed": {
            "board": ruleset.board(),
            "told": told,
            "words": words.tables(),
            "now_at": f"/g/{id}/now?as={seen_as}&lang={language}{for_part}{key_of(request, '&')}",
            "moves_at": None if acting == "watch" else f"/g/{id}/moves?as={seen_as}&lang={language}",
            "live_at": f"/api/v1/games/{id}/live{key}",
            "for_seat": for_seat,
            "mend_at": f"/g/{id}/mend" if acting == "host" else None,
            "kept": sorted(shell.KEPT),
            "token": None if acting == "watch" else get_token(request),
        },
    }


@require_safe
@json_page
def now(request: HttpRequest, game: UUID) -> HttpResponse:
    """The game as :func:`league.pages.room.now` tells it. ``?since=VERSION``: 204 where nothing is newer;
    ``?at=VERSION``: as it was then."""
    who = viewer(request)
    loaded = service.read(game, who)
    require_same(request, loaded, who)
    at = version_in(request, "at")
    if at is not None:
        told = room.now(load_at(loaded.stream, min(at, loaded.version)), who, history=True)
    elif version_in(request, "since") == loaded.version:
        return open_to_frames(request, HttpResponse(status=204), loaded.stream.club)
    else:
        told = room.now(loaded, who, for_seat=_for_seat(request, loaded, who))
    response = HttpResponse(msgspec.json.encode(told), content_type="application/json")
    return open_to_frames(request, response, loaded.stream.club)


def version_in(request: HttpRequest, name: str, least: int = 1) -> int | None:
    """The version that the address names in its query; None where it names none. Refuses ``invalid``."""
    text = request.GET.get(name)
    if text is None:
        return None
    version = whole(text, 2**31 - 1)
    if version is None or version < least:
        raise Refused("invalid", _("A version is a whole number from 1."))
    return version


@require_POST
@json_page
def move(request: HttpRequest, game: UUID) -> HttpResponse:
    """One move by the page's cookie. Django's CSRF check stands before it (token, and Origin where one is sent): the
    API itself takes no cookie for a POST. Headers and answers are those of ``POST /games/{id}/moves``."""
    parsing.check_content_type(request)
    body = parsing.decode(parsing.read(request), dict[str, Any])
    key = request.headers.get("Idempotency-Key")
    if key is not None and not (0 < len(key) <= 255 and key.isascii() and key.isprintable()):
        raise Refused("invalid", "Idempotency-Key: printable ASCII up to 255.")
    who = viewer(request)
    require_same(request, service.read(game, who), who)
    outcome: Outcome = service.play(game, who, body, key=key)
    events = presenting.events_out(outcome.events, presenting.audiences(who, outcome.stream))
    encoded = msgspec.json.encode({"version": outcome.version, "events": events})
    return HttpResponse(encoded, status=201, content_type="application/json")


def require_same(request: HttpRequest, loaded: Loaded, who: Principal) -> None:
    """A page says as whom it was loaded (``?as=``). Refuses ``not_your_seat`` where that is somebody else by now, a
    phone having been handed on: a tap on the old page must not be another one's move."""
    if request.GET.get("as", room.seen_as(loaded, who)) != room.seen_as(loaded, who):
        raise Refused("not_your_seat", _("This phone is somebody else's now: load the page again."))
