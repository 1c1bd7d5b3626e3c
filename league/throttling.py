"""Who is too fast is told to slow down (429 ``slow_down``, as a problem document or a page).

Two limits, both far above what a club's evening, its bots and its website ask:

- ``RAILBIRD_LIMIT_WRITES``: writing calls of one caller: of one token, cookie or sign-in that is known here, else of
  one address: who makes up a new token for each call is one caller.
- ``RAILBIRD_LIMIT_GUESSES``: wrong guesses, by one browser at one address, of what is short enough to be guessed: a
  join code, a password. A whole club may sit behind one address, and one of its guests must not lock the others out:
  so an address as a whole has a multiple of it (:data:`CROWD`), and what can't be guessed (the link of a seat or
  host, a claim, a link to sign in, a token: 128 bits and more) is neither counted nor ever kept waiting.

A join code is one of 30 to the power of 8, 6.6 × 10¹¹. With a hundred games open at once, an address that guesses as
fast as it may (3,000 in 5 minutes) needs on average 6.6 × 10⁹ guesses to find one: 21 years. Passwords have ten letters
or more, no common ones; there an address has 600 in 5 minutes, and whoever is kept out by that has ``signin-link``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from msgspec.structs import replace

from league import authentication
from league.addresses import address
from league.limits import Counter, Limit, Standing, limit
from league.pages.common import page
from ledger.errors import Refused
from ledger.http.problems import problem

READING = frozenset({"GET", "HEAD", "OPTIONS"})
CODES = re.compile(r"/(?:j|api/v1/join)/(?!rb[sh]_)")
"""Where a join code is asked for; behind ``/j/`` there may also be a link of a seat or host."""
PASSWORDS = re.compile(r"/(?:signin|admin/login/)$")
CROWD = {CODES: 50, PASSWORDS: 10}
"""So many times a browser's wrong guesses an address has, for all of its browsers together."""


class ThrottlingMiddleware:
    """Behind those that say in whose language a page speaks. Answers to writing calls carry ``RateLimit`` and
    ``RateLimit-Policy`` (draft-ietf-httpapi-ratelimit-headers)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.writes = Counter(limit("writes", settings.RAILBIRD_LIMIT_WRITES))
        self.guesses = Counter(limit("guesses", settings.RAILBIRD_LIMIT_GUESSES))
        own = self.guesses.limit
        self.crowds = {
            door: Counter(replace(own, name=f"guesses-{times}", most=own.most * times)) for door, times in CROWD.items()
        }

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        standing: tuple[Limit, Standing] | None = getattr(request, "standing", None)
        if standing is not None:
            _tell(response, *standing)
        if response.status_code != 429 and _was_wrong(request, response):
            for counter, who in self._guesses(request):
                counter.take(who)
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        for counter, who in self._guesses(request):
            left = counter.spent(who)
            if not left.allowed:
                return self._slow_down(request, counter.limit, left)
        if self.writes.limit.most and request.method not in READING:
            left = self.writes.take(caller(request))
            request.standing = self.writes.limit, left
            if not left.allowed:
                return self._slow_down(request, self.writes.limit, left)
        return None

    def _guesses(self, request: HttpRequest) -> list[tuple[Counter, str]]:
        """What a guess is counted by, and as whose; nothing where none is made. A caller without a cookie is nobody in
        particular: he is counted with his address only, or he would shut out all who come for the first time."""
        door = next((door for door in CROWD if door.match(request.path_info)), None)
        if door is None or not self.guesses.limit.most or (door is PASSWORDS and request.method != "POST"):
            return []
        source, browser = address(request), request.COOKIES.get(settings.CSRF_COOKIE_NAME)
        crowd = [(self.crowds[door], source)]
        return crowd if browser is None else [(self.guesses, f"{source} {browser[:64]}"), *crowd]

    @staticmethod
    def _slow_down(request: HttpRequest, limit: Limit, standing: Standing) -> HttpResponse:
        request.standing = limit, standing
        sentence = f"That was too much at once; try again in {standing.resets} seconds."
        if not request.path_info.startswith("/api/") and "text/html" in request.META.get("HTTP_ACCEPT", ""):
            return _page(request, sentence)
        return problem("slow_down", sentence, request=request)


def caller(request: HttpRequest) -> str:
    """Whose calls these are: of whoever's token, cookie or sign-in is known here, else of an address."""
    try:
        found = authentication.proved(request)
    except DatabaseError:  # the view will say so
        found = None
    return address(request) if found is None else found.caller


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
    return request.method == "POST" and PASSWORDS.match(request.path_info) is not None and response.status_code == 200
