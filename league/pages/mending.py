"""``/g/{id}/mend/{version}``: the host corrects a move of any ruleset or leaves it out, and sees the effect first.

The form comes from the move's own type (:mod:`.moveforms`). Whatever is changed in it, the effect is worked out by a
correction that is rolled back; nothing is written before the host says so, with a reason.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods

from league.pages import moveforms, refusals, room, sentences, spots, words
from league.pages.common import form, page, viewer
from league.pages.effects import compared
from league.pages.moveforms import Sources
from league.selectors import clubs
from ledger.correcting import Correction, Made, correct, correctable
from ledger.errors import Refused
from ledger.http import parsing
from ledger.reading import Loaded, load_at, stream_events
from races import presenting, service
from races.api.corrections import change_of
from races.principal import Principal
from races.rules.protocol import Move, Reason

LOOKING = "Only looked at."
"""The reason of a correction that is rolled back."""


class Mending(msgspec.Struct, frozen=True, kw_only=True):
    """Beside the move's own fields. ``leave_out``: it didn't happen; ``sure``: the effect has been looked at."""

    reason: Reason | None = None
    leave_out: bool = False
    sure: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@page
def mend(request: HttpRequest, game: UUID, at: int) -> HttpResponse:
    """The move that made step ``at``. Sent, the effect is shown (to htmx as a part of the page); with ``sure`` it is
    done."""
    who = viewer(request)
    loaded = service.read(game, who)
    service.require_host(who, loaded.stream)
    made = next((each for each in correctable(loaded.stream) if each.first <= at <= each.last), None)
    if made is None:
        raise Refused("not_found", _("The server did this step by itself, or it has been taken back since."))
    names = room.names_of(presenting.scoreboard(loaded, who))
    kind, sources = _kind(loaded, made), _sources(loaded, made, who, names)
    sent = {name: text for name, text in request.POST.items() if isinstance(text, str)}
    context: dict[str, Any] = {
        "club": clubs.by_id(loaded.stream.club),
        "game": game,
        "at": made.first,
        "line": _lines(loaded, [made.first], names)[0],
        "who": names.get(made.actor.moves_for or 0),
        "fields": moveforms.fields_of(kind, made.body or {}, sources),
        "secret": bool(kind.sealed),
    }
    if request.method == "POST":
        try:
            asked = form(request, Mending)
            move = None if asked.leave_out else moveforms.read(kind, made.body or {}, sources, sent)
            done = _correct(loaded, who, made, move, asked)
            if asked.sure:
                return HttpResponseRedirect(f"/g/{game}/history#step-{made.first}")
            again = [(name, text) for name, text in sent.items() if name.startswith(moveforms.PREFIX)]
            context |= {"asked": asked, "sent": again, "effect": _effect(loaded, done, who, names)}
        except Refused as refused:
            context["refused"] = refusals.told(refused)
        context["fields"] = [
            msgspec.structs.replace(field, value=sent.get(field.name, "")) for field in context["fields"]
        ]
    part = "effect" if request.htmx else "mend"  # type: ignore[attr-defined]
    return render(request, f"pages/{'_' if part == 'effect' else ''}{part}.html", context)


def _kind(loaded: Loaded, made: Made) -> type[Move]:
    moves = service.move_types(loaded.state.frame.ruleset)
    return next(kind for kind in moves if kind.__struct_config__.tag == made.type)


def _sources(loaded: Loaded, made: Made, who: Principal, names: dict[int, str]) -> Sources:
    """What could have been done instead, as far as a host may know: through nobody's eyes."""
    before = service.shown(load_at(loaded.stream, made.first - 1), who, None).state
    board = before.frame.ruleset.board()
    offers = before.frame.ruleset.legal(before.play, made.actor.moves_for)
    known = {"spot": [spot["spot"] for spot in board.get("spots", ())], "card": board.get("pack", ())}
    return Sources(
        offers=[offer for offer in offers if offer["type"] == made.type],
        known={name: values for name, values in known.items() if values},
        spots=spots.named(board, before.frame.ruleset.view(before.play, None)),
        seats={chair.seat: names.get(chair.seat) or words.seat(chair.seat) for chair in loaded.state.frame.seats},
    )


def _correct(loaded: Loaded, who: Principal, made: Made, move: dict[str, Any] | None, asked: Mending) -> Correction:
    if asked.sure and asked.reason is None:
        raise Refused("invalid", _("Say why: it is kept with the correction."))
    parsing.check_lettering(move)
    try:
        change = None if move is None else change_of(loaded.state.frame.ruleset, move)
    except msgspec.ValidationError as error:
        raise Refused("invalid", str(error)) from None
    return correct(
        loaded.stream,
        made.first,
        change,
        reason=asked.reason or LOOKING,
        actor=service.actor_of(who, loaded.stream, None),
        guard=service.guard_of(who, loaded.stream),
        dry_run=not asked.sure,
    )


def _lines(loaded: Loaded, versions: list[int], names: dict[int, str]) -> list[dict[str, Any]]:
    """Steps in words."""
    events = [event for at in versions for event in stream_events(loaded.stream, at - 1, 1, loaded.version)]
    told = sentences.of_game(loaded.state.frame.ruleset)
    return sentences.told_by(events, told, names, clubs.by_id(loaded.stream.club).timezone)


def _effect(loaded: Loaded, done: Correction, who: Principal, names: dict[int, str]) -> dict[str, Any]:
    """Both sides, and what no longer fits."""
    refused = _lines(loaded, [each.version for each in done.refused], names)
    return {**compared(loaded, done.before, done.after, who, names), "refused": refused}
