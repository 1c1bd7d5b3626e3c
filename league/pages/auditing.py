"""``/g/{id}/audit``: is what this server says of the game what happened? In words for whoever doubts it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from league.pages import words
from league.pages.common import page, viewer
from league.selectors import clubs
from ledger.findings import Checked, Finding
from races import presenting, service

DICE = {
    "proved": _(
        "The dice and shuffles come from sealed seeds. The seeds are open now, and every throw was made again."
    ),
    "running": _(
        "The dice and shuffles come from sealed seeds. The game isn't over: seeds of what was played are open, the one "
        "in play stays sealed until it is over. What has been thrown so far was made again here."
    ),
    "entered": _("People threw the dice and typed them in: a machine can't say more than that."),
    "none": _("Nothing was thrown or dealt yet that could be checked."),
}

GOING = ("open", "running", "paused")

KINDS = {
    "broken_link": _("An entry doesn't continue the one before."),
    "changed_content": _("An entry's text isn't the one that was sealed."),
    "changed_column": _("A copy beside an entry differs from it."),
    "missing_event": _("An entry is missing."),
    "sealed_differs": _("What lies in a sealed envelope doesn't fit its seal."),
    "different": _("A move, made again, gives something else."),
    "wrong_dice": _("The dice, thrown again from their seed, fall otherwise."),
    "unbalanced": _("The payments don't balance."),
    "projection_differs": _("A figure on a page isn't what the book gives."),
    "rules_unknown": _("This program doesn't know the rules to check this."),
    "order": _("Entries are out of order."),
    "checkpoint_differs": _("The book doesn't continue what was signed."),
}
"""What each kind of finding means."""


@require_safe
@page
def audit(request: HttpRequest, game: UUID) -> HttpResponse:
    """Checks the game now, and says what was checked and what was found."""
    from ledger.audit import audit_stream

    who = viewer(request)
    loaded = service.read(game, who)
    report = audit_stream(loaded.stream)
    club = clubs.by_id(loaded.stream.club)
    board = presenting.scoreboard(loaded, who)
    at = datetime.fromisoformat(report.at).astimezone(ZoneInfo(club.timezone))
    context = {
        "club": club,
        "game": game,
        "name": board.game.title or words.ruleset(board.game.ruleset),
        "board": board,
        "report": report,
        "findings": [_told(finding) for finding in report.findings],
        "at": f"{date_format(at, 'SHORT_DATE_FORMAT')} {at:%H:%M:%S}",
        "checks": _checks(report.checked),
        "dice": gettext(DICE["running" if report.dice == "proved" and board.status in GOING else report.dice]),
    }
    return render(request, "pages/audit.html", context)


def _told(finding: Finding) -> dict[str, Any]:
    """A finding for the page: in English its own sentence, in other languages what kind it is, with that as detail."""
    if (get_language() or "en") == "en":
        return {"sentence": finding.sentence, "version": finding.version}
    return {"sentence": gettext(KINDS[finding.kind]), "detail": finding.sentence, "version": finding.version}


def _checks(checked: Checked) -> list[str]:
    """What was checked, a sentence each."""
    told = [
        (
            checked.events,
            ngettext(
                "{n} entry of the game's book: each carries the fingerprint of the one before, none is missing, none "
                "was changed.",
                "{n} entries of the game's book: each carries the fingerprint of the one before, none is missing, none "
                "was changed.",
                checked.events,
            ),
        ),
        (
            checked.moves,
            ngettext(
                "{n} move, made again by the rules, with the same outcome.",
                "{n} moves, each made again by the rules, with the same outcome.",
                checked.moves,
            ),
        ),
        (
            checked.dice,
            ngettext(
                "{n} throw or deal, worked out again from its seed.",
                "{n} throws or deals, worked out again from their seeds.",
                checked.dice,
            ),
        ),
        (
            checked.sealed,
            ngettext(
                "{n} sealed envelope (a seed, a hidden bet, a name): what is in it fits the seal.",
                "{n} sealed envelopes (seeds, hidden bets, names): what is in them fits the seal.",
                checked.sealed,
            ),
        ),
        (
            checked.postings,
            ngettext(
                "{n} payment: every dollar that was won was paid by somebody.",
                "{n} payments: every dollar that was won was paid by somebody.",
                checked.postings,
            ),
        ),
        (
            checked.projections,
            ngettext(
                "{n} figure of scoreboard and league table, worked out anew from the book.",
                "{n} figures of scoreboard and league table, worked out anew from the book.",
                checked.projections,
            ),
        ),
        (
            checked.erased,
            ngettext(
                "{n} move can't be made again: somebody's words in it were erased on request.",
                "{n} moves can't be made again: somebody's words in them were erased on request.",
                checked.erased,
            ),
        ),
    ]
    return [text.format(n=n) for place, (n, text) in enumerate(told) if n or place < 2]
