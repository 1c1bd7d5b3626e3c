"""The base of every view of the API: DRF's dispatch, with typed bodies and queries and bytes for an answer.

::

    class Bets(Endpoint):
        tags = ("games",)

        @operation(body=PlaceBet, answer=Placed, status=201, scope="read", codes=("spot_taken",), idempotent=True)
        def post(self, request: Request, game: UUID) -> HttpResponse:
            \"\"\"Place a bet.\"\"\"
            bet = self.body(PlaceBet)
            placed = bets.place(game, bet, self.caller, key=self.idempotency_key(), expected=self.if_match())
            return self.created(placed, f"/api/v1/games/{game}/moves/{placed.version}", replayed=placed.replayed)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import exceptions
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from ledger.errors import Refused
from ledger.http import conditions, parsing
from ledger.http.links import absolute
from ledger.http.operation import Operation, operation
from ledger.http.paging import Page
from ledger.http.problems import exception_handler
from ledger.http.rendering import CSVRenderer, JSONLinesRenderer, JSONRenderer, to_json

__all__ = ["Caller", "Endpoint", "operation"]

S = TypeVar("S")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_RESERVED = ("format", "key")
"""Query parameters of every address: the format of the answer, a page's read-only token."""
_RENDERERS: dict[str, BaseRenderer] = {"json": JSONRenderer(), "csv": CSVRenderer(), "jsonl": JSONLinesRenderer()}
_JSON = _RENDERERS["json"]
_UNDECLARED = Operation(summary="", description="")
_PLAIN_ACCEPT = (None, "", "*/*", "application/json")
_PARSERS: list[BaseParser] = [parsing.JSONParser()]


class Caller(Protocol):
    """What ``request.user`` is, by the application's DRF authentication class (and ``UNAUTHENTICATED_USER``)."""

    @property
    def scopes(self) -> frozenset[str]:
        """Closed downwards; empty for a caller without a token."""


