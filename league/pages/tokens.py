"""``/{slug}/tokens``: by which programs (a website, a Discord bot, a stream overlay) read or run a club."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league import access
from league.facts.base import Name
from league.facts.club import SCOPES, Scope
from league.models import Token
from league.pages import refusals
from league.pages.common import form, page, viewer
from league.selectors import clubs
from league.services import tokens as services
from ledger.errors import Refused
from ledger.http.codes import code_of
from ledger.http.links import absolute
from ledger.records import moment

WORDS: dict[str, Any] = {
    "read": gettext_lazy("may look, at everything in the club"),
    "host": gettext_lazy("may also open nights and games, and host them"),
    "manage": gettext_lazy("may also change members, seasons, settings and tokens"),
}


class TokenForm(msgspec.Struct, frozen=True, kw_only=True):
    """``revoke``: the token that is to be dead; without it a new one is made."""

    revoke: UUID | None = None
    name: Name | None = None
    scope: Scope = "read"
    expires_on: date | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@page
def tokens(request: HttpRequest, slug: str) -> HttpResponse:
    """The living ones; a new one is shown once, in the answer to the form."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_manager(who, club.club)
    context: dict[str, Any] = {"club": club, "scopes": [(scope, WORDS[scope]) for scope in SCOPES]}
    status = 200
    if request.method == "POST":
        try:
            sent = form(request, TokenForm)
            if sent.revoke is not None:
                services.revoke(club.club, sent.revoke, who)
            else:
                context["made"] = _issue(club.club, sent, who)
        except Refused as refused:
            context["refused"], status = refusals.told(refused), code_of(refused.code).status
    rows = Token.objects.filter(club=club.club, revoked=False).order_by("-issued_at", "id")
    context["tokens"] = [
        {"row": row, "scope": WORDS[row.scopes[-1]], "issued": moment(row.issued_at).date()} for row in rows
    ]
    context["screen"] = absolute(f"/{club.slug}/screen", request)
    return render(request, "pages/tokens.html", context, status=status)


def _issue(club: UUID, sent: TokenForm, who: Any) -> str:
    if sent.name is None:
        raise Refused("invalid", _("Say what the token is for."))
    expires = None if sent.expires_on is None else datetime.combine(sent.expires_on, time.max, tzinfo=UTC)
    _id, token, _again = services.issue(club, who, name=sent.name, scopes=[sent.scope], expires_at=expires)
    assert token is not None  # without a key every call makes a new one
    return token
