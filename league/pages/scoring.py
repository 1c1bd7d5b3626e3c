"""``/{slug}/seasons/{id}/scoring``: another way to score a season, with the table before and after; nothing is written
until somebody says so."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league import access
from league.facts.base import Reason
from league.models import Season
from league.pages import refusals
from league.pages.common import form, page, viewer
from league.pages.schemes import of_scheme
from league.pages.seasons import find
from league.scoring.presets import PRESETS
from league.selectors import clubs, seasons
from league.selectors.rescoring import rescored
from league.services import seasons as services
from ledger.errors import Refused
from ledger.http.codes import code_of
from races.principal import Principal


class ScoringForm(msgspec.Struct, frozen=True, kw_only=True):
    """``since``: from that date on; ``whole``: from the season's start instead. ``sure``: write it."""

    preset: str | None = None
    whole: bool = False
    since: date | None = None
    reason: Reason | None = None
    sure: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@page
def scoring(request: HttpRequest, slug: str, season: UUID) -> HttpResponse:
    """The form; the effect of what is chosen; and, said so, the change."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_manager(who, club.club)
    row = find(club, season)
    context: dict[str, Any] = {"club": club, "season": row, "presets": _presets(), "now": _now(row)}
    if request.method != "POST":
        return render(request, "pages/scoring.html", context)
    part = "pages/_rescored.html" if request.htmx else "pages/scoring.html"  # type: ignore[attr-defined]
    try:
        sent = form(request, ScoringForm)
        context |= {"sent": sent}
        if sent.sure:
            _write(row, sent, who)
            return HttpResponseRedirect(f"/{slug}/seasons/{season}")
        context["effect"] = _effect(row, sent, who)
    except Refused as refused:
        # A part of the page is swapped in with 200 only.
        status = 200 if part == "pages/_rescored.html" else code_of(refused.code).status
        return render(request, part, context | {"refused": refusals.told(refused)}, status=status)
    return render(request, part, context)


def _presets() -> list[dict[str, Any]]:
    return [{"key": key, "name": scheme.name, "says": of_scheme(scheme)} for key, scheme in PRESETS.items()]


def _now(row: Season) -> dict[str, Any]:
    held = seasons.schemes_of(row)[-1]
    return {"name": held.scheme.name, "says": of_scheme(held.scheme)}


def _since(sent: ScoringForm) -> date | None:
    if not sent.whole and sent.since is None:
        raise Refused("invalid", _("Say from which date on, or choose the whole season."))
    return None if sent.whole else sent.since


def _write(row: Season, sent: ScoringForm, who: Principal) -> None:
    if sent.reason is None:
        raise Refused("invalid", _("Say why, in a few words: players will ask."))
    services.score(row, services.scheme_of(sent.preset or ""), _since(sent), sent.reason, who)


def _effect(row: Season, sent: ScoringForm, who: Principal) -> list[dict[str, Any]]:
    """A line a person: rank and points before and after."""
    _held, before, after = rescored(row, services.scheme_of(sent.preset or ""), _since(sent), who)
    was = {line.member.id: line for line in before.rows}
    return [
        {
            "name": line.member.name,
            "before": was.get(line.member.id),
            "after": line,
            "moves": _moves(was.get(line.member.id), line),
        }
        for line in after.rows
    ]


def _moves(before: Any, after: Any) -> int:
    """Ranks won (below 0: lost)."""
    if before is None or before.rank is None or after.rank is None:
        return 0
    return int(before.rank - after.rank)
