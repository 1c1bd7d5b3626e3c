"""``/g/{id}/rewind/{version}``: the table plays on from an older step. How it stood then is shown first."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league.pages import refusals, room
from league.pages.common import form, page, viewer
from league.pages.effects import compared
from league.selectors import clubs
from ledger.errors import Refused
from ledger.reading import load_at
from races import presenting, service
from races.frame import merge_seats
from races.rules.protocol import Reason
from races.shell import Rewind


class Rewinding(msgspec.Struct, frozen=True, kw_only=True):
    reason: Reason


@require_http_methods(["GET", "HEAD", "POST"])
@page
def rewind(request: HttpRequest, game: UUID, at: int) -> HttpResponse:
    """Back to after step ``at``; nothing is erased, and what came after it doesn't count."""
    who = viewer(request)
    loaded = service.read(game, who)
    service.require_host(who, loaded.stream)
    if not 1 <= at < loaded.version:
        raise Refused("not_found", _("There is nothing like that here."))
    names = room.names_of(presenting.scoreboard(loaded, who))
    then = merge_seats(load_at(loaded.stream, at).state, loaded.state.frame)
    context: dict[str, Any] = {
        "club": clubs.by_id(loaded.stream.club),
        "game": game,
        "at": at,
        "effect": compared(loaded, loaded.state, then, who, names),
    }
    if request.method == "POST":
        try:
            service.do(loaded.stream, who, Rewind(to=at, reason=form(request, Rewinding).reason))
            return HttpResponseRedirect(f"/g/{game}")
        except Refused as refused:
            context["refused"] = refusals.told(refused)
    return render(request, "pages/rewind.html", context)
