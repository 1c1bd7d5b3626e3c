"""``/{slug}/nights/{id}/manage``: what a host does with a night besides playing: its name, date and kind, who was
there, closing, reopening, voiding, restoring."""

from __future__ import annotations

from datetime import date
from typing import Any, get_args
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods
from msgspec import UNSET

from league import access
from league.facts.base import Change, Name, Reason
from league.facts.night import (
    ChangeNight,
    CloseNight,
    Mark,
    NightKind,
    ReopenNight,
    RestoreNight,
    Status,
    VoidNight,
)
from league.models import Member, Night, Season
from league.pages.common import form, page, posted, viewer
from league.selectors import clubs, games, nights
from league.services import nights as services
from ledger.errors import Refused
from races.principal import Principal

KINDS: dict[str, Any] = {
    "regular": gettext_lazy("an ordinary night"),
    "final": gettext_lazy("the final"),
    "friendly": gettext_lazy("a friendly night: counts in no table"),
}
MARKS: dict[str, Any] = {
    "present": gettext_lazy("was there"),
    "excused": gettext_lazy("excused"),
    "absent": gettext_lazy("absent"),
    "bye": gettext_lazy("bye"),
    "substitute": gettext_lazy("stood in for somebody"),
}


class NightForm(msgspec.Struct, frozen=True, kw_only=True):
    """``do``: ``change, close, reopen, void, restore, attendance``. ``season``: its id, or ``none``."""

    do: str
    date: date | None = None
    name: Name | None = None
    kind: NightKind = "regular"
    season: str = "none"
    reason: Reason | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@page
def manage(request: HttpRequest, slug: str, night: UUID) -> HttpResponse:
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_host(who, club.club)
    row = Night.objects.filter(club=club.club, id=night).first()
    if row is None:
        raise Refused("not_found", _("There is no such night."))

    def show(refused: Refused | None) -> HttpResponse:
        context = {
            "club": club,
            "night": row,
            "kinds": KINDS.items(),
            "marks": MARKS.items(),
            "seasons": Season.objects.filter(club=club.club).order_by("-starts_on", "id"),
            "people": _people(row, who),
            "refused": refused,
        }
        return render(request, "pages/night_manage.html", context)

    def act() -> str:
        sent = form(request, NightForm)
        if sent.do == "attendance":
            services.mark(club.club, night, _marks(request), who)
            return f"/{slug}/nights/{night}/manage#attendance"
        if sent.do == "close" and games.unfinished(club.club, night).exists():
            return f"/{slug}/nights/{night}/close"  # which names them, and asks
        services.change(club.club, night, _change(row, sent), who)
        return f"/{slug}/nights/{night}" if sent.do in ("close", "reopen") else f"/{slug}/nights/{night}/manage"

    return posted(request, act, show)


def _change(row: Night, sent: NightForm) -> Change:
    if sent.do == "change":
        season = None if sent.season == "none" else _id(sent.season)
        return ChangeNight(
            date=sent.date or UNSET,
            name=sent.name,
            kind=sent.kind,
            season=season if season != row.season else UNSET,
        )
    if sent.do == "close":
        return CloseNight(reason=sent.reason)
    changes: dict[str, Any] = {"reopen": ReopenNight, "void": VoidNight, "restore": RestoreNight}
    if sent.do not in changes:
        raise Refused("invalid", _("There is nothing like that to do with a night."))
    if sent.reason is None:
        raise Refused("invalid", _("Say why, in a few words: it is kept with the night."))
    change: Change = changes[sent.do](reason=sent.reason)
    return change


def told(row: Night, who: Principal) -> list[tuple[str, list[str]]]:
    """Who was there, who was not: a word, and the names for it."""
    known: dict[str, list[str]] = {}
    for mark in nights.attendance(row, who):
        known.setdefault(mark.status, []).append(mark.member.name or "N. N.")
    return [(str(MARKS[status]), known[status]) for status in MARKS if status in known]


def _people(row: Night, who: Principal) -> list[dict[str, Any]]:
    """Whoever could be marked: those who are there, and the club's members; by name."""
    marks = {mark.member.id: mark for mark in nights.attendance(row, who)}
    others = Member.objects.filter(club=row.club, guest=False, left_club=False, merged_into=None).exclude(name=None)
    names = {each.id: str(each.name) for each in others} | {id: mark.member.name for id, mark in marks.items()}
    return sorted(
        (
            {
                "id": id,
                "name": name,
                "status": marks[id].status if id in marks else "",
                "stands_for": marks[id].stands_for if id in marks else None,
                "seated": id in marks and marks[id].seated,
            }
            for id, name in names.items()
        ),
        key=lambda each: str(each["name"]).casefold(),
    )


def _marks(request: HttpRequest) -> tuple[Mark, ...]:
    """From fields ``mark-ID`` and ``for-ID``. Whoever only sat in a game needs no mark of his own."""
    marks = []
    for name, status in request.POST.items():
        kind, _sign, id = name.partition("-")
        if kind != "mark" or not status:
            continue
        if status not in get_args(Status):
            raise Refused("invalid", _("There is no such mark."))
        stands_for = request.POST.get(f"for-{id}", "") if status == "substitute" else ""
        marks.append(Mark(member=_id(id), status=status, stands_for=_id(stands_for) if stands_for else None))  # type: ignore[arg-type]
    return tuple(marks)


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Refused("invalid", _("That is nobody, and nothing, of this club.")) from None
