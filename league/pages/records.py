"""``/{slug}/records``: the best of all time, who is rated how, and who met whom."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.pages.common import page, viewer
from league.selectors import clubs, history

WORDS: dict[str, Any] = {
    "highest_score": _("Highest score in one game"),
    "biggest_win": _("Biggest lead over the second"),
    "longest_streak": _("Most games won one after the other"),
    "most_wins": _("Most wins"),
    "most_games": _("Most games"),
}
MOST = 100


@require_safe
@page
def records(request: HttpRequest, slug: str) -> HttpResponse:
    who = viewer(request)
    club = clubs.find(slug, who)
    best = [(WORDS.get(each.key, each.key), each) for each in history.records(club.club, who)]
    ranking = history.ranking(club.club, who)[:MOST]
    return render(request, "pages/records.html", {"club": club, "records": best, "ranking": ranking})
