"""The links that one browser holds: a player's own, a couple's that shares a phone, a host's; of several games.

All of them stand in one HttpOnly cookie, the one last used first. Of the links of one game the first is the one that
acts. A curtain drawn before it (``!``) means that nobody acts until somebody says who holds the phone now: no page,
move or stream is anybody's meanwhile, so nothing secret can be on a page that two people look at.
"""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from races import links
from races.principal import Principal

DAYS = 2
MOST = 12
"""A cookie may have 4 kB; a link has 51 letters."""
CURTAIN = "!"


def cookie_name() -> str:
    """Cookies ignore ports, so the name carries the instance."""
    return f"railbird_{settings.RAILBIRD_INSTANCE}_seat"


class Link(msgspec.Struct, frozen=True):
    """A link that this browser holds; it may be dead by now. ``curtain``: it waits for its owner."""

    token: str
    owner: Principal
    curtain: bool = False


def held(request: HttpRequest) -> tuple[Link, ...]:
    """What the cookie holds, the one last used first; what is no link (any more) is left out."""
    found = []
    for text in request.COOKIES.get(cookie_name(), "").split(".")[:MOST]:
        token = text.removeprefix(CURTAIN)
        owner = links.principal_of(token) if token.isascii() else None
        if owner is not None:
            found.append(Link(token, owner, text != token))
    return tuple(found)


def acting(links_held: tuple[Link, ...], game: UUID) -> Link | None:
    """Of a game's links the one that acts, or for which the curtain is drawn; None where none is held."""
    return next((link for link in links_held if link.owner.game == game), None)


def with_first(links_held: tuple[Link, ...], first: Link) -> tuple[Link, ...]:
    """The same, ``first`` being the one that acts; an older link of the same seat goes."""
    owner = first.owner
    others = [link for link in links_held if (link.owner.game, link.owner.seat) != (owner.game, owner.seat)]
    return (first, *(msgspec.structs.replace(link, curtain=False) for link in others))[:MOST]


def hold(response: HttpResponse, links_held: tuple[Link, ...]) -> None:
    """The answer tells the browser to hold these from now on."""
    if not links_held:
        response.delete_cookie(cookie_name(), samesite="Lax")
        return
    text = ".".join(f"{CURTAIN if link.curtain else ''}{link.token}" for link in links_held)
    response.set_cookie(cookie_name(), text, max_age=DAYS * 86_400, httponly=True, samesite="Lax")
