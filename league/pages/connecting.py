"""How a phone gets here: ``/connect`` for whoever sets up the room, ``/{slug}/sit`` for whoever comes to a table,
``/j`` for whoever was told a code."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from league.pages import words
from league.pages.codes import qr
from league.pages.common import page, viewer
from league.selectors import clubs, nights
from league.selectors.games import of_night
from ledger.errors import Refused
from races import links

LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@require_safe
@page
def connect(request: HttpRequest) -> HttpResponse:
    """Every address under which this server answers, with its code, and what to do when none works."""
    public = urlsplit(settings.RAILBIRD_URL)
    port = f":{public.port}" if public.port else ""
    hosts = [host for host in settings.ALLOWED_HOSTS if host not in LOOPBACK and "*" not in host]
    addresses = [settings.RAILBIRD_URL] + [f"http://{host}{port}" for host in hosts if host != public.hostname]
    shown = [{"url": url, "qr": qr(url)} for url in dict.fromkeys(addresses)]
    local = public.hostname in LOOPBACK
    return render(request, "pages/connect.html", {"addresses": shown, "local": local})


@require_safe
@page
def code(request: HttpRequest) -> HttpResponse:
    """From the field on the start page to the game's own address."""
    typed = "".join(request.GET.get("code", "").split()).rpartition("/")[2][:200]  # or the whole link, pasted
    if not typed:
        raise Refused("not_found", _("Type the code that stands on the screen or on the table."))
    return HttpResponseRedirect(f"/j/{quote(typed, safe='')}")


@require_safe
@page
def sit(request: HttpRequest, slug: str) -> HttpResponse:
    """Tonight's games of the club that have a free chair; where there is one, it is gone to at once. ``?label=``: the
    code on a piece of furniture."""
    club = clubs.find(slug, viewer(request))
    night = nights.current(club)
    label = request.GET.get("label")
    rows = [] if night is None else of_night(club.club, night.id).exclude(status="finished").order_by("opened_at")
    open_games = [
        {"at": f"/j/{links.join_code(row.id)}", "name": row.label or row.title or words.ruleset(row.ruleset)}
        for row in rows
        if label in (None, "", row.label)
    ]
    if len(open_games) == 1:
        return HttpResponseRedirect(open_games[0]["at"])
    return render(request, "pages/sit.html", {"club": club, "games": open_games})
