"""``/g/{id}/seats``: who sits where, and the links and QR codes that lead there; for the host, to show and to print."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.facts.base import Name
from league.pages import room, words
from league.pages.codes import qr
from league.pages.common import form, page, viewer
from league.selectors import clubs, members
from league.services.games import Sitter, sit
from ledger.errors import Refused
from ledger.http.links import absolute
from ledger.reading import Loaded
from races import presenting, service
from races.principal import Principal
from races.rules.protocol import AddSeat, CloseSeat, Move, Reason, ReopenSeat
from races.shell import RenewHostLink, RenewLink


class SeatForm(msgspec.Struct, frozen=True, kw_only=True):
    """``do``: ``renew``, ``close``, ``open``, ``free``, ``default``, ``sit`` (with ``name`` or ``member``; ``since``
    "start": it was them all along)."""

    do: str
    since: Literal["start", "now"] = "now"
    reason: Reason | None = None
    name: Name | None = None
    member: UUID | None = None


def _hosted(request: HttpRequest, game: UUID) -> tuple[Loaded, Principal]:
    who = viewer(request)
    loaded = service.read(game, who)
    service.require_host(who, loaded.stream)
    return loaded, who


@require_safe
@never_cache
@page
def seats(request: HttpRequest, game: UUID) -> HttpResponse:
    """Links and codes. They are derived each time and stay good until they are renewed."""
    loaded, who = _hosted(request, game)
    board = presenting.scoreboard(loaded, who)
    links = presenting.game_links(loaded, True, request)
    names = room.names_of(board)
    states = {chair.seat: chair.state for chair in loaded.state.frame.seats}
    back = loaded.state.frame.ruleset.legal(loaded.state.play, None)
    reopenable = {move["seat"] for move in back if move["type"] == "open_seat"}
    context = {
        "club": clubs.by_id(loaded.stream.club),
        "game": game,
        "board": board,
        "name": board.game.title or words.ruleset(board.game.ruleset),
        "join": {"url": links["join_url"], "code": links["join_code"], "qr": qr(links["join_url"])},
        "host": {"url": links["host_url"], "qr": qr(links["host_url"])},
        "screen": absolute(f"/g/{game}/screen", request),
        "members": members.published_names(loaded.stream.club),
        "chairs": [
            {
                "seat": link.seat,
                "name": names.get(link.seat, ""),
                "state": states[link.seat],
                "leaving": link.seat in reopenable and states[link.seat] != "closed",
                "colour": next(seat.colour for seat in board.seats if seat.seat == link.seat),
                "url": link.join_url,
                "qr": qr(link.join_url),
            }
            for link in links["seats"]
        ],
    }
    return render(request, "pages/seats.html", context)


@require_POST
@page
def seat(request: HttpRequest, game: UUID, seat: int) -> HttpResponse:
    """A new link, another person, an empty or a closed chair, or one that is back."""
    loaded, who = _hosted(request, game)
    sent = form(request, SeatForm)
    if loaded.state.frame.chair(seat) is None:
        raise Refused("not_found", _("There is no such seat in this game."))
    moves: dict[str, Move] = {
        "renew": RenewLink(seat=seat),
        "close": CloseSeat(seat=seat),
        "open": ReopenSeat(seat=seat, reason=sent.reason),
    }
    if sent.do in moves:
        service.do(loaded.stream, who, moves[sent.do])
    elif sent.do == "free":
        sit(game, seat, Sitter(), who)
    elif sent.do == "sit":
        if (sent.name is None) == (sent.member is None):
            raise Refused("invalid", _("Type a name, or choose one from the list."))
        sit(game, seat, Sitter(member=sent.member, guest=sent.name), who, since=sent.since, reason=sent.reason)
    elif sent.do == "default":
        _play_default(loaded, who, seat)
        return HttpResponseRedirect(f"/g/{game}")
    else:
        raise Refused("invalid", _("There is nothing like that to do with a seat."))
    return HttpResponseRedirect(f"/g/{game}/seats#seat-{seat}")


def _play_default(loaded: Loaded, who: Principal, seat: int) -> None:
    """As ``POST /games/{id}/seats/{n}/default``: the host sees no cards."""
    move = loaded.state.frame.ruleset.default(loaded.state.play, seat)
    if move is None:
        raise Refused("not_your_turn", _("Nobody waits for this seat: there is nothing to play for it."))
    service.do(loaded.stream, who, move, for_seat=seat)


@require_POST
@page
def add(request: HttpRequest, game: UUID) -> HttpResponse:
    """A chair for a latecomer."""
    loaded, who = _hosted(request, game)
    service.do(loaded.stream, who, AddSeat())
    return HttpResponseRedirect(f"/g/{game}/seats")


@require_POST
@page
def renew_host(request: HttpRequest, game: UUID) -> HttpResponse:
    """A new host link; whoever hosts by the old one must open it."""
    loaded, who = _hosted(request, game)
    service.do(loaded.stream, who, RenewHostLink())
    return HttpResponseRedirect(f"/g/{game}/seats" if who.game is None else f"/g/{game}")
