"""``/g/{id}/audit``: is what this server says of the game what happened? In words for whoever doubts it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.pages import words
from league.pages.common import page, viewer
from league.selectors import clubs
from ledger.findings import Checked
from races import presenting, service

DICE = {
    "proved": "The dice and shuffles come from sealed seeds. The seeds are open now, and every throw was made again.",
    "entered": "People threw the dice and typed them in: a machine can't say more than that.",
    "none": "Nothing was thrown or dealt yet that could be checked.",
}


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
    context = {
        "club": club,
        "game": game,
        "name": board.game.title or words.ruleset(board.game.ruleset),
        "board": board,
        "report": report,
        "at": f"{datetime.fromisoformat(report.at).astimezone(ZoneInfo(club.timezone)):%Y-%m-%d %H:%M:%S}",
        "checks": _checks(report.checked),
        "dice": DICE[report.dice],
    }
    return render(request, "pages/audit.html", context)


def _checks(checked: Checked) -> list[str]:
    """What was checked, a sentence each."""
    found = [
        f"{checked.events} entries of the game's book: each carries the fingerprint of the one before, none is "
        "missing, none was changed.",
        f"{checked.moves} moves, each made again by the rules, with the same outcome.",
    ]
    if checked.dice:
        found.append(f"{checked.dice} throws or deals, worked out again from their seeds.")
    if checked.sealed:
        found.append(f"{checked.sealed} sealed envelopes (seeds, hidden bets, names): what is in them fits the seal.")
    if checked.postings:
        found.append(f"{checked.postings} payments: every dollar that was won was paid by somebody.")
    if checked.projections:
        found.append(f"{checked.projections} figures of scoreboard and league table, worked out anew from the book.")
    if checked.erased:
        found.append(f"{checked.erased} moves can't be made again: somebody's words in them were erased on request.")
    return found
