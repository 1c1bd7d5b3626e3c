"""``/claim/{token}``: a person takes over who they are in a club. Opening it changes nothing; the button does."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from msgspec import UNSET, UnsetType

from league import claiming, services
from league.facts.base import Name
from league.facts.member import Publish
from league.models import Member
from league.pages import refusals
from league.pages.common import page
from league.selectors import clubs
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.http import parsing
from ledger.http.codes import CODES
from ledger.reading import load, stream_of

WORDS = {"full": _("in full"), "initials": _("as initials"), "alias": _("as my alias"), "none": _("not at all")}


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What the form sends, without the fields that were left empty."""

    name: Name | UnsetType = UNSET
    alias: Name | UnsetType = UNSET
    publish: Publish | UnsetType = UNSET


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@page
def claim(request: HttpRequest, token: str) -> HttpResponse:
    """Who one is here, and how one wants to be shown."""
    claimed = claiming.claimed_by(token) if token.isascii() else None
    stream = None if claimed is None else stream_of(claimed[0], "member")
    if claimed is None or stream is None:
        raise Refused("not_found", _("There is no such link; ask the host for a new one."))
    if request.method != "POST":
        state = load(stream).state
        if not state.claimable or state.generation != claimed[1]:
            raise Refused("no_token", _("This link has been used, or replaced by a newer one."))
        return _form(request, stream, None)
    typed = {name: request.POST.get(name, "").strip() for name in ("name", "alias", "publish")}
    try:
        form = parsing.convert({name: text for name, text in typed.items() if text}, Form, root="")
        services.members.claim(*claimed, name=form.name, alias=form.alias, publish=form.publish)
    except Refused as refused:
        return _form(request, stream, refused)
    return _form(request, stream, None, done=True)


def _form(request: HttpRequest, stream: Stream, refused: Refused | None, done: bool = False) -> HttpResponse:
    context: dict[str, Any] = {
        "club": clubs.by_id(stream.club),
        "member": Member.objects.get(club=stream.club, id=stream.id),
        "choices": [(key, gettext(WORDS[key])) for key in get_args(Publish)],
        "refused": None if refused is None else refusals.told(refused),
        "done": done,
    }
    return render(request, "pages/claim.html", context, status=200 if refused is None else CODES[refused.code].status)
