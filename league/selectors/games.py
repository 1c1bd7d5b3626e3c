"""Games of a night, in lists; a game itself is the business of ``races``."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from league.shapes import GameLine
from ledger.records import time_text
from races.models import Game, Seat


def of_night(club: UUID, night: UUID) -> QuerySet[Game]:
    return Game.objects.filter(club=club, night=night)


def with_member(games: QuerySet[Game], members: Sequence[UUID]) -> QuerySet[Game]:
    """Those in which one of them sits."""
    return games.filter(id__in=Seat.objects.filter(member__in=members).values("game"))


def by_code(code: str) -> Game | None:
    """The game that a join code leads to; letters in any case, blanks and hyphens don't matter."""
    plain = code.upper().replace("-", "").replace(" ", "")
    return Game.objects.filter(join_code=plain).first() if plain.isascii() and plain.isalnum() else None


def show(game: Game) -> GameLine:
    return GameLine(
        id=game.id,
        club=game.club,
        night=game.night,
        label=game.label,
        title=game.title,
        ruleset=game.ruleset,
        ruleset_version=game.ruleset_version,
        status=game.status,
        phase=game.phase,
        counts=game.counts,
        rigged=game.rigged,
        opened_at=time_text(game.opened_at),
    )
