"""Games: what they are, what can be done, what was done."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from ledger.errors import Refused
from ledger.http.conditions import etag
from ledger.http.endpoint import Endpoint, operation
from ledger.http.events import EventOut, places
from ledger.http.links import absolute
from ledger.http.paging import FeedQuery, Page, feed_page
from ledger.reading import load_at, stream_events
from ledger.sql import query
from races import links, presenting, refusals, service
from races.keys import key_of
from races.people import is_public
from races.presenting import GameOut, Scoreboard
from races.shell import RenewHostLink

MOVE_CODES = (*refusals.MOVES, "wrong_scope", "no_token", "dice_already_seen", "already_recorded")


class GameQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    at: Annotated[int, Meta(ge=1, le=2**31 - 1, description="The game as it was after this version.")] | None = None
    seat: Annotated[int, Meta(ge=1, le=99, description="For a host: through the eyes of this seat.")] | None = None


class SeatQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=1, le=99, description="For a host: what this seat may do.")] | None = None


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """``version``: of the game after the move; ``events``: what the move did."""

    version: int
    events: list[EventOut]


class RecordedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move in the log. ``version``: of its first event; ``outcome``: the types of its events, in order."""

    version: int
    move: dict[str, Any]
    actor: dict[str, Any]
    recorded_at: str
    outcome: list[str]


class PostingOut(msgspec.Struct, frozen=True, kw_only=True):
    """``from`` and ``to``: accounts (``bank``, ``seat:1``); whole dollars."""

    version: int
    payer: str = msgspec.field(name="from")
    payee: str = msgspec.field(name="to")
    amount: int
    why: str


class GameEndpoint(Endpoint):
    """Base of a game's addresses."""

    tags = ("games",)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method in ("GET", "HEAD"):
            stream = service.find(kwargs["game"], self.caller)
            if is_public(stream.club):
                self.allow_any_origin()


class GameView(GameEndpoint):
    @operation(answer=GameOut, query=GameQuery, public=True, etag=True, codes=("not_your_seat",))
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """One game, as the caller may see it."""
        asked = self.query(GameQuery)
        loaded = service.read(game, self.caller)
        seat = service.viewing_seat(self.caller, loaded.stream, asked.seat)
        if asked.at is not None:
            loaded = load_at(loaded.stream, asked.at)
        about = presenting.around(loaded, self.caller)
        viewer = f"{self.caller.caller} {seat} {asked.at} {service.hosts(self.caller, loaded.stream)} {about.mark()}"

        def shown() -> GameOut:
            seen = service.shown(loaded, self.caller, seat)
            return presenting.game_out(seen, self.caller, seat, request, about)

        return self.cached(etag(loaded.version, viewer), shown)


class LegalMoves(GameEndpoint):
    @operation(answer=list[dict[str, Any]], query=SeatQuery, public=True, codes=("not_your_seat",))
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """What may be done now: by the seat of the token, or by the host (or, for a host, by ``seat``)."""
        asked = self.query(SeatQuery)
        loaded = service.read(game, self.caller)
        seat = service.viewing_seat(self.caller, loaded.stream, asked.seat)
        if seat is None:
            service.require_host(self.caller, loaded.stream)
        elif loaded.state.frame.chair(seat) is None:
            raise Refused("not_found", f"There is no seat {seat} in this game.")
        state = service.shown(loaded, self.caller, seat).state
        return self.answer(state.frame.ruleset.legal(state.play, seat))


