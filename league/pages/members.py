"""A member's page: results, rivals, and the rating as a line."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from league.models import Member
from league.pages.common import page, viewer
from league.selectors import clubs, history, members
from league.shapes import RatingPoint
from ledger.errors import Refused

WIDTH, HEIGHT = 600, 120
SHOWN = 100


@require_safe
@page
def member(request: HttpRequest, slug: str, member: UUID) -> HttpResponse:
    """One member, as the viewer may see them."""
    who = viewer(request)
    club = clubs.find(slug, who)
    found = Member.objects.filter(club=club.club, id=member).first()
    if found is None:
        raise Refused("not_found", _("There is no such member."))
    rating = history.rating_of(found)
    context = {
        "club": club,
        "member": members.show(found, who),
        "results": history.results_of(found)[:SHOWN],
        "rivals": history.rivals_of(found, who)[:SHOWN],
        "rating": rating,
        "line": line(rating.history),
        "width": WIDTH,
        "height": HEIGHT,
    }
    return render(request, "pages/member.html", context)


def line(points: Sequence[RatingPoint]) -> str:
    """The ordinals as an SVG polyline, the first at the left; empty for fewer than two.

    >>> from datetime import date; from uuid import UUID
    >>> line([RatingPoint(game=UUID(int=n), date=date.min, mu=0, sigma=0, ordinal=n) for n in (0, 1)])
    '0,120 600,0'
    """
    if len(points) < 2:
        return ""
    values = [point.ordinal for point in points]
    low, high = min(values), max(values)
    span = (high - low) or 1.0
    step = WIDTH / (len(values) - 1)
    return " ".join(
        f"{round(n * step)},{round(HEIGHT - (value - low) / span * HEIGHT)}" for n, value in enumerate(values)
    )
