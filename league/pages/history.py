"""``/g/{id}/history``: everything that happened, race by race; the game as it stood after any step; and, for the host,
a way from each move to its correction."""

from __future__ import annotations

from itertools import groupby
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_safe

from league.pages import games, room, sentences
from league.pages.common import key_of, page, viewer
from ledger.reading import Loaded, Stored, load_at, stream_events
from races import presenting, service

PAGE = 500
CHAPTERS = {"race": gettext_noop("Race {n}"), "deal": gettext_noop("Deal {n}")}
QUIET = frozenset({"seed_opened", "salt_added", "link_renewed", "host_link_renewed", "decks_sealed", "still_sealed"})
"""Events for those who check; folded away from those who read."""


def _all(loaded: Loaded) -> list[Stored]:
    events: list[Stored] = []
    while True:
        more = stream_events(loaded.stream, events[-1].version if events else 0, PAGE, loaded.version)
        events += more
        if len(more) < PAGE:
            return events


@require_safe
@page
def history(request: HttpRequest, game: UUID) -> HttpResponse:
    """``?at=VERSION``: the state after that step stands on top."""
    who = viewer(request)
    loaded = service.read(game, who)
    context = games.room_context(request, loaded, who)
    at = games.version_in(request, "at")
    at = loaded.version if at is None else min(at, loaded.version)
    then = loaded if at == loaded.version else load_at(loaded.stream, at)
    zone = context["club"].timezone
    names = {int(seat): name for seat, name in context["now"]["names"].items()}
    lines = sentences.told_by(_all(loaded), context["fixed"]["told"], names, zone)
    board = presenting.scoreboard(then, who)
    for line in lines:
        line["mend"] = line["version"] in context["mendable"]
        line["quiet"] = line["type"] in QUIET
    context |= {
        "at": at,
        "last": loaded.version,
        "board": board,
        "headline": room.headline(then, names),
        "said": room.said(board),
        "chapters": _chapters(lines),
        "now": room.now(then, who, history=True),
        "query": key_of(request, "&"),
    }
    return render(request, "pages/history.html", context)


def _chapters(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines by race or deal, in order; what stands before the first one opens the first chapter."""
    where = gettext("Before the start")
    marked = []
    for line in lines:
        data = line["data"]
        for unit in ("race", "deal"):
            if isinstance(data.get(unit), int):
                where = gettext(CHAPTERS[unit]).format(n=data[unit])
        marked.append((where, line))
    chapters: list[dict[str, Any]] = []
    for title, group in groupby(marked, key=lambda each: each[0]):
        chapters.append({"title": title, "lines": [line for _, line in group]})
    return chapters