class Moves(GameEndpoint):
    @operation(answer=Page[RecordedMove], query=FeedQuery, public=True)
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """The recorded moves with actor and outcome, after version ``after``."""
        asked = self.query(FeedQuery)
        stream = service.read(game, self.caller).stream
        moves: list[RecordedMove] = []
        last = None
        for event in stream_events(stream, asked.after, asked.limit):
            record = msgspec.json.decode(event.record)
            if record["n"] == 1:
                moves.append(
                    RecordedMove(
                        version=event.version,
                        move=record["move"],
                        actor=record["actor"],
                        recorded_at=record["at"],
                        outcome=[event.type],
                    )
                )
            elif moves:
                moves[-1].outcome.append(event.type)
            last = event.version
        page = feed_page(moves, asked.limit, None, request)
        if last is not None and last - asked.after >= asked.limit:
            if len(moves) > 1:  # the last one may go on on the next page: leave it to that
                last = moves.pop().version - 1
            page = feed_page(moves, len(moves), last, request)
        return self.answer(page)

    @operation(
        body=service.documented_moves(),
        answer=Moved,
        status=201,
        scope="read",
        idempotent=True,
        if_match=True,
        codes=MOVE_CODES,
    )
    def post(self, request: Request, game: UUID) -> HttpResponse:
        """Make a move.

        The body is one of the ruleset's moves (``GET /rulesets/{key}``), told apart by ``type``. A host may move for a
        seat by giving ``seat``.
        """
        body = self.body(dict[str, Any])
        outcome = service.play(game, self.caller, body, key=self.idempotency_key(), expected=self.if_match())
        who = presenting.audiences(self.caller, outcome.stream)
        first = outcome.events[0].version if outcome.events else outcome.version
        return self.created(
            {"version": outcome.version, "events": presenting.events_out(outcome.events, who)},
            f"/api/v1/games/{game}/moves?after={first - 1}&limit=1",
            replayed=outcome.replayed,
        )


class Events(GameEndpoint):
    @operation(answer=Page[EventOut], query=FeedQuery, public=True, formats=("json", "jsonl"))
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """The game's events after version ``after``."""
        asked = self.query(FeedQuery)
        stream = service.read(game, self.caller).stream
        events = stream_events(stream, asked.after, asked.limit)
        # Lines are taken away to be verified elsewhere: they say what they belong to.
        where = places(night=service.night_of(stream), game=game) if self.answers_lines() else b""
        shown = presenting.events_out(events, presenting.audiences(self.caller, stream), where)
        return self.answer(feed_page(shown, asked.limit, events[-1].version if events else None, request))


class ScoreboardView(GameEndpoint):
    @operation(answer=Scoreboard, public=True, etag=True)
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """What a scoreboard shows of the game; one shape for every ruleset."""
        loaded = service.read(game, self.caller)
        about = presenting.around(loaded, self.caller)
        tag = etag(loaded.version, f"{self.caller.caller} {about.mark()}")
        return self.cached(tag, lambda: presenting.scoreboard(loaded, self.caller, about))


class Postings(GameEndpoint):
    @operation(answer=list[PostingOut], public=True)
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """Every dollar that moved in the game, in order."""
        stream = service.read(game, self.caller).stream
        rows = query(
            "SELECT version, payer, payee, amount, why FROM ledger_posting WHERE club = %s AND stream = %s"
            " ORDER BY version, idx",
            [stream.club, stream.id],
        )
        return self.answer(
            [
                PostingOut(version=v, payer=payer, payee=payee, amount=amount, why=why)
                for v, payer, payee, amount, why in rows
            ]
        )


class Audit(GameEndpoint):
    @operation(answer=dict[str, Any], public=True)
    def get(self, request: Request, game: UUID) -> HttpResponse:
        """Chain, sealed parts, dice, re-execution of every move, postings and projections of the game, checked now."""
        from ledger.audit import audit_stream

        return self.answer(audit_stream(service.read(game, self.caller).stream))


class Links(msgspec.Struct, frozen=True, kw_only=True):
    token: str
    host_url: str


class HostLink(GameEndpoint):
    @operation(answer=Links, status=201, idempotent=True, scope="host", codes=("wrong_scope", "no_token"))
    def post(self, request: Request, game: UUID) -> HttpResponse:
        """A new host link; the old one is dead at once."""
        stream = service.find(game, self.caller)
        key = key_of(game, self.caller, self.idempotency_key(), request.path, None)
        outcome = service.do(stream, self.caller, RenewHostLink(), key=key)
        token = links.host_token(game, service.said(outcome, "generation"))
        made = Links(token=token, host_url=absolute(f"/j/{token}", request))
        return self.created(made, f"/api/v1/games/{game}", replayed=outcome.replayed)
