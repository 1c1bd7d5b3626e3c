"""Seats of a game: added, closed, opened again, their links renewed. Who sits on them is the league's business."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from ledger.errors import Refused
from ledger.http.endpoint import operation
from races import presenting, service
from races.api.games import GameEndpoint, Moved
from races.keys import key_of
from races.presenting import SeatLink
from races.rules.protocol import AddSeat, CloseSeat, Move, Reason, ReopenSeat
from races.service import said
from races.shell import RenewLink

SEAT_CODES = ("wrong_scope", "no_token", "seat_closed", "seat_taken", "game_full", "join_closed", "game_over")


class NewSeat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An empty object: the chair gets the next number."""

    seat: Annotated[int, Meta(ge=1, le=99)] | None = None


class Seats(GameEndpoint):
    @operation(
        body=NewSeat,
        body_required=False,
        answer=SeatLink,
        status=201,
        scope="host",
        idempotent=True,
        codes=SEAT_CODES,
    )
    def post(self, request: Request, game: UUID) -> HttpResponse:
        """Add a chair for a latecomer."""
        body = self.body(NewSeat) or NewSeat()
        stream = service.find(game, self.caller)
        service.require_host(self.caller, stream)
        key = key_of(game, self.caller, self.idempotency_key(), "seats", msgspec.to_builtins(body))
        outcome = service.do(stream, self.caller, AddSeat(seat=body.seat), key=key)
        added = [
            msgspec.json.decode(event.record)["data"]["seat"] for event in outcome.events if event.type == "seat_added"
        ]
        frame = service.read(game, self.caller).state.frame
        chair = frame.chair(added[0]) if added else frame.seats[-1]
        shown = presenting.seat_link(game, chair, request)
        return self.created(shown, f"/api/v1/games/{game}/seats/{chair.seat}/link", replayed=outcome.replayed)


class SeatLinkView(GameEndpoint):
    @operation(answer=SeatLink, scope="host", codes=SEAT_CODES)
    def get(self, request: Request, game: UUID, seat: int) -> HttpResponse:
        """The seat's living link, shown again."""
        loaded = service.read(game, self.caller)
        service.require_host(self.caller, loaded.stream)
        chair = loaded.state.frame.chair(seat)
        if chair is None:
            raise Refused("not_found", f"There is no seat {seat} in this game.")
        return self.answer(presenting.seat_link(game, chair, request))

    @operation(answer=SeatLink, status=201, idempotent=True, scope="host", codes=SEAT_CODES)
    def post(self, request: Request, game: UUID, seat: int) -> HttpResponse:
        """A new link for the seat; the old one is dead at once."""
        stream = service.find(game, self.caller)
        key = key_of(game, self.caller, self.idempotency_key(), request.path, None)
        outcome = service.do(stream, self.caller, RenewLink(seat=seat), key=key)
        link = presenting.link_of(game, seat, said(outcome, "generation"), request)
        return self.created(link, f"/api/v1/games/{game}/seats/{seat}/link", replayed=outcome.replayed)


class CloseSeatView(GameEndpoint):
    @operation(answer=Moved, status=201, idempotent=True, scope="host", codes=SEAT_CODES)
    def post(self, request: Request, game: UUID, seat: int) -> HttpResponse:
        """The seat leaves the game after the running race; it keeps its money and its rank."""
        return _moved(self, request, game, CloseSeat(seat=seat))


class Why(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Readable in the club."""

    reason: Reason | None = None


class OpenSeatView(GameEndpoint):
    @operation(body=Why, body_required=False, answer=Moved, status=201, idempotent=True, scope="host", codes=SEAT_CODES)
    def post(self, request: Request, game: UUID, seat: int) -> HttpResponse:
        """The opposite of close: the seat plays again, with its money, its person and its link; or doesn't leave after
        the running race."""
        body = self.body(Why) or Why()
        return _moved(self, request, game, ReopenSeat(seat=seat, reason=body.reason), sent=msgspec.to_builtins(body))


class DefaultMove(GameEndpoint):
    @operation(answer=Moved, status=201, idempotent=True, scope="host", codes=SEAT_CODES)
    def post(self, request: Request, game: UUID, seat: int) -> HttpResponse:
        """Play the ruleset's stated default for a seat that sleeps; the host sees no cards."""
        loaded = service.read(game, self.caller)
        service.require_host(self.caller, loaded.stream)
        if loaded.state.frame.chair(seat) is None:
            raise Refused("not_found", f"There is no seat {seat} in this game.")
        move = loaded.state.frame.ruleset.default(loaded.state.play, seat)
        if move is None:
            raise Refused("not_your_turn", f"Nobody waits for seat {seat}: there is nothing to play for it.")
        return _moved(self, request, game, move, for_seat=seat)


def _moved(
    view: GameEndpoint, request: Request, game: UUID, move: Move, *, for_seat: int | None = None, sent: Any = None
) -> HttpResponse:
    """``sent``: the request's body, by which a repeated request is known."""
    stream = service.find(game, view.caller)
    key = key_of(game, view.caller, view.idempotency_key(), request.path, sent)
    outcome = service.do(stream, view.caller, move, for_seat=for_seat, key=key)
    who = presenting.audiences(view.caller, stream)
    body = {"version": outcome.version, "events": presenting.events_out(outcome.events, who)}
    return view.created(body, f"/api/v1/games/{game}", replayed=outcome.replayed)
