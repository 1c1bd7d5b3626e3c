"""One phone, several seats: who holds it now. ``/g/{id}/curtain`` draws a curtain before somebody's page, ``/act`` is
their tap on it, ``/forget`` gives a seat back.

Between two people's pages stands one with nothing on it but whom to give the phone to.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from league.held import Link, acting, held, hold, with_first
from league.pages import room, words
from league.pages.common import form, page
from league.selectors import clubs
from ledger.errors import Refused
from ledger.reading import Loaded, load
from races import links, presenting, service


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """``seat``: whose link; none: the host's."""

    seat: int | None = None


def behind_curtain(request: HttpRequest, game: UUID) -> Link | None:
    """The link that waits behind a drawn curtain."""
    link = acting(held(request), game)
    return link if link is not None and link.curtain and _alive(link) else None


def others(request: HttpRequest, loaded: Loaded) -> list[dict[str, Any]]:
    """Who else of this game plays on this phone: ``seat`` (None: the host), ``name``, ``colour``."""
    mine = [link for link in held(request) if link.owner.game == loaded.stream.id]
    return [_shown(link, loaded) for link in mine[1:] if _alive(link)]


def curtain_page(request: HttpRequest, game: UUID, waiting: Link) -> HttpResponse:
    """To whom to give the phone, and nothing else."""
    loaded = load(service.find(game, waiting.owner))
    frame = loaded.state.frame
    context = {
        "club": clubs.by_id(loaded.stream.club),
        "game": game,
        "name": frame.label or frame.title or words.ruleset(frame.ruleset.key),
        "to": _shown(waiting, loaded),
        "others": others(request, loaded),
    }
    response = render(request, "pages/curtain.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_POST
@page
def curtain(request: HttpRequest, game: UUID) -> HttpResponse:
    """Whoever holds the phone gives it away: from now on nobody acts."""
    return _first(request, game, drawn=True)


@require_POST
@page
def act(request: HttpRequest, game: UUID) -> HttpResponse:
    """Whoever it was meant for holds the phone."""
    return _first(request, game, drawn=False)


def _first(request: HttpRequest, game: UUID, *, drawn: bool) -> HttpResponse:
    seat = form(request, Holder).seat
    mine = held(request)
    found = next((link for link in mine if (link.owner.game, link.owner.seat) == (game, seat)), None)
    if found is None:
        raise Refused("not_your_seat", _("This phone has no link of that seat; scan its code."))
    response = HttpResponseRedirect(f"/g/{game}")
    hold(response, with_first(mine, msgspec.structs.replace(found, curtain=drawn)))
    return response


@require_POST
@page
def forget(request: HttpRequest, game: UUID) -> HttpResponse:
    """This browser gives its seat (or the host's desk) back: the link stays good, the cookie goes. Who else plays on
    this phone waits behind the curtain."""
    mine = held(request)
    gone = acting(mine, game)
    left = tuple(link for link in mine if link is not gone)
    following = acting(left, game)
    if following is not None:
        left = with_first(left, msgspec.structs.replace(following, curtain=True))
    response = HttpResponseRedirect(f"/g/{game}")
    hold(response, left)
    return response


def _alive(link: Link) -> bool:
    assert link.owner.game is not None
    try:
        links.require_alive(link.owner, load(service.find(link.owner.game, link.owner)).state)
    except Refused:
        return False
    return True


def _shown(link: Link, loaded: Loaded) -> dict[str, Any]:
    seat = link.owner.seat
    chair = loaded.state.frame.chair(seat)
    if chair is None:
        return {"seat": None, "name": _("the host"), "colour": ""}
    names = room.names_of(presenting.scoreboard(loaded, link.owner))
    return {"seat": seat, "name": names.get(chair.seat, _("seat {seat}").format(seat=seat)), "colour": chair.colour}
