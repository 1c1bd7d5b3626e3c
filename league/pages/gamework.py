"""``/g/{id}/manage``: what is done with a game besides playing it: where it belongs, what it is called, whether it
counts; ending it early, voiding, restoring."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_http_methods
from msgspec import UNSET

from league import access
from league.facts.base import Reason
from league.pages import words
from league.pages.common import form, page, posted, viewer
from league.selectors import clubs, nights
from league.services import games as services
from ledger.errors import Refused
from ledger.reading import Loaded
from races import presenting, service
from races.models import Game
from races.principal import Principal
from races.rules.protocol import CloseGame
from races.shell import ChangeGame, Label, RestoreGame, VoidGame


class GameForm(msgspec.Struct, frozen=True, kw_only=True):
    """``do``: ``change, close, void, restore``."""

    do: str
    label: Label = ""
    title: Label = ""
    night: UUID | None = None
    counts: bool = False
    reason: Reason | None = None


@require_http_methods(["GET", "HEAD", "POST"])
@page
def manage(request: HttpRequest, game: UUID) -> HttpResponse:
    who = viewer(request)
    loaded = service.read(game, who)
    service.require_host(who, loaded.stream)
    row = Game.objects.get(id=game)

    def show(refused: Refused | None) -> HttpResponse:
        board = presenting.scoreboard(loaded, who)
        club = clubs.by_id(loaded.stream.club)
        context = {
            "club": club,
            "game": row,
            "name": board.game.title or words.ruleset(board.game.ruleset),
            "status": gettext(words.STATUS[board.status]),
            "hosts": access.hosts_club(who, club.club),
            "nights": nights.offered(club.club, row.night)[:60],
            "refused": refused,
        }
        return render(request, "pages/game_manage.html", context)

    def act() -> str:
        _do(loaded, row, form(request, GameForm), who)
        return f"/g/{game}/manage"

    return posted(request, act, show)


def _do(loaded: Loaded, row: Game, sent: GameForm, who: Principal) -> None:
    if sent.do == "change":
        change = ChangeGame(
            label=sent.label if sent.label != row.label else UNSET,
            title=sent.title if sent.title != row.title else UNSET,
            counts=sent.counts if sent.counts != row.counts else UNSET,
            night=sent.night if sent.night not in (None, row.night) else UNSET,  # type: ignore[arg-type]
            reason=sent.reason,
        )
        services.tell(row.id, change, who)
        return
    if sent.reason is None:
        raise Refused("invalid", _("Say why, in a few words: it is kept with the game."))
    if sent.do == "close":
        service.do(loaded.stream, who, CloseGame(reason=sent.reason))
    elif sent.do == "void":
        services.tell(row.id, VoidGame(reason=sent.reason), who)
    elif sent.do == "restore":
        services.tell(row.id, RestoreGame(reason=sent.reason), who)
    else:
        raise Refused("invalid", _("There is nothing like that to do with a game."))
