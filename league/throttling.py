"""Who is too fast is told to slow down (429 ``slow_down``, as a problem document or a page).

Two limits, both far above what a club's evening, its bots and its website ask:

- ``RAILBIRD_LIMIT_WRITES``: writing calls of one caller (his token or cookie, else his address).
- ``RAILBIRD_LIMIT_GUESSES``: wrong guesses, from one address, of what lets people in: a join code, a claim, a password,
  a link to sign in. Right ones cost nothing: a whole club may sit behind one address.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from league.held import cookie_name
from league.limits import Counter, Limit, Standing, limit
from league.pages.common import page
from ledger.errors import Refused
from ledger.http.problems import problem

CLIENT = "HTTP_X_RAILBIRD_CLIENT"
"""Who is there, by the front, which is the only one to reach our sockets and overwrites what callers claim."""
READING = frozenset({"GET", "HEAD", "OPTIONS"})
DOORS = ("/j/", "/claim/", "/signin", "/admin/login/", "/api/v1/join/", "/api/v1/claim/")
PASSWORD_DOORS = ("/signin", "/admin/login/")


class ThrottlingMiddleware:
    """Behind those that say in whose language a page speaks. Answers to writing calls carry ``RateLimit`` and
    ``RateLimit-Policy`` (draft-ietf-httpapi-ratelimit-headers)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.writes = Counter(limit("writes", settings.RAILBIRD_LIMIT_WRITES))
        self.guesses = Counter(limit("guesses", settings.RAILBIRD_LIMIT_GUESSES))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        standing: tuple[Limit, Standing] | None = getattr(request, "standing", None)
        if standing is not None:
            _tell(response, *standing)
        if response.status_code != 429 and self._guesses(request) and _was_wrong(request, response):
            self.guesses.take(address(request))
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if self._guesses(request):
            left = self.guesses.spent(address(request))
            if not left.allowed:
                return self._slow_down(request, self.guesses.limit, left)
        if self.writes.limit.most and request.method not in READING:
            left = self.writes.take(caller(request))
            request.standing = self.writes.limit, left
            if not left.allowed:
                return self._slow_down(request, self.writes.limit, left)
        return None

    def _guesses(self, request: HttpRequest) -> bool:
        return self.guesses.limit.most > 0 and request.path_info.startswith(DOORS)

    @staticmethod
    def _slow_down(request: HttpRequest, limit: Limit, standing: Standing) -> HttpResponse:
        request.standing = limit, standing
        sentence = f"That was too much at once; try again in {standing.resets} seconds."
        if not request.path_info.startswith("/api/") and "text/html" in request.META.get("HTTP_ACCEPT", ""):
            return _page(request, sentence)
        return problem("slow_down", sentence, request=request)


def caller(request: HttpRequest) -> str:
    """Whose calls these are: by token, cookie or address, none of them proved yet."""
    meta, cookies = request.META, request.COOKIES
    return (
        meta.get("HTTP_AUTHORIZATION")
        or cookies.get(cookie_name())
        or cookies.get(settings.SESSION_COOKIE_NAME)
        or address(request)
    )


def address(request: HttpRequest) -> str:
    """Where a call comes from; of IPv6 the network, for a house has as many addresses as it likes."""
    return _network(request.META.get(CLIENT) or request.META.get("REMOTE_ADDR") or "")


@lru_cache(1000)
def _network(text: str) -> str:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


@page
def _page(request: HttpRequest, sentence: str) -> HttpResponse:
    raise Refused("slow_down", sentence)


def _tell(response: HttpResponse, limit: Limit, standing: Standing) -> None:
    response.headers["RateLimit-Policy"] = f'"{limit.name}";q={limit.most};w={limit.seconds}'
    response.headers["RateLimit"] = f'"{limit.name}";r={standing.left};t={standing.resets}'
    if not standing.allowed:
        response.headers["Retry-After"] = str(standing.resets)


def _was_wrong(request: HttpRequest, response: HttpResponse) -> bool:
    if response.status_code in (401, 404):
        return True
    # a form to sign in is shown again where the password was wrong; with the right one it leads on
    return request.method == "POST" and request.path_info in PASSWORD_DOORS and response.status_code == 200
