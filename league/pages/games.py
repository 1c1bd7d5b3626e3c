"""``/g/{id}``: a game as text, live."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages import sentences
from league.pages.common import key_of, page, viewer
from league.selectors import clubs
from ledger.reading import Loaded, stream_events
from ledger.records import time_text
from races import presenting, service
from races.principal import Principal

LINES = 500


class Data(msgspec.Struct):
    """Of a record only its event's fields."""

    data: dict[str, Any]


@require_safe
@page
def game(request: HttpRequest, game: UUID) -> HttpResponse:
    """Scoreboard and events of a game, oldest first; more come live."""
    who = viewer(request)
    loaded = service.read(game, who)
    told = sentences.of_game(loaded.state.frame.ruleset)
    names = _names(loaded, who)
    first = max(0, loaded.version - LINES)
    events = stream_events(loaded.stream, first, LINES, loaded.version)
    context = {
        "club": clubs.by_id(loaded.stream.club),
        "board": presenting.scoreboard(loaded, who),
        "lines": [
            {
                "version": event.version,
                "at": time_text(event.at)[11:19],
                "text": sentences.line(told, event.type, msgspec.json.decode(event.record, type=Data).data, names),
            }
            for event in events
        ],
        "told": {"sentences": told, "seats": names},
        "live": f"/api/v1/games/{game}/live?after={loaded.version}{key_of(request, '&')}",
        "board_at": f"/g/{game}/board{key_of(request, '?')}",
    }
    return render(request, "pages/game.html", context)


@require_safe
@page
def board(request: HttpRequest, game: UUID) -> HttpResponse:
    """Just the scoreboard, for the page that is open already."""
    who = viewer(request)
    loaded = service.read(game, who)
    return render(request, "pages/_board.html", {"board": presenting.scoreboard(loaded, who)})


def _names(loaded: Loaded, who: Principal) -> dict[int, str]:
    """Seat → name, for those who have one to show."""
    shown = presenting.scoreboard(loaded, who).seats
    return {
        seat.seat: f"{seat.member.name} (bot)" if seat.bot else seat.member.name
        for seat in shown
        if seat.member is not None and seat.member.name
    }