class Endpoint(APIView):
    """One address of the API. Its methods are declared with :func:`operation` and return an ``HttpResponse`` (of
    :meth:`answer`, :meth:`created`) or just the value to answer with.

    Refusals are raised: :class:`ledger.errors.Refused`, DRF's and Django's own exceptions.
    """

    tags: ClassVar[tuple[str, ...]] = ()
    parser_classes: ClassVar[Sequence[type[BaseParser]]] = (parsing.JSONParser,)
    renderer_classes: ClassVar[Sequence[type[BaseRenderer]]] = (JSONRenderer,)
    negotiator: ClassVar = DefaultContentNegotiation()

    # --- what a method asks for ---------------------------------------------------------------------------------

    @property
    def caller(self) -> Any:
        """The application's principal (a :class:`Caller`)."""
        return self.request.user

    def body(self, kind: type[S] | Any = None) -> S | Any:
        """The JSON body as ``kind`` (the declared type if not given); None where it may be and is empty. Refuses
        ``malformed, unknown_field, invalid, too_large, unsupported``."""
        raw = self.raw_body()
        if raw is None:
            return None
        return parsing.decode(raw, kind if kind is not None else self.declared.body)

    def raw_body(self) -> bytes | None:
        """The body's bytes, of the right content type and size but not looked into (that is
        :func:`parsing.decode`); None where it may be and is empty."""
        request: HttpRequest = self.request._request
        declared = self.declared
        raw = parsing.read(request, declared.max_bytes)
        if not raw:
            return b"" if declared.body_required else None
        parsing.check_content_type(request)
        return raw

    def query(self, kind: type[S] | Any = None) -> S | Any:
        """The query's parameters as ``kind`` (the declared struct if not given). One that stands twice counts as a
        list, and so does a comma-separated one where the struct has a list. Refuses ``unknown_field, invalid``."""
        struct: Any = kind if kind is not None else self.declared.query
        return parsing.convert(self._parameters(struct), struct)

    def idempotency_key(self) -> str | None:
        """See :func:`ledger.http.conditions.idempotency_key`."""
        return conditions.idempotency_key(self.request._request)

    def if_match(self) -> int | None:
        """See :func:`ledger.http.conditions.if_match`."""
        return conditions.if_match(self.request._request)

    # --- what a method answers ----------------------------------------------------------------------------------

    def answer(
        self,
        value: Any,
        *,
        status: int | None = None,
        etag: str | None = None,
        location: str | None = None,
        replayed: bool = False,
        headers: Mapping[str, str] | None = None,
    ) -> HttpResponse:
        """``value`` in the format the caller asked for. ``status``: the declared one if not given; ``etag``: with its
        quotes; ``location``: a path or URL; ``replayed``: a repeated idempotency key's first answer."""
        renderer: BaseRenderer = getattr(self.request, "accepted_renderer", _JSON)
        code = status or self.declared.status
        if value is None and code == 204:
            response = HttpResponse(status=204)
            del response.headers["Content-Type"]
        else:
            content_type = renderer.media_type
            if renderer.charset:
                content_type += f"; charset={renderer.charset}"
            content = to_json(value) if renderer is _JSON else renderer.render(value)
            response = HttpResponse(content, status=code, content_type=content_type)
        put = response.headers
        if etag is not None:
            put["ETag"] = etag
        if location is not None:
            put["Location"] = absolute(location, self.request) if location.startswith("/") else location
        if replayed:
            put["Idempotent-Replayed"] = "true"
        if isinstance(value, Page) and value.next is not None and renderer is not _JSON:
            put["Link"] = f'<{value.next}>; rel="next"'  # lines and tables have no place for it inside
        if headers:
            for name, text in headers.items():
                put[name] = text
        return response

    def answers_lines(self) -> bool:
        """Is the answer to be JSON Lines?"""
        return getattr(self.request, "accepted_renderer", _JSON) is _RENDERERS["jsonl"]

    def created(self, value: Any, location: str, *, replayed: bool = False, etag: str | None = None) -> HttpResponse:
        """201 with ``Location``."""
        return self.answer(value, status=201, location=location, replayed=replayed, etag=etag)

    def cached(self, tag: str, value: Callable[[], Any]) -> HttpResponse:
        """304 if the caller has the answer with ETag ``tag`` (of :func:`ledger.http.conditions.etag`), else ``value()``
        with it."""
        return conditions.not_modified(self.request._request, tag) or self.answer(value(), etag=tag)

    def allow_any_origin(self) -> None:
        """Opens this answer (also if it is a refusal) to scripts of every origin: a read of what is public."""
        self.request._request.public_read = True

    # --- DRF's steps --------------------------------------------------------------------------------------------

    declared: Operation
    """The declaration of the method in work."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Negotiation, authentication, scope, throttles, as DRF does; before, the declaration is looked up and a path
        with control characters (which no database takes) is refused ``not_found``."""
        handler = getattr(self, (request.method or "").lower(), None)
        self.declared = getattr(handler, "operation", _UNDECLARED)
        for value in kwargs.values():
            if isinstance(value, str) and _CONTROL.search(value):
                raise Http404
        super().initial(request, *args, **kwargs)

    def check_permissions(self, request: Request) -> None:
        """Refuses ``no_token`` or ``wrong_scope`` if the method declares a ``scope`` the caller hasn't got. Whether the
        token is one of this club or game is the method's business, and so are reads that are free in public clubs
        (declared ``public=True`` and no scope)."""
        scope = self.declared.scope
        if scope is not None:
            scopes: frozenset[str] = getattr(request.user, "scopes", frozenset())
            if not scopes:
                raise Refused("no_token", "Send a token: Authorization: Bearer TOKEN.")
            if scope not in scopes:
                raise Refused("wrong_scope", f"This token may not do that; it takes the scope {scope}.")
        super().check_permissions(request)

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[BaseRenderer, str]:
        """JSON at once for whoever takes anything; else DRF's negotiation among the declared formats."""
        http: HttpRequest = request._request
        declared = self.declared.formats
        if http.META.get("HTTP_ACCEPT") in _PLAIN_ACCEPT and "format=" not in http.META.get("QUERY_STRING", ""):
            first = _RENDERERS[declared[0]]
            return first, first.media_type
        renderers = [_RENDERERS[name] for name in declared]
        asked = http.GET.get("format")
        if asked is not None:
            if asked not in declared:
                raise exceptions.NotAcceptable
            return _RENDERERS[asked], _RENDERERS[asked].media_type
        chosen: tuple[BaseRenderer, str] = self.negotiator.select_renderer(request, renderers)
        return chosen

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """A bare value becomes an answer. Reads vary with the caller; nothing is kept by caches unless it has an ETag,
        and then it is asked for again each time."""
        if not isinstance(response, HttpResponseBase):
            response = self.answer(response)
        put = response.headers
        if "Cache-Control" not in put:
            put["Cache-Control"] = "private, no-cache" if "ETag" in put else "no-store"
        if request.method in ("GET", "HEAD"):
            put.setdefault("Vary", "Authorization, Cookie, Accept")
        return super().finalize_response(request, response, *args, **kwargs)

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Which methods there are."""
        response = HttpResponse(status=204, headers={"Allow": ", ".join(self.allowed_methods)})
        del response.headers["Content-Type"]
        return response

    @property
    def default_response_headers(self) -> dict[str, str]:
        return {}

    def get_parsers(self) -> list[BaseParser]:
        return _PARSERS

    def get_renderers(self) -> list[BaseRenderer]:
        return [_RENDERERS[name] for name in self.declared.formats]

    def get_content_negotiator(self) -> DefaultContentNegotiation:
        return self.negotiator

    def get_exception_handler(self) -> Callable[..., HttpResponse]:
        return exception_handler

    def _parameters(self, struct: Any) -> dict[str, Any]:
        names, lists = _query_fields(struct)
        values: dict[str, Any] = {}
        for name, texts in self.request._request.GET.lists():
            if any(_CONTROL.search(text) for text in (name, *texts)):
                raise Refused("invalid", "A query parameter has a control character in it.")
            if name in lists:
                values[name] = [part for text in texts for part in text.split(",")]
            elif name not in _RESERVED or name in names:
                values[name] = texts[0] if len(texts) == 1 else texts
        return values


@cache
def _query_fields(struct: type[msgspec.Struct]) -> tuple[frozenset[str], frozenset[str]]:
    """The names of a struct's fields, and of those that are lists."""
    described = msgspec.inspect.type_info(struct)
    assert isinstance(described, msgspec.inspect.StructType)
    sequences = (msgspec.inspect.ListType, msgspec.inspect.VarTupleType, msgspec.inspect.SetType)
    lists = [field.encode_name for field in described.fields if isinstance(_bare(field.type), sequences)]
    return frozenset(field.encode_name for field in described.fields), frozenset(lists)


def _bare(kind: msgspec.inspect.Type) -> msgspec.inspect.Type:
    """The type itself, without a description that is wrapped around it."""
    return kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind
