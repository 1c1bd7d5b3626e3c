"""What the script of a game's page is told: the game as one seat, the host or a watcher sees it, at one version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext, ngettext

from league.pages import cards, words
from ledger.reading import Loaded
from races import presenting, service
from races.presenting import Scoreboard
from races.principal import Principal
from races.rules.telling import Tongue, told

DESK = frozenset({"pause", "resume"})
"""A host's moves that are at hand where a host moves for a seat, too."""


def role(loaded: Loaded, who: Principal) -> str:
    """``seat``, ``host`` or ``watch``."""
    if who.seat is not None and who.game == loaded.stream.id:
        return "seat"
    return "host" if service.hosts(who, loaded.stream) else "watch"


def seen_as(loaded: Loaded, who: Principal) -> str:
    """The seat's number, ``host`` or ``watch``: as whom a page was loaded, for its script's questions."""
    acting = role(loaded, who)
    return str(who.seat) if acting == "seat" else acting


def names_of(board: Scoreboard) -> dict[int, str]:
    """Seat → name, for those who have one to show."""
    return {
        seat.seat: f"{seat.member.name} {gettext('(bot)')}" if seat.bot else seat.member.name
        for seat in board.seats
        if seat.member is not None and seat.member.name
    }


def now(loaded: Loaded, who: Principal, *, history: bool = False, for_seat: int | None = None) -> dict[str, Any]:
    """As JSON. ``view``: the ruleset's view through the seat's eyes; ``legal``: what this caller may do, without the
    plain bets that a board knows by itself (``can_bet`` says whether there are any). ``history``: nothing can be done
    about a version that is past. ``for_seat``: a host moves for that seat, and sees of it what a host may see."""
    seat = for_seat or (who.seat if who.game == loaded.stream.id else None)
    frame, play = loaded.state.frame, loaded.state.play
    board = presenting.scoreboard(loaded, who)
    names = names_of(board)
    legal: list[dict[str, Any]] = []
    acting = role(loaded, who)
    eyes = service.shown(loaded, who, seat).state.play
    if acting != "watch" and not history:
        legal = frame.ruleset.legal(eyes if for_seat else play, seat)
        if for_seat:
            legal = [*legal, *(move for move in frame.ruleset.legal(play, None) if move["type"] in DESK)]
    return {
        "version": loaded.version,
        "role": acting,
        "seat": seat,
        "ruleset": frame.ruleset.key,
        "name": board.game.title or words.ruleset(frame.ruleset.key),
        "options": frame.options,
        "status": board.status,
        "phase": board.phase,
        "said": said(board),
        "headline": headline(loaded, names),
        "progress": board.progress,
        "next_at": board.next_at,
        "server_time": board.server_time,
        "names": {str(each): name for each, name in names.items()},
        "seats": [msgspec.to_builtins(each) for each in board.seats],
        "view": cards.told(frame.ruleset.view(eyes, seat)),
        "legal": [move for move in legal if move["type"] != "place_bet" or move.get("piggyback")],
        "can_bet": any(move["type"] == "place_bet" for move in legal),
    }


def headline(loaded: Loaded, names: Mapping[int, str]) -> str:
    """How it stands, in a sentence or two, with the names of those who sit there."""
    summary = loaded.state.frame.ruleset.summary(loaded.state.play)
    return told(summary.told, Tongue(gettext, ngettext, names))


def said(board: Scoreboard) -> str:
    """Where a game stands, in words: ``Race 2 of 4, bets are open``."""
    progress = board.progress
    unit = words.UNITS.get(str(progress["unit"]))
    where = gettext(unit).format(n=progress["n"], of=progress["of"]) if unit else ""
    if board.status in ("finished", "void"):
        told = gettext(words.STATUS[board.status])
        return told[:1].upper() + told[1:]
    phase = words.PHASES.get(board.phase, board.phase.replace("_", " "))
    return f"{where}, {gettext(words.STATUS['paused'] if board.status == 'paused' else phase)}"
