"""Coming to a table: ``/{slug}/sit`` for whoever scans the furniture's code, ``/j`` for whoever was told a code."""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from league.pages import words
from league.pages.common import page, viewer
from league.selectors import clubs, nights
from league.selectors.games import of_night
from ledger.errors import Refused
from races import links


@require_safe
@page
def code(request: HttpRequest) -> HttpResponse:
    """From the field on the start page to the game's own address."""
    typed = "".join(request.GET.get("code", "").split()).rpartition("/")[2][:200]  # or the whole link, pasted
    if not typed:
        raise Refused("not_found", _("Type the code that stands on the screen or on the table."))
    return HttpResponseRedirect(f"/j/{quote(typed, safe='')}")


@require_safe
@page
def sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Tonight's games of the club that have a free chair; where there is one, it is gone to at once. ``?label=``: the
    code on a piece of furniture."""
    club = clubs.find(slug, viewer(request))
    night = nights.current(club)
    label = request.GET.get("label")
    rows = [] if night is None else of_night(club.club, night.id).exclude(status="finished").order_by("opened_at")
    open_games = [
        {"at": f"/j/{links.join_code(row.id)}", "name": row.label or row.title or words.ruleset(row.ruleset)}
        for row in rows
        if label in (None, "", row.label)
    ]
    if len(open_games) == 1:
        return HttpResponseRedirect(open_games[0]["at"])
    return render(request, "pages/sit.html", {"club": club, "games": open_games})
