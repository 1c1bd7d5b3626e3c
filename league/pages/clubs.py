"""``/``, a club, its night, its table."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from league import access
from league.models import Club, Night, Season
from league.pages import explaining, nightwork, room, sealing, words
from league.pages.common import key_of, page, viewer
from league.pages.schemes import of_scheme, quorum
from league.selectors import archive, clubs, feeds, games, nights, seasons, tables
from league.selectors.calendar import today
from league.zones import choices
from ledger.errors import Refused
from ledger.reading import load, stream_of
from races import presenting
from races.principal import Principal

LIST = 50


@require_safe
@page
def home(request: HttpRequest) -> HttpResponse:
    """The clubs one may read, and where to sign in."""
    who = viewer(request)
    context: dict[str, Any] = {"clubs": list(clubs.readable_by(who).order_by("name", "slug")[:LIST])}
    if "organiser" in who.scopes:
        context["zones"] = choices()
    return render(request, "pages/home.html", context)


@require_safe
@page
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """A club: tonight, its seasons, its nights."""
    who = viewer(request)
    found = clubs.find(slug, who)
    context = {
        "club": found,
        "hosts": access.hosts_club(who, found.club),
        "manages": access.manages(who, found.club),
        "tonight": nights.current(found),
        "season": seasons.current(found),
        "chooser": choosing_season(found, who),
        "playing_on": _playing_on(found),
        "archive": archive.closed(found.club).exists(),
        "seasons": Season.objects.filter(club=found.club).order_by("-starts_on", "id")[:LIST],
        "nights": nights.of_club(found.club).filter(withdrawn=False).order_by("-date", "-opened_at")[:LIST],
    }
    return render(request, "pages/club.html", context)


def _playing_on(club: Club) -> list[tuple[UUID, str]]:
    """Games that have begun and aren't over though their night is closed: they are played on. → id and name of each."""
    going = games.unfinished(club.club).exclude(status="open")
    closed = Night.objects.filter(club=club.club, status="closed", void=False)
    rows = going.filter(night__in=closed.values("id"))[:LIST]
    return [(row.id, ", ".join(filter(None, [row.title or words.ruleset(row.ruleset), row.label]))) for row in rows]


def choosing_season(club: Club, who: Principal) -> dict[str, Any]:
    """What the forms for a night offer a host. ``tonight``: the seasons that hold today, the likeliest first, where
    there is a choice; ``other``: those that another date may fall into, where it can fall into several."""
    if not access.hosts_club(who, club.club):
        return {"tonight": [], "other": []}
    holding = seasons.among(club.club, today(club))
    still_open = list(Season.objects.filter(club=club.club, status="open").order_by("-starts_on", "id")[:LIST])
    return {"tonight": holding if len(holding) > 1 else [], "other": still_open if len(still_open) > 1 else []}


@require_safe
@page
def tonight(request: HttpRequest, slug: str) -> HttpResponse:
    """The night that is being played, live."""
    who = viewer(request)
    found = clubs.find(slug, who)
    return _night(request, found, nights.current(found), who)


@require_safe
@page
def night(request: HttpRequest, slug: str, which: str) -> HttpResponse:
    """A night by its date or id."""
    who = viewer(request)
    found = clubs.find(slug, who)
    return _night(request, found, _which_night(found, which), who)


def _which_night(club: Club, which: str) -> Night:
    try:
        on_date = nights.on(club.club, date.fromisoformat(which))
        found = on_date[0] if on_date else None
    except ValueError:
        try:
            found = nights.of_club(club.club).filter(id=UUID(which)).first()
        except ValueError:
            found = None
    if found is None:
        raise Refused("not_found", _("There is no such night."))
    return found


def _night(request: HttpRequest, club: Club, night: Night | None, who: Principal) -> HttpResponse:
    cursor = feeds.cursor_of(club.club)  # first: what happens from here on is told live
    context: dict[str, Any] = {"club": club, "night": night, "live": _live(request, club, cursor)}
    context["hosts"] = access.hosts_club(who, club.club)
    if night is None:
        context["chooser"] = choosing_season(club, who)
    else:
        context["kind"] = nightwork.KINDS[night.kind]
        context["marks"] = nightwork.told(night, who)
        context["boards"] = [_board(game.id, who) for game in games.of_night(club.club, night.id).order_by("opened_at")]
        season = None if night.season is None else Season.objects.filter(club=club.club, id=night.season).first()
        if season is not None:
            shown = tables.of_season(season, who)
            money = any(row.money for row in shown.rows)
            context |= {"season": season, "money": money, "lines": explaining.of_table(shown)}
            if night.date in explaining.without_points(shown):
                context["without_points"] = [night.date]
                context["quorum"] = quorum(seasons.schemes_of(season)[-1].scheme.eligibility.quorum)
    return render(request, "pages/night.html", context)


def _board(game: UUID, who: Principal) -> dict[str, Any]:
    """A game on a night's page: its scoreboard, and what is said over it."""
    stream = stream_of(game, "game")
    assert stream is not None
    loaded = load(stream)
    board = presenting.scoreboard(loaded, who)
    return {
        "board": board,
        "name": board.game.title or words.ruleset(board.game.ruleset),
        "headline": room.headline(loaded, room.names_of(board)),
        "said": room.said(board),
    }


@require_safe
@page
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The current season's table."""
    who = viewer(request)
    found = clubs.find(slug, who)
    return _table(request, found, seasons.current(found), who)


@require_safe
@page
def season(request: HttpRequest, slug: str, season: UUID) -> HttpResponse:
    """A season's table."""
    who = viewer(request)
    found = clubs.find(slug, who)
    return _table(request, found, Season.objects.filter(club=found.club, id=season).first(), who)


@require_safe
@page
def past(request: HttpRequest, slug: str) -> HttpResponse:
    """The seasons that are over, and who was first."""
    who = viewer(request)
    found = clubs.find(slug, who)
    rows = archive.closed(found.club).order_by("-ends_on", "-id")[:LIST]
    context = {"club": found, "seasons": [archive.archived(season, who) for season in rows]}
    return render(request, "pages/archive.html", context)


def _table(request: HttpRequest, club: Club, season: Season | None, who: Principal) -> HttpResponse:
    if season is None:
        raise Refused("not_found", _("There is no such season."))
    cursor = feeds.cursor_of(club.club)
    shown = tables.of_season(season, who)
    scheme = seasons.schemes_of(season)[-1].scheme
    context = {
        "club": club,
        "season": season,
        "table": shown,
        "lines": explaining.of_table(shown),
        "without_points": explaining.without_points(shown),
        "quorum": quorum(scheme.eligibility.quorum),
        "divisions": [
            (key, explaining.of_table(tables.of_season(season, who, division=key))) for key in sorted(season.divisions)
        ],
        "scheme": of_scheme(scheme),
        "money": any(row.money for row in shown.rows),
        "manages": access.manages(who, club.club),
        "print": "print" in request.GET,
        "checkpoint": sealing.latest(club),
        "live": _live(request, club, cursor),
    }
    return render(request, "pages/table.html", context)


def _live(request: HttpRequest, club: Club, cursor: int) -> str:
    return f"/api/v1/clubs/{club.slug}/live?after={cursor}{key_of(request, '&')}"
