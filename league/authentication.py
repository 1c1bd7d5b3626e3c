"""Who calls: from a token to a :class:`races.principal.Principal`.

``Authorization: Bearer`` goes first. A browser's ``EventSource`` can't send it, so a GET also takes a read-only token
as ``?key=``, the cookie that a join link has set, and the session of a signed-in organiser; no other method does,
which is why the API needs no protection against forged requests. Nothing is written here: no session, no "last used".
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from league import access, tokens
from league.held import held
from ledger.errors import Refused
from races import links
from races.principal import ANONYMOUS, Principal

SAFE = ("GET", "HEAD")
_READ = frozenset({"read"})


def principal_of(request: HttpRequest) -> Principal:
    """The caller of any request; :data:`ANONYMOUS` where nothing is sent. Refuses ``no_token`` for a token that is
    none (any more): a wrong key must not quietly give the public view."""
    if request.META.get("HTTP_AUTHORIZATION"):
        return _bearer(request)
    if request.method not in SAFE:
        return ANONYMOUS
    key = request.GET.get("key")
    if key is not None:
        return by_key(key)
    return from_browser(request) or ANONYMOUS


def by_key(key: str) -> Principal:
    """Whoever may read by an address that holds this ``?key=``. Refuses ``no_token``: also for a seat's token, which
    moves."""
    found = _known(key)
    if found.scopes != _READ or found.seat is not None:
        raise Refused("no_token", "Only a read-only token may stand in an address.")
    return found


def proved(request: HttpRequest) -> Principal | None:
    """Whose credentials a call brought, once they are found to be some: a program's token, a page's cookie or sign-in.
    None for all that anybody can make up. (Of a token it is remembered with the call, so nothing is asked twice.)"""
    if not request.path_info.startswith("/api/"):
        links_held = held(request)
        return links_held[0].owner if links_held else signed_in(request)
    try:
        return _bearer(request) if request.META.get("HTTP_AUTHORIZATION") else None
    except Refused:
        return None


def _bearer(request: HttpRequest) -> Principal:
    known: Principal | None = getattr(request, "bearer", None)
    if known is None:
        scheme, _, token = request.META["HTTP_AUTHORIZATION"].partition(" ")
        if scheme.lower() != "bearer":
            raise Refused("no_token", "Send a token as Authorization: Bearer TOKEN.")
        known = request.bearer = _known(token.strip())  # type: ignore[attr-defined]
    return known


def stranger(request: HttpRequest) -> str:
    """A word for a caller who has no token: another one for another address or another browser, so that strangers have
    idempotency keys of their own. It tells nobody which address that is."""
    meta = request.META
    seen = [meta.get(name, "") for name in ("REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "HTTP_USER_AGENT")]
    return salted_hmac("railbird stranger", "\n".join(seen), algorithm="sha256").hexdigest()[:32]


def from_browser(request: HttpRequest) -> Principal | None:
    """The caller by the page's cookie, or as signed-in organiser. Pages may use it for a POST too: they check CSRF.
    Where a game is, the link that acts in it goes first, unless the curtain is drawn before it; elsewhere nobody acts
    by a link while any curtain is drawn. The cookie of a link
    that has been replaced is none: it must not stand between a browser and what is public; and whoever is signed in
    sits on a seat only where that game is."""
    links_held = held(request)
    here = next((link for link in links_held if str(link.owner.game) in request.path), None)
    if here is not None:
        acts = not here.curtain and _alive(here.owner)
        return here.owner if acts else signed_in(request)
    if any(link.curtain for link in links_held):  # two people look at this screen, whatever it asks for
        return signed_in(request)
    return signed_in(request) or next((link.owner for link in links_held if _alive(link.owner)), None)


def signed_in(request: HttpRequest) -> Principal | None:
    """The organiser whose session this browser has."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    user: Any = getattr(request, "user", None)
    if user is not None and user.is_active and user.is_staff:
        return tokens.organiser(user.pk)
    return None


def _alive(link: Principal) -> bool:
    try:
        access.require_alive(link)
    except Refused:
        return False
    return True


def _known(token: str) -> Principal:
    found = token_principal(token)
    if found is None:
        raise Refused("no_token", "This token isn't known here, or no longer.")
    return found


def token_principal(token: str) -> Principal | None:
    """Whom any kind of token stands for."""
    if not token.isascii():
        return None
    return links.principal_of(token) or tokens.principal_of(token)


class Authentication(BaseAuthentication):
    """DRF's class: ``request.user`` and ``request.auth`` are the principal."""

    def authenticate(self, request: Request) -> tuple[Principal, Principal]:
        found = principal_of(request._request)
        return found, found

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"
