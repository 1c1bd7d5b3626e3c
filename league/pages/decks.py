"""A club's own deck, typed in: looked at card by card, then made the club's."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league import access
from league.facts.club import ChangeClub
from league.pages.common import page, viewer
from league.selectors import clubs
from league.services import clubs as services
from ledger.errors import Refused
from races.api.decks import check
from races.rules import registry
from races.rules.protocol import TakesDeck

MOST = 64 * 1024


@require_http_methods(["GET", "POST"])
@page
def deck(request: HttpRequest, slug: str, ruleset: str) -> HttpResponse:
    """POST with ``use``: the deck becomes the default of the club's new games; else it is only looked at."""
    who, club = viewer(request), clubs.by_slug(slug)
    access.require_manager(who, club.club)
    rules = registry.latest(ruleset) if ruleset in registry.RULESETS else None
    if not isinstance(rules, TakesDeck):
        raise Refused("not_found", _("This game is played without a deck of one's own."))
    text, checked, used = request.POST.get("deck", ""), None, False
    if len(text) > MOST:
        raise Refused("too_large", _("That is more than a deck of cards."))
    if request.method == "POST":
        checked = check(ruleset, text)
        if "use" in request.POST and checked.deck is not None:
            options = {**club.defaults.get(ruleset, {}), rules.deck_option: checked.deck}
            services.change(club.club, ChangeClub(defaults={**club.defaults, ruleset: options}), who)
            used = True
    else:
        known = club.defaults.get(ruleset, {}).get(rules.deck_option)
        text = "" if known is None else msgspec.json.format(msgspec.json.encode(known)).decode()
    context = {"club": club, "ruleset": ruleset, "text": text, "checked": checked, "used": used}
    return render(request, "pages/deck.html", context)
