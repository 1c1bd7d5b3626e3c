"""The live process: ``GET /api/v1/games/{id}/live`` and ``/api/v1/clubs/{slug}/live`` as server-sent events.

Plain ASGI: authentication and access are the API's own, the fan-out is :mod:`ledger.live`. Every event is a frame
with ``id:`` (version or cursor) and ``data:``, so a browser's ``onmessage`` gets all of them and resumes by itself;
``reset`` (load the state again) and ``end`` (nothing will follow) are named frames without id, and so is ``notice`` in
a club's stream. A notice comes just before its cause: whoever has the cause's id has had its notices, and where a line
broke between the two it is told again.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.urls import Resolver404, path, resolve

from league import access, authentication, notices, selectors
from league.selectors import feeds
from ledger.digits import whole
from ledger.errors import Refused
from ledger.http.paging import MAX_CURSOR
from ledger.http.problems import exception_handler
from ledger.http.rendering import to_json
from ledger.live import Ahead, Hub, Topic
from ledger.reading import Stored
from races import presenting, service
from races.people import is_public

logger = logging.getLogger(__name__)
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

READ = ("GET", "HEAD")
RETRY = b"retry: 2000\n\n"
HEARTBEAT = b": still here\n\n"
RESET = b"event: reset\ndata: {}\n\n"
END = b"event: end\ndata: {}\n\n"
REPLACED = frozenset({"link_renewed", "host_link_renewed", "club_changed", "token_revoked"})
"""Events after which a listener's right to listen is looked at again at once."""


def _frame(position: int, data: bytes) -> bytes:
    return b"id: %d\ndata: %s\n\n" % (position, data)


def _game_frame(event: Stored, visible: bool) -> bytes:
    return _frame(event.version, bytes(presenting.event_json_of(event, visible)))


def _club_frame(event: Stored, visible: bool) -> bytes:
    place = feeds.places_of(event.club, [event.stream])[event.stream]
    told = b"".join(b"event: notice\ndata: %s\n\n" % to_json(each) for each in notices.notices(event, place))
    return told + _frame(event.cursor, bytes(presenting.event_json_of(event, visible, feeds.where(place))))


class Listener(msgspec.Struct, frozen=True):
    """Who listens to what: ``who`` are the audiences he is in, ``after`` the position he knows (None: from now on),
    ``public``: a script of any origin may."""

    topic: Topic
    who: frozenset[str]
    after: int | None
    public: bool


def _game(request: ASGIRequest, game: UUID) -> Listener:
    principal = authentication.principal_of(request)
    stream = service.read(game, principal).stream
    topic = Topic(stream.club, _game_frame, stream)
    readable = is_public(stream.club) or _by_key(request)
    return Listener(topic, presenting.audiences(principal, stream), _after(request), readable)


def _club(request: ASGIRequest, slug: str) -> Listener:
    principal = authentication.principal_of(request)
    club = selectors.clubs.find(slug, principal)
    who = {"club", "host"} if access.hosts_club(principal, club.id) else {"club"}
    return Listener(Topic(club.id, _club_frame), frozenset(who), _after(request), club.public or _by_key(request))


_ADDRESSES = (path("api/v1/games/<uuid:game>/live", _game), path("api/v1/clubs/<str:slug>/live", _club))


class _Addresses:
    urlpatterns = _ADDRESSES


def _by_key(request: ASGIRequest) -> bool:
    """Whether the address itself brought the right to read, so that a script of any origin may: no cookie gave it."""
    return "key" in request.GET


def _after(request: ASGIRequest) -> int | None:
    """The position to go on after: a returning browser's ``Last-Event-ID`` knows more than its address does."""
    text = request.META.get("HTTP_LAST_EVENT_ID") or request.GET.get("after")
    if text is None:
        return None
    position = whole(text, MAX_CURSOR)
    if position is None:
        raise Refused("invalid", "after (and Last-Event-ID) is a version or cursor: a whole number.")
    return position


def _admit(scope: Message) -> Listener:
    """In a thread. Raises what the API's problems are made of."""
    request = ASGIRequest(scope, io.BytesIO())
    request.get_host()
    match = resolve(request.path_info, _Addresses)  # type: ignore[arg-type]
    SessionMiddleware(HttpResponse).process_request(request)  # type: ignore[arg-type]
    AuthenticationMiddleware(HttpResponse).process_request(request)  # type: ignore[arg-type]
    listener: Listener = match.func(request, **match.kwargs)
    return listener


class Live:
    """The ASGI application."""

    def __init__(self) -> None:
        self.hub = Hub()
        self._running: asyncio.Task[None] | None = None

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self.hub.run())
        try:
            if scope["method"] not in READ:
                raise Refused("method_not_allowed", "Live streams are read with GET.")
            listener = await self.hub.call(_admit, scope)
        except Exception as error:  # everything becomes a problem document, the unexpected ones logged as 500
            await self._refuse(error, scope, send)
            return
        streaming = asyncio.create_task(self._stream(scope, listener, send))
        gone = asyncio.create_task(_disconnected(receive))
        await asyncio.wait({streaming, gone}, return_when=asyncio.FIRST_COMPLETED)
        for task in (streaming, gone):
            task.cancel()
        failed, _ = await asyncio.gather(streaming, gone, return_exceptions=True)
        if isinstance(failed, Exception):
            logger.error("a live stream broke off", exc_info=failed)

    async def _refuse(self, error: Exception, scope: Message, send: Send) -> None:
        if isinstance(error, Resolver404):
            error = Refused("not_found", "There is nothing here.")
        elif isinstance(error, DisallowedHost):
            error = Refused("malformed", "This server isn't known by that Host.")
        response = exception_handler(error, {"request": None})
        headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
        if response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            headers.append((b"allow", ", ".join(READ).encode()))
        await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else response.content})

    async def _stream(self, scope: Message, listener: Listener, send: Send) -> None:
        headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"cache-control", b"no-store"),
            (b"x-accel-buffering", b"no"),
            (b"referrer-policy", b"no-referrer"),
        ]
        if listener.public:
            headers.append((b"access-control-allow-origin", b"*"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return
        await _write(send, RETRY)
        clock = asyncio.get_running_loop().time
        admitted = clock()
        try:
            async for entries in self.hub.listen(listener.topic, listener.after):
                await _write(send, b"".join(entry.frame(listener.who) for entry in entries) or HEARTBEAT)
                # A token of the club is revoked, or ends, without a word in a game's stream: so also now and then.
                due = not entries or clock() - admitted >= settings.RAILBIRD_HEARTBEAT_S
                if due or any(entry.event.type in REPLACED for entry in entries):
                    await self.hub.call(_admit, scope)
                    admitted = clock()
        except Ahead:
            await _write(send, RESET)
        except Refused:
            await _write(send, END)
        await send({"type": "http.response.body", "body": b""})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _write(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


application = Live()
