"""How a phone gets here: ``/connect`` for whoever sets up the room, ``/connect/here`` where its codes lead, and counts
who got through."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league import interfaces, reached
from league.addresses import address
from league.pages.codes import qr
from league.pages.common import page, viewer
from ledger.http import links

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]", "::1"})
KINDS = {
    "wifi": _("Wi-Fi"),
    "cable": _("cable"),
    "network": _("network"),
    "vpn": _("VPN: phones are rarely on it"),
    "virtual": _("Docker or a virtual machine: no phone gets there"),
    "name": _("by name: not every phone finds it"),
    "given": _("the address that was given with --url"),
    "here": _("this machine only"),
}
COOKIE = f"railbird_{settings.RAILBIRD_INSTANCE}_phone"
_PHONE = re.compile(r"[0-9a-f]{16}")


class Way(msgspec.Struct, frozen=True):
    """An address to choose. ``answered``: False for one that this machine got after the start: nobody is let in by it.
    ``phones``: how many came."""

    url: str
    kind: str
    interface: str
    answered: bool
    phones: int

    @property
    def what(self) -> str:
        """The kind, for people."""
        return str(KINDS[self.kind])


@require_safe
@never_cache
@page
def connect(request: HttpRequest) -> HttpResponse:
    """One address large with its code, the others to choose from, who got through, and what to do when nobody does.
    ``?at=``: the address that was chosen."""
    ways = _ways(request)
    chosen = next((way for way in ways if way.url == request.GET.get("at") and way.answered), None)
    chosen = chosen or next((way for way in ways if way.url == reached.chosen()), ways[0])
    local = urlsplit(chosen.url).hostname in LOOPBACK
    context = {
        "ways": ways,
        "chosen": chosen,
        "local": local,
        "qr": None if local else qr(f"{chosen.url}/connect/here"),
        **_counted(),
    }
    return render(request, "pages/connect.html", context)


@require_safe
@never_cache
@page
def count(request: HttpRequest) -> HttpResponse:
    """Just how many phones got through, for a page that is open; nothing where that is how many it has ``?seen=``."""
    counted = _counted()
    if request.GET.get("seen") == str(counted["phones"]):
        return HttpResponse(status=204)
    return render(request, "pages/_reached.html", counted)


@require_safe
@never_cache
@page
def here(request: HttpRequest) -> HttpResponse:
    """Where the code leads: the phone is counted, once, and told that it got through."""
    who = viewer(request)
    response = render(request, "pages/here.html", {"working": reached.chosen()})
    if "organiser" not in who.scopes and request.method == "GET":
        held, url = request.COOKIES.get(COOKIE, ""), _arrived(request)
        if url is not None:
            phone = reached.note(held if _PHONE.fullmatch(held) else None, url, address(request))
            response.set_cookie(COOKIE, phone, max_age=reached.EVENING_S, httponly=True, samesite="Lax")
    return response


def _counted() -> dict[str, Any]:
    evening = reached.known()
    by = sorted(reached.counts(evening).items())
    return {"phones": reached.phones(evening), "by": by, "working": reached.chosen()}


def _arrived(request: HttpRequest) -> str | None:
    """By which of our addresses a phone came; None for one that we wouldn't make links from. Only the host's name is
    taken from what the caller says, and only one that is ours: scheme and port are our own."""
    configured, host = links.configured(), request.get_host()
    parts = urlsplit(configured)
    if host == parts.netloc:
        return configured
    name = urlsplit(f"//{host}").hostname
    if parts.hostname in {each.ip for each in interfaces.own()} and name in settings.ALLOWED_HOSTS:
        return f"{parts.scheme}://{name}{_port(configured)}"
    return None


def _port(url: str) -> str:
    port = urlsplit(url).port
    return f":{port}" if port else ""


def _ways(request: HttpRequest) -> list[Way]:
    """The configured address first where it was given by hand; else the machine's own, the likeliest first. What
    networks a public server is on is shown to its hosts only."""
    configured = links.configured() or f"{request.scheme}://{request.get_host()}"
    parts, port = urlsplit(configured), _port(configured)
    by = reached.counts(reached.known())
    own = {each.ip: each for each in interfaces.own()}
    found: list[tuple[str, str, str]] = []
    if parts.hostname not in own:
        found.append((configured, "here" if parts.hostname in LOOPBACK else "given", ""))
    listens = any(host not in LOOPBACK and host != parts.hostname for host in settings.ALLOWED_HOSTS)
    if parts.hostname in own or (listens and "host" in viewer(request).scopes):
        found += [(f"http://{ip}{port}", each.kind, each.name) for ip, each in own.items()]
        names = [host for host in settings.ALLOWED_HOSTS if host not in {*LOOPBACK, *own, parts.hostname}]
        found += [(f"http://{name}{port}", "name", "") for name in names if "*" not in name]
    return [
        Way(
            url=url,
            kind=kind,
            interface=interface,
            answered=urlsplit(url).hostname in settings.ALLOWED_HOSTS,
            phones=by[url],
        )
        for url, kind, interface in found
    ]
