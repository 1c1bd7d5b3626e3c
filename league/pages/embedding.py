"""What other websites may frame: the table as a page of its own, without script, cookie or storage."""

from __future__ import annotations

import functools
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from league.languages import of_the_club
from league.pages.common import View, refusal
from league.selectors import clubs, seasons, tables
from ledger.errors import Refused
from races.principal import ANONYMOUS

POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors *"


def framed(view: View) -> View:
    """A page for frames of every origin, ``null`` too. It answers everybody alike: no cookie is looked at."""

    @require_safe
    @xframe_options_exempt
    @functools.wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refused as refused:
            response = refusal(request, refused)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers.setdefault("Cache-Control", "public, max-age=30")
        return response

    return answer


@framed
@of_the_club
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """A public club's current table."""
    club = clubs.find(slug, ANONYMOUS)
    season = seasons.current(club)
    if season is None:
        raise Refused("not_found", gettext("This club has no season yet."))
    shown = tables.of_season(season, ANONYMOUS)
    return render(request, "pages/embed_table.html", {"club": club, "season": season, "table": shown})
