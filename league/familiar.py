"""Who has sat down with this browser before: the next game offers them first. A cookie with ids, no names: what a
person is called is asked anew each time, so whoever is erased or doesn't want to be shown isn't."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from races import people
from races.principal import Principal

DAYS = 180
MOST = 6


def cookie_name() -> str:
    """Cookies ignore ports, so the name carries the instance."""
    return f"railbird_{settings.RAILBIRD_INSTANCE}_people"


def familiar(request: HttpRequest) -> tuple[UUID, ...]:
    """Members and guests, of whatever club, the last one first."""
    found = []
    for text in request.COOKIES.get(cookie_name(), "").split(".")[:MOST]:
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return tuple(found)


def named(request: HttpRequest, club: UUID, who: Principal) -> list[tuple[UUID, str]]:
    """Those of this club, under the name that may be shown."""
    known = familiar(request)
    names = people.names(club, known, who)
    return [(id, names[id]) for id in known if names.get(id)]


def remember(request: HttpRequest, response: HttpResponse, member: UUID) -> None:
    """This person first from now on."""
    ids = dict.fromkeys((member, *familiar(request)))
    text = ".".join(id.hex for id in list(ids)[:MOST])
    response.set_cookie(cookie_name(), text, max_age=DAYS * 86_400, httponly=True, samesite="Lax")
