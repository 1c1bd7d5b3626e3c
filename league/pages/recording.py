"""``/{slug}/nights/{id}/result``: what a game played without the server ended with, typed in afterwards."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league import access
from league.models import Member, Night
from league.pages import refusals
from league.pages.common import form, page, viewer
from league.selectors import clubs
from league.services import games as opening
from league.services.games import Sitter
from ledger.errors import Refused
from races.principal import Principal
from races.rules.scoresheet.moves import Row

_SCORED = re.compile(r"(.*\S)\s+([+−-]?\d{1,12}(?:[.,]\d{1,4})?)")
MOST = 99


class ResultForm(msgspec.Struct, frozen=True, kw_only=True):
    """``lines``: a name a line, the score behind it; without any score the first line is the winner."""

    title: str
    lines: str
    lowest_wins: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@page
def result(request: HttpRequest, slug: str, night: UUID) -> HttpResponse:
    """The form, and what becomes of it."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_host(who, club.club)
    row = Night.objects.filter(club=club.club, id=night).first()
    if row is None:
        raise Refused("not_found", _("There is no such night."))
    context: dict[str, Any] = {"club": club, "night": row, "typed": request.POST}
    if request.method == "POST":
        try:
            _record(row, who, form(request, ResultForm))
            return HttpResponseRedirect(f"/{slug}/nights/{night}")
        except Refused as refused:
            context["refused"] = refusals.told(refused)
    return render(request, "pages/result.html", context, status=400 if "refused" in context else 200)


def read(lines: str) -> list[tuple[str, Decimal | None]]:
    """Names and scores, as typed. Refuses ``invalid`` where some have a score and others none.

    >>> read("Ann 42\\nBo van Dam 38.5")
    [('Ann', Decimal('42')), ('Bo van Dam', Decimal('38.5'))]
    """
    found: list[tuple[str, Decimal | None]] = []
    for line in filter(None, (line.strip() for line in lines.splitlines())):
        scored = _SCORED.fullmatch(line)
        score = None if scored is None else Decimal(scored[2].replace(",", ".").replace("−", "-"))
        found.append((line if scored is None else scored[1], score))
    if not 1 <= len(found) <= MOST:
        raise Refused("invalid", _("Type who played, a name a line."))
    if len({score is None for _, score in found}) > 1:
        raise Refused("invalid", _("Either everybody has a score, or nobody: then the order of the lines counts."))
    return found


def _record(night: Night, who: Principal, sent: ResultForm) -> None:
    found = read(sent.lines)
    rows = tuple(
        Row(seat=seat, score=score) if score is not None else Row(seat=seat, rank=seat)
        for seat, (_, score) in enumerate(found, 1)
    )
    opening.open(
        night,
        who,
        ruleset="scoresheet",
        options={"lowest_wins": sent.lowest_wins},
        seats=[_sitter(night.club, name) for name, _ in found],
        label="",
        title=sent.title[:80],
        counts=True,
        body=[str(uuid4())],
        rows=rows,
    )


def _sitter(club: UUID, name: str) -> Sitter:
    """The one member of that name; else a guest."""
    members = list(Member.objects.filter(club=club, guest=False, name__iexact=name).values_list("id", flat=True)[:2])
    return Sitter(member=members[0]) if len(members) == 1 else Sitter(guest=name[:80])
