"""``/{slug}/seasons/{id}/adjustments``: points given and taken by hand, each with its reason, each to be taken back."""

from __future__ import annotations

from decimal import Decimal
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league import access
from league.facts.base import Reason
from league.models import Adjustment, Club, Member, Season
from league.pages.common import form, page, posted, viewer
from league.pages.seasons import find
from league.scoring.numbers import exact, fits
from league.selectors import clubs, imported, nights
from league.services import seasons as services
from ledger.errors import Refused
from races.principal import Principal

DIGITS = 6


class AdjustForm(msgspec.Struct, frozen=True, kw_only=True):
    """``void``: the adjustment to take back; without it a new one is made."""

    void: UUID | None = None
    member: UUID | None = None
    points: Decimal | None = None
    night: UUID | None = None
    reason: Reason | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@page
def adjustments(request: HttpRequest, slug: str, season: UUID) -> HttpResponse:
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_manager(who, club.club)
    row = find(club, season)

    def show(refused: Refused | None) -> HttpResponse:
        people = Member.objects.filter(club=club.club, merged_into=None).exclude(name=None)
        people = people.exclude(id__in=imported.withdrawn_guests(club.club))
        names = {each.id: each.name for each in Member.objects.filter(club=club.club)}
        made = Adjustment.objects.filter(club=club.club, season=season).order_by("-at", "id")
        context = {
            "club": club,
            "season": row,
            "people": sorted(people, key=lambda each: str(each.name).casefold()),
            "nights": nights.offered(club.club).filter(season=season),
            "made": [(names.get(each.member), each) for each in made],
            "typed": request.POST,
            "refused": refused,
        }
        return render(request, "pages/adjustments.html", context)

    def act() -> str:
        _do(club, row, form(request, AdjustForm), who)
        return f"/{slug}/seasons/{season}/adjustments"

    return posted(request, act, show)


def _do(club: Club, season: Season, sent: AdjustForm, who: Principal) -> None:
    if sent.reason is None:
        raise Refused("invalid", _("Say why, in a few words: it stands in the table."))
    if sent.void is not None:
        found = Adjustment.objects.filter(club=club.club, season=season.id, id=sent.void).first()
        if found is None:
            raise Refused("not_found", _("There are no such points."))
        services.void_adjustment(found, sent.reason, who)
        return
    if sent.member is None or sent.points is None or not fits(sent.points, DIGITS):
        raise Refused("invalid", _("Choose who, and type how many points; minus takes away."))
    services.adjust(season, who, member=sent.member, points=exact(sent.points), reason=sent.reason, night=sent.night)
