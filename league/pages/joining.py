"""``/j/{code}``: a join code, a seat's link or a host's link, opened on a phone.

Opening changes nothing (messengers open links to draw a preview); the button does: it takes the seat and sets the
cookie by which later pages know their owner.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league import familiar
from league.facts.base import Name
from league.held import Link, held, hold, with_first
from league.pages import refusals, words
from league.pages.common import page
from league.selectors import clubs, games, members
from league.services.games import Sitter, join
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.http import parsing
from ledger.http.codes import code_of
from ledger.reading import Loaded, load, stream_of
from races import links, presenting
from races.principal import ANONYMOUS, Principal


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What the form sends, without the fields that were left empty."""

    name: Name | None = None
    member: UUID | None = None
    seat: int | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@page
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Who sits where, and a form to sit down; sent, it goes on to the game."""
    link = links.principal_of(code) if code.isascii() else None
    loaded = _game(code, link)
    if link is not None:
        links.require_alive(link, loaded.state)
    if request.method != "POST":
        return _form(request, loaded, link)
    if link is not None and not _is_free(loaded, link):
        return _go_on(request, loaded.stream, code)
    try:
        return _go_on(request, loaded.stream, _take(request, loaded, link))
    except Refused as refused:
        return _form(request, loaded, link, refused)


def _game(code: str, link: Principal | None) -> Loaded:
    game = games.by_code(code) if link is None else None
    id = link.game if link is not None else None if game is None else game.id
    stream = None if id is None else stream_of(id, "game")
    if stream is None:
        raise Refused("not_found", _("This link leads to no game; ask the host for a new one."))
    return load(stream)


def _is_free(loaded: Loaded, link: Principal) -> bool:
    """Is this the link of a seat on which nobody sits yet?"""
    return link.seat is not None and loaded.state.frame.chair(link.seat).state == "free"


def _take(request: HttpRequest, loaded: Loaded, link: Principal | None) -> str:
    """Takes the seat that was chosen. → its token."""
    typed = {name: request.POST.get(name, "").strip() for name in ("name", "member", "seat")}
    fields = {name: text for name, text in typed.items() if text}
    form = parsing.convert(fields, Form, root="")
    if (form.name is None) == (form.member is None):
        raise Refused("invalid", _("Type your name, or choose it from the list."))
    seat = form.seat if link is None else link.seat
    _joined, taken, _outcome = join(loaded.stream, Sitter(member=form.member, guest=form.name), seat=seat)
    chair = load(loaded.stream).state.frame.chair(taken)
    return links.seat_token(loaded.stream.id, taken, chair.generation)


def _form(request: HttpRequest, loaded: Loaded, link: Principal | None, refused: Refused | None = None) -> HttpResponse:
    club = loaded.stream.club
    shown = presenting.game_out(loaded, link or ANONYMOUS, None, request)
    context: dict[str, Any] = {
        "club": clubs.by_id(club),
        "game": shown,
        "host": link is not None and link.seat is None,
        "seat": None if link is None or link.seat is None else next(s for s in shown.seats if s.seat == link.seat),
        "takes": link is None or _is_free(loaded, link),
        "members": members.published_names(club),
        "familiar": _familiar(request, loaded, link),
        "full": link is None and all(each.state != "free" for each in shown.seats),
        "refused": None if refused is None else refusals.told(refused),
        "name": shown.title or words.ruleset(shown.ruleset),
        "name_typed": request.POST.get("name", "")[:80],
        "mine": _mine(request, loaded, shown),
    }
    return render(request, "pages/join.html", context, status=200 if refused is None else code_of(refused.code).status)


def _mine(request: HttpRequest, loaded: Loaded, shown: presenting.GameOut) -> list[presenting.SeatOut]:
    """The seats of this game that this browser holds already, the one last used first."""
    seats = {seat.seat: seat for seat in shown.seats}
    found = []
    for link in held(request):
        chair = loaded.state.frame.chair(link.owner.seat) if link.owner.game == loaded.stream.id else None
        if chair is not None and chair.generation == link.owner.generation and chair.state == "taken":
            found.append(seats[chair.seat])
    return found


def _familiar(request: HttpRequest, loaded: Loaded, link: Principal | None) -> list[tuple[UUID, str]]:
    """Who has sat down with this browser before and sits on no chair of this game."""
    sitting = {chair.member for chair in loaded.state.frame.seats}
    known = familiar.named(request, loaded.stream.club, link or ANONYMOUS)
    return [(id, name) for id, name in known if id not in sitting]


def _go_on(request: HttpRequest, stream: Stream, token: str) -> HttpResponse:
    """The browser holds this link too, and acts by it from now on."""
    response = HttpResponseRedirect(f"/g/{stream.id}")
    owner = links.principal_of(token)
    assert owner is not None
    hold(response, with_first(held(request), Link(token, owner)))
    chair = load(stream).state.frame.chair(owner.seat)
    if chair is not None and chair.member is not None:
        familiar.remember(request, response, chair.member)
    return response
