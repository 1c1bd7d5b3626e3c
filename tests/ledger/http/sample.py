"""A small API built from the kit, for its tests: a few endpoints and what Django does around them."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal
from uuid import UUID

import msgspec
import psycopg
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import include, path
from msgspec import Meta
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from ledger.errors import Refused, Unavailable
from ledger.http.conditions import etag
from ledger.http.endpoint import Endpoint, operation
from ledger.http.paging import FeedQuery, Page, feed_page


class Bet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="place_bet"):
    marker: Annotated[str, Meta(max_length=20)]
    spot: Annotated[str, Meta(max_length=40)]
    until_roll: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class Roll(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag="roll"):
    dice: tuple[Annotated[int, Meta(ge=1, le=6)], Annotated[int, Meta(ge=1, le=6)]]
    why: Literal["played", "entered"] = "played"


class Moved(msgspec.Struct, frozen=True):
    version: int
    body: Bet | Roll


class Principal(msgspec.Struct, frozen=True):
    scopes: frozenset[str]


class Tokens(BaseAuthentication):
    """``Bearer read`` has the scope read, ``Bearer host`` also host."""

    scopes: ClassVar = {"read": frozenset({"read"}), "host": frozenset({"read", "host"})}

    def authenticate(self, request: Request) -> tuple[Principal, None]:
        token = request.META.get("HTTP_AUTHORIZATION", "").removeprefix("Bearer ")
        if not token:
            return Principal(frozenset()), None
        if token not in self.scopes:
            raise exceptions.AuthenticationFailed("Nobody knows this token.")
        return Principal(self.scopes[token]), None


class Moves(Endpoint):
    tags = ("games",)
    authentication_classes = (Tokens,)

    @operation(
        body=Bet | Roll, answer=Moved, status=201, scope="read", codes=("spot_taken",), idempotent=True, if_match=True
    )
    def post(self, request: Request, game: UUID) -> HttpResponse:
        """Makes a move.

        The spot ``win:7:1`` is taken already.
        """
        move = self.body(Bet | Roll)
        expected = self.if_match()
        if expected is not None and expected != 17:
            raise Refused("version_changed", "The game went on.", version=17)
        if isinstance(move, Bet) and move.spot == "win:7:1":
            raise Refused("spot_taken", "Ana was faster: win 7 (1) is taken.", by=2, version=17)
        replayed = self.idempotency_key() == "seen"
        return self.created(Moved(18, move), f"/api/v1/games/{game}/moves/18", replayed=replayed)


class Start(Endpoint):
    authentication_classes = (Tokens,)

    @operation(body=Roll, body_required=False, answer=Roll | None, scope="host")
    def post(self, request: Request) -> HttpResponse:
        """Needs the scope host; takes a body or none."""
        return self.answer(self.body())


class Game(Endpoint):
    authentication_classes = (Tokens,)

    @operation(answer=dict[str, Any], public=True, etag=True)
    def get(self, request: Request) -> HttpResponse:
        """Public, at version 17; at ``?gone=1`` it is gone."""
        self.allow_any_origin()
        if "gone" in request.GET:
            raise Refused("not_found", "There is no such game.")
        return self.cached(etag(17, "public"), lambda: {"version": 17, "points": Decimal("2.5")})


class EventQuery(FeedQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    types: list[str] = []
    live: bool = False


class Events(Endpoint):
    authentication_classes = ()

    @operation(answer=Page[dict[str, Any]], query=EventQuery, formats=("json", "csv", "jsonl"))
    def get(self, request: Request) -> Page[dict[str, Any]]:
        """Five events there are."""
        query: EventQuery = self.query()
        rows = [{"cursor": n, "type": "rolled", "note": "=1+1"} for n in range(query.after + 1, 6)][: query.limit]
        return feed_page(rows, query.limit, rows[-1]["cursor"] if rows else None, request)


class Failing(Endpoint):
    """Raises what the address names."""

    authentication_classes = ()
    errors: ClassVar = {
        "refused": Refused("too_early", "Wait for the next roll."),
        "unknown-code": Refused("never_heard", "Something new."),
        "unavailable": Unavailable(retry_after=3),
        "operational": OperationalError("server closed the connection unexpectedly"),
        "pool": __import__("psycopg_pool").PoolTimeout("couldn't get a connection after 2.00 sec"),
        "statement-timeout": psycopg.errors.QueryCanceled("canceling statement due to statement timeout"),
        "lock-timeout": psycopg.errors.LockNotAvailable("canceling statement due to lock timeout"),
        "idle": psycopg.errors.IdleInTransactionSessionTimeout("terminating connection"),
        "not-found": Http404("No Game matches the given query."),
        "denied": exceptions.PermissionDenied(),
        "throttled": exceptions.Throttled(wait=2.1),
        "suspicious": SuspiciousOperation("smells"),
        "bug": ValueError("a secret: hunter2"),
    }

    @operation(answer=dict[str, Any])
    def get(self, request: Request, what: str) -> HttpResponse:
        """Fails."""
        raise self.errors[what]


def plain(request: HttpRequest) -> HttpResponse:
    """A view of Django's own kind that fails."""
    raise ValueError("a secret: hunter2")


urlpatterns = [
    path("api/v1/games/<uuid:game>/moves", Moves.as_view()),
    path("api/v1/start", Start.as_view()),
    path("api/v1/game", Game.as_view()),
    path("api/v1/events", Events.as_view()),
    path("api/v1/failing/<str:what>", Failing.as_view()),
    path("api/v1/plain", plain),
    path("plain", plain),
    path("api/v1/", include("ledger.http.urls")),
]
