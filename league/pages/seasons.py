"""``/{slug}/seasons``: all seasons with who won them, a new one; and what is done with one: name, span, closing, what
was changed afterwards."""

from __future__ import annotations

from datetime import MAXYEAR, date
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league import access
from league.facts.base import Change, Name, Reason
from league.facts.season import ChangeSeason, CloseSeason, ReopenSeason
from league.models import Club, Season
from league.pages import changed
from league.pages.common import form, page, posted, viewer
from league.pages.schemes import of_scheme
from league.scoring.presets import DEFAULT, PRESETS
from league.selectors import clubs, tables
from league.selectors import seasons as held
from league.selectors.calendar import today
from league.services import seasons as services
from ledger.errors import Refused
from races.principal import Principal

LIST = 50
PODIUM = 3


class SeasonForm(msgspec.Struct, frozen=True, kw_only=True):
    name: Name
    starts_on: date
    ends_on: date
    scoring: str = DEFAULT
    overlap: bool = False


class ChangeForm(msgspec.Struct, frozen=True, kw_only=True):
    """``do``: ``change, close, reopen``; ``overlap``: though other seasons hold some of its days."""

    do: str
    name: Name | None = None
    starts_on: date | None = None
    ends_on: date | None = None
    overlap: bool = False
    reason: Reason | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@page
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The archive; sent, a new season."""
    who = viewer(request)
    club = clubs.find(slug, who)

    def show(refused: Refused | None) -> HttpResponse:
        context = {
            "club": club,
            "manages": access.manages(who, club.club),
            "seasons": _archive(club, who),
            "presets": [(key, scheme.name, of_scheme(scheme)) for key, scheme in PRESETS.items()],
            "next": _typed(request) or _next(club),
            "typed": request.POST,
            "refused": refused,
        }
        return render(request, "pages/seasons.html", context)

    def add() -> str:
        sent = form(request, SeasonForm)
        if not sent.overlap:
            _ask_about_overlap(club, sent.starts_on, sent.ends_on)
        id, _again = services.open(
            club.club,
            who,
            name=sent.name,
            starts_on=sent.starts_on,
            ends_on=sent.ends_on,
            scoring=sent.scoring,
        )
        return f"/{slug}/seasons/{id}"

    return posted(request, add, show)


def _archive(club: Club, who: Principal) -> list[dict[str, Any]]:
    """The latest first, each with its first three."""
    found = []
    for season in Season.objects.filter(club=club.club).order_by("-starts_on", "id")[:LIST]:
        rows = [row for row in tables.of_season(season, who).rows if row.rank is not None and row.rank <= PODIUM]
        found.append({"season": season, "first": rows})
    return found


def _next(club: Club) -> dict[str, Any]:
    """What a new season most likely is: the year that no season holds yet."""
    last = Season.objects.filter(club=club.club).order_by("-ends_on").first()
    year = today(club).year
    if last is not None and last.ends_on.year >= year:
        year = min(last.ends_on.year + 1, MAXYEAR)
    return {"name": str(year), "starts_on": date(year, 1, 1), "ends_on": date(year, 12, 31)}


def _typed(request: HttpRequest) -> dict[str, Any]:
    """The fields of a season's form as they were sent; nothing where none were."""
    names = ("name", "starts_on", "ends_on")
    return {name: request.POST[name] for name in names} if all(name in request.POST for name in names) else {}


def _ask_about_overlap(club: Club, starts_on: date, ends_on: date, but: UUID | None = None) -> None:
    """Refuses ``season_ambiguous``, naming them, where open seasons hold some of these days already."""
    found = held.overlapping(club.club, starts_on, ends_on, but)
    if found:
        names = ", ".join(season.name or gettext("Season") for season in found)
        text = gettext(
            "Some of these days belong to another season already: {names}. A night on them counts in one season only; "
            "you choose it when you open the night."
        )
        raise Refused("season_ambiguous", text.format(names=names))


@require_http_methods(["GET", "HEAD", "POST"])
@page
def manage(request: HttpRequest, slug: str, season: UUID) -> HttpResponse:
    """One season, for those who manage the club."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_manager(who, club.club)
    row = find(club, season)

    def show(refused: Refused | None) -> HttpResponse:
        context = {
            "club": club,
            "season": row,
            "typed": _typed(request) or {"name": row.name, "starts_on": row.starts_on, "ends_on": row.ends_on},
            "refused": refused,
            "changes": changed.of_season(row, who),
        }
        return render(request, "pages/season_manage.html", context)

    def act() -> str:
        sent = form(request, ChangeForm)
        if sent.do == "change" and sent.starts_on is not None and sent.ends_on is not None and not sent.overlap:
            moved = (sent.starts_on, sent.ends_on) != (row.starts_on, row.ends_on)
            if moved:
                _ask_about_overlap(club, sent.starts_on, sent.ends_on, but=season)
        services.change(club.club, season, _change(sent), who)
        return f"/{slug}/seasons/{season}/manage"

    return posted(request, act, show)


def find(club: Club, season: UUID) -> Season:
    """Refuses ``not_found``."""
    row = Season.objects.filter(club=club.club, id=season).first()
    if row is None:
        raise Refused("not_found", _("There is no such season."))
    return row


def _change(sent: ChangeForm) -> Change:
    if sent.do == "change":
        if sent.name is None or sent.starts_on is None or sent.ends_on is None:
            raise Refused("invalid", _("A season has a name, a first and a last day."))
        return ChangeSeason(name=sent.name, starts_on=sent.starts_on, ends_on=sent.ends_on)
    if sent.do == "close":
        return CloseSeason(reason=sent.reason)
    if sent.do == "reopen":
        if sent.reason is None:
            raise Refused("invalid", _("Say why, in a few words: it is kept with the season."))
        return ReopenSeason(reason=sent.reason)
    raise Refused("invalid", _("There is nothing like that to do with a season."))
