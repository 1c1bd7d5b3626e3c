"""``/{slug}/settings``: a club's name, address, time zone, cut-off, and who may look."""

from __future__ import annotations

import msgspec
from django.conf import settings as configured
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods
from msgspec import UNSET

from league import access
from league.facts.base import Name
from league.facts.club import ChangeClub, Cutoff, Locale, Slug, Zone
from league.models import Club
from league.pages.common import form, page, posted, viewer
from league.selectors import clubs
from league.services import clubs as services
from league.zones import choices
from ledger.errors import Refused


class SettingsForm(msgspec.Struct, frozen=True, kw_only=True):
    name: Name
    slug: Slug
    timezone: Zone
    night_cutoff: Cutoff
    locale: Locale = "en"
    public: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@page
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_manager(who, club.club)

    def show(refused: Refused | None) -> HttpResponse:
        context = {
            "club": club,
            "zones": choices(),
            "languages": configured.LANGUAGES,
            "refused": refused,
            "saved": "saved" in request.GET,
        }
        return render(request, "pages/settings.html", context)

    def act() -> str:
        sent = form(request, SettingsForm)
        services.change(club.club, _changes(club, sent), who)
        return f"/{sent.slug}/settings?saved"

    return posted(request, act, show)


def _changes(club: Club, sent: SettingsForm) -> ChangeClub:
    """Only what is another than before."""
    now = {name: getattr(club, name) for name in SettingsForm.__struct_fields__}
    new = msgspec.structs.asdict(sent)
    return ChangeClub(**{name: value if value != now[name] else UNSET for name, value in new.items()})
