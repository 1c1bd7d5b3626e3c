"""``/{slug}/imports``: plays from elsewhere: a file taken in, what applying it would do, who is whom, applied, taken
out again."""

from __future__ import annotations

from typing import Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league import access
from league.facts.base import Reason
from league.imports import jobs, reporting, staging
from league.imports.formats.tabular import CsvMapping
from league.imports.reading import FORMATS
from league.models import Import, Member
from league.pages.common import form, page, posted, viewer
from league.selectors import clubs, imported
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.records import moment
from races.principal import Principal

LIST = 50
PERSON = "person "
STATUS: dict[str, Any] = {
    "staged": gettext_lazy("looked at, not applied"),
    "applying": gettext_lazy("being applied"),
    "applied": gettext_lazy("applied"),
    "void": gettext_lazy("taken out again"),
}


NAMES: dict[str, Any] = {
    "bgstats": gettext_lazy("BG Stats: its backup or export (JSON)"),
    "bgstats-link": gettext_lazy("BG Stats: a play's link or its JSON"),
    "bgg": gettext_lazy("BoardGameGeek: plays (XML)"),
    "nemestats": gettext_lazy("NemeStats: export (Excel or JSON)"),
    "bga": gettext_lazy("Board Game Arena: history (JSON)"),
    "yucata": gettext_lazy("Yucata: history (JSON)"),
    "lichess": gettext_lazy("lichess: a Swiss tournament's results"),
    "trf": gettext_lazy("a chess tournament's report (FIDE TRF)"),
    "csv": gettext_lazy("a spreadsheet (CSV)"),
}
"""What the formats of ``league.imports.reading`` are called by those who have such a file."""
DATES: dict[str, Any] = {
    "dmy": gettext_lazy("day first: 31/12/2026"),
    "mdy": gettext_lazy("month first: 12/31/2026"),
    "ymd": gettext_lazy("year first: 2026/12/31"),
}
FIRST = 10
"""So many plays are shown of a file before it is applied."""


class UploadForm(msgspec.Struct, frozen=True, kw_only=True):
    """``dates``: the order of day, month and year in a table's dates; not given, found out."""

    format: str | None = None
    dates: Literal["ymd", "dmy", "mdy"] | None = None


class ImportForm(msgspec.Struct, frozen=True, kw_only=True):
    """``do``: ``apply, void``."""

    do: str
    teams: bool = False
    cooperative: bool = False
    reason: Reason | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@page
def imports(request: HttpRequest, slug: str) -> HttpResponse:
    """What was taken in; sent, a file is, and looked at: nothing is applied by that."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_manager(who, club.club)

    def show(refused: Refused | None) -> HttpResponse:
        rows = Import.objects.filter(club=club.club).order_by("-staged_at", "-id")[:LIST]
        taken = [
            {"row": row, "name": NAMES[row.format], "status": STATUS[row.status], "at": moment(row.staged_at)}
            for row in rows
        ]
        context = {
            "club": club,
            "imports": taken,
            "formats": [(key, NAMES[key]) for key in FORMATS],
            "dates": DATES.items(),
        }
        context |= {"refused": refused, "typed": request.POST}
        return render(request, "pages/imports.html", context)

    def take_in() -> str:
        sent = form(request, UploadForm)
        file = request.FILES.get("file")
        if file is None or file.size is None:
            raise Refused("invalid", _("Choose a file first."))
        if file.size > staging.MOST_BYTES:
            raise Refused("too_large", _("A file has at most 16 MB here; split it."))
        format = sent.format if sent.format in FORMATS else None
        mapping = None if sent.dates is None else CsvMapping(date_format=sent.dates)
        id, _again = staging.take_in(club, file.read(), who, format=format, mapping=mapping)
        return f"/{slug}/imports/{id}"

    return posted(request, take_in, show)


@require_http_methods(["GET", "HEAD", "POST"])
@page
def one(request: HttpRequest, slug: str, id: UUID) -> HttpResponse:
    """What an import would do, or did."""
    who = viewer(request)
    club = clubs.find(slug, who)
    access.require_manager(who, club.club)
    stream = reporting.find(id, who)
    if stream.club != club.club:
        raise Refused("not_found", _("There is no such import."))

    def show(refused: Refused | None) -> HttpResponse:
        report = reporting.report(stream)
        members = Member.objects.filter(club=club.club, merged_into=None).exclude(name=None)
        members = members.exclude(id__in=imported.withdrawn_guests(club.club))
        context = {
            "club": club,
            "report": report,
            "format": NAMES[report.format],
            "ask_dates": any("(date_format)" in row.reason for row in report.bad),
            "first": reporting.first_plays(stream, FIRST) if report.status == "staged" else [],
            "lists": [
                (gettext("Rows that can’t be used"), report.bad),
                (gettext("Left out"), report.skips),
                (gettext("Taken as they are, though odd"), report.notes),
            ],
            "status": STATUS.get(report.status, report.status),
            "members": sorted(members, key=lambda each: str(each.name).casefold()),
            "refused": refused,
        }
        return render(request, "pages/import.html", context)

    def act() -> str:
        _do(request, stream, form(request, ImportForm), who)
        return f"/{slug}/imports/{id}"

    return posted(request, act, show)


def _do(request: HttpRequest, stream: Stream, sent: ImportForm, who: Principal) -> None:
    if sent.do == "apply":
        people = {
            name.removeprefix(PERSON): _member(text)
            for name, text in request.POST.items()
            if name.startswith(PERSON) and text
        }
        outcome = staging.start(stream, who, people=people, teams=sent.teams, cooperative=sent.cooperative)
        if not outcome.events:  # it is being applied, and somebody asks why nothing happens
            jobs.tell(stream)
    elif sent.do == "void":
        if sent.reason is None:
            raise Refused("invalid", _("Say why, in a few words: it is kept with the import."))
        staging.void(stream, sent.reason, who)
    else:
        raise Refused("invalid", _("There is nothing like that to do with an import."))


def _member(text: Any) -> UUID:
    try:
        return UUID(str(text))
    except ValueError:
        raise Refused("invalid", _("That is nobody of this club.")) from None
