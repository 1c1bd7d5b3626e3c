"""A member's page: how a season went, as picture and figures; results, rivals, rating."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from league import access
from league.models import Club, Member, Season
from league.pages import chart, words
from league.pages.common import page, viewer
from league.pages.explaining import of_table
from league.selectors import clubs, history, members, people, seasons, tables
from league.shapes import MemberResultOut
from ledger.errors import Refused
from races.models import Game

SHOWN = 100


@require_safe
@page
def member(request: HttpRequest, slug: str, member: UUID) -> HttpResponse:
    """One member, as the viewer may see them. ``?season=``: another season's picture."""
    who = viewer(request)
    club = clubs.find(slug, who)
    found = Member.objects.filter(club=club.club, id=member).first()
    if found is None:
        raise Refused("not_found", _("There is no such member."))
    context = {
        "club": club,
        "hosts": access.hosts_club(who, club.club),
        "member": members.show(found, who),
        "results": _named(history.results_of(found)[:SHOWN]),
        "rivals": history.rivals_of(found, who)[:SHOWN],
        "rating": history.rating_of(found),
        "seasons": Season.objects.filter(club=club.club).order_by("-starts_on", "id")[:SHOWN],
    }
    season = _season(club, request.GET.get("season"))
    if season is not None:
        is_now = people.merges(club.club).get(member, member)
        lines = of_table(tables.of_season(season, who))
        line = next((each for each in lines if each["row"].member.id == is_now), None)
        context |= {"season": season, "line": line}
        if line is not None:
            nights = chart.nights_of(line["row"])
            context |= {"nights": nights, "chart": chart.drawn(nights)}
    return render(request, "pages/member.html", context)


def _named(results: Sequence[MemberResultOut]) -> list[tuple[MemberResultOut, str]]:
    """Each with what was played, for people."""
    titles = dict(Game.objects.filter(id__in=[each.game for each in results]).values_list("id", "title"))
    return [(each, titles.get(each.game) or words.ruleset(each.played)) for each in results]


def _season(club: Club, asked: str | None) -> Season | None:
    if asked is None:
        return seasons.current(club)
    try:
        return Season.objects.filter(club=club.club, id=UUID(asked)).first()
    except ValueError:
        return None
