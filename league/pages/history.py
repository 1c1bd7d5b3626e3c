"""``/g/{id}/history``: everything that happened, race by race; the game as it stood after any step; and, for the host,
correcting a move, its effect looked at first."""

from __future__ import annotations

from itertools import groupby
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods, require_safe

from league.pages import games, refusals, room, sentences, words
from league.pages.common import form, key_of, page, viewer
from league.selectors import clubs
from ledger.correcting import Correction, correct
from ledger.errors import Refused
from ledger.reading import Loaded, Stored, load_at, stream_events
from races import presenting, service
from races.api.corrections import change_of
from races.principal import Principal
from races.rules.protocol import Reason

PAGE = 500
MENDABLE = frozenset({"rolled", "bet_placed"})
CHAPTERS = {"race": gettext_noop("Race {n}"), "deal": gettext_noop("Deal {n}")}
QUIET = frozenset({"seed_opened", "salt_added", "link_renewed", "host_link_renewed", "decks_sealed", "still_sealed"})
"""Events for those who check; folded away from those who read."""


def _all(loaded: Loaded) -> list[Stored]:
    events: list[Stored] = []
    while True:
        more = stream_events(loaded.stream, events[-1].version if events else 0, PAGE, loaded.version)
        events += more
        if len(more) < PAGE:
            return events


@require_safe
@page
def history(request: HttpRequest, game: UUID) -> HttpResponse:
    """``?at=VERSION``: the state after that step stands on top."""
    who = viewer(request)
    loaded = service.read(game, who)
    context = games.room_context(request, loaded, who)
    at = games.version_in(request, "at")
    at = loaded.version if at is None else min(at, loaded.version)
    then = loaded if at == loaded.version else load_at(loaded.stream, at)
    zone = context["club"].timezone
    names = {int(seat): name for seat, name in context["now"]["names"].items()}
    lines = sentences.told_by(_all(loaded), context["fixed"]["told"], names, zone)
    board = presenting.scoreboard(then, who)
    hosting = context["role"] == "host"
    by_seed = bool(getattr(loaded.state.play, "clock_rolls", False))  # nobody can say that those fell otherwise
    for line in lines:
        line["mend"] = hosting and line["type"] in MENDABLE and not (line["type"] == "rolled" and by_seed)
        line["quiet"] = line["type"] in QUIET
    context |= {
        "at": at,
        "last": loaded.version,
        "board": board,
        "headline": room.headline(then, names),
        "said": room.said(board),
        "chapters": _chapters(lines),
        "now": room.now(then, who, history=True),
        "query": key_of(request, "&"),
    }
    return render(request, "pages/history.html", context)


def _chapters(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines by race or deal, in order; what stands before the first one opens the first chapter."""
    where = gettext("Before the start")
    marked = []
    for line in lines:
        data = line["data"]
        for unit in ("race", "deal"):
            if isinstance(data.get(unit), int):
                where = gettext(CHAPTERS[unit]).format(n=data[unit])
        marked.append((where, line))
    chapters: list[dict[str, Any]] = []
    for title, group in groupby(marked, key=lambda each: each[0]):
        chapters.append({"title": title, "lines": [line for _, line in group]})
    return chapters


class Mending(msgspec.Struct, frozen=True, kw_only=True):
    """``first``, ``second``: what the dice really showed; neither: the move is left out. ``marker``, ``spot``: where a
    bet really lay. ``sure``: the effect has been looked at."""

    reason: Reason
    first: int | None = None
    second: int | None = None
    marker: str | None = None
    spot: str | None = None
    leave_out: bool = False
    sure: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@page
def mend(request: HttpRequest, game: UUID, at: int) -> HttpResponse:
    """Corrects the move that made step ``at``: shows what would change, and does it when the host says yes."""
    who = viewer(request)
    loaded = service.read(game, who)
    service.require_host(who, loaded.stream)
    event = next(iter(stream_events(loaded.stream, at - 1, 1, loaded.version)), None)
    if event is None or event.type not in MENDABLE:
        raise Refused("not_found", _("This step can't be corrected here."))
    club = clubs.by_id(loaded.stream.club)
    names = room.names_of(presenting.scoreboard(loaded, who))
    told = sentences.of_game(loaded.state.frame.ruleset)
    line = sentences.told_by([event], told, names, club.timezone)[0]
    context: dict[str, Any] = {
        "club": club,
        "game": game,
        "line": line,
        "at": at,
        "spots": [(spot["spot"], words.spot(spot["spot"])) for spot in loaded.state.frame.ruleset.board()["spots"]],
    }
    if request.method == "POST":
        try:
            sent = form(request, Mending)
            done = _correct(loaded, who, at, event.type, line["data"], sent)
            if sent.sure:
                return HttpResponseRedirect(f"/g/{game}/history")
            context |= {"sent": sent, "effect": _effect(loaded, done, who, names)}
        except Refused as refused:
            context["refused"] = refusals.told(refused)
    return render(request, "pages/mend.html", context)


def _correct(loaded: Loaded, who: Principal, at: int, type: str, data: dict[str, Any], sent: Mending) -> Correction:
    move: dict[str, Any] | None = None
    if not sent.leave_out:
        move = {"type": "roll", "dice": [sent.first, sent.second], "race": data["race"], "n": data.get("roll")}
        if type == "bet_placed":
            marker, spot = sent.marker or data["marker"], sent.spot or data["spot"]
            move = {"type": "place_bet", "race": data["race"], "marker": marker, "spot": spot}
        elif sent.first is None or sent.second is None:
            raise Refused("invalid", _("Choose both dice, or leave the roll out."))
    try:
        change = None if move is None else change_of(loaded.state.frame.ruleset, move)
    except msgspec.ValidationError as error:
        raise Refused("invalid", str(error)) from None
    return correct(
        loaded.stream,
        at,
        change,
        reason=sent.reason,
        actor=service.actor_of(who, loaded.stream, None),
        guard=service.guard_of(who, loaded.stream),
        dry_run=not sent.sure,
    )


def _effect(loaded: Loaded, done: Correction, who: Principal, names: dict[int, str]) -> dict[str, Any]:
    """Both sides for the page: each seat's score before and after, both headlines, what no longer fits."""
    sides = [Loaded(loaded.stream, loaded.version, state) for state in (done.before, done.after)]
    boards = [presenting.scoreboard(side, who) for side in sides]
    before, after = ({seat.seat: seat for seat in board.seats} for board in boards)
    return {
        "headlines": [room.headline(side, names) for side in sides],
        "seats": [
            {
                "name": names.get(seat) or words.seat(seat),
                "before": before[seat].score,
                "after": after[seat].score,
                "differs": before[seat].score != after[seat].score or before[seat].rank != after[seat].rank,
                "ranks": (before[seat].rank, after[seat].rank),
            }
            for seat in sorted(after)
            if seat in before
        ],
        "refused": [
            {"version": each.version, "type": each.move.get("type", "").replace("_", " ")} for each in done.refused
        ],
    }
