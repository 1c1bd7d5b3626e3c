"""Games of a night, in lists; a game itself is the business of ``races``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.models import Import, ImportGame
from league.selectors import nights
from league.shapes import GameLine
from ledger.records import time_text
from ledger.sql import query
from races.models import Game, Seat
from races.people import Belonging
from races.shell import External

BELONGING = """
    SELECT (SELECT season FROM league_night WHERE club = %s AND id = %s),
        EXISTS (SELECT FROM league_import_game g JOIN league_import i ON i.club = g.club AND i.id = g.batch
            WHERE g.club = %s AND g.game = %s
                AND i.status = CASE g.effect WHEN 'adds' THEN 'void' ELSE 'applied' END)
"""


def of_club(club: UUID) -> QuerySet[Game]:
    """A club's games; ``withdrawn`` of each: it came by a void import, or an applied one replaces it."""

    def by(effect: str, status: str) -> Exists:
        batches = Import.objects.filter(club=club, status=status).values("id")
        return Exists(ImportGame.objects.filter(club=club, game=OuterRef("id"), effect=effect, batch__in=batches))

    return Game.objects.filter(club=club).annotate(withdrawn=Q(by("adds", "void")) | Q(by("removes", "applied")))


def of_night(club: UUID, night: UUID) -> QuerySet[Game]:
    return of_club(club).filter(night=night)


def unfinished(club: UUID, night: UUID | None = None) -> QuerySet[Game]:
    """Games (of a night, or wherever) that are not over, by name; those that never started too."""
    rows = of_club(club).filter(status__in=("open", "running", "paused"), withdrawn=False)
    return (rows if night is None else rows.filter(night=night)).order_by("label", "opened_at", "id")


def with_status(games: QuerySet[Game], status: str) -> QuerySet[Game]:
    """Those of :func:`of_club` that read so."""
    if status == "void":
        return games.filter(Q(status="void") | Q(withdrawn=True))
    return games.filter(status=status, withdrawn=False)


def between(games: QuerySet[Game], club: UUID, since: date | None, until: date | None) -> QuerySet[Game]:
    """Those on nights from and to these dates, both included."""
    if since is None and until is None:
        return games
    return games.filter(night__in=nights.of_club(club, since, until).values("id"))


def belonging(club: UUID, night: UUID, game: UUID) -> Belonging:
    return Belonging(*query(BELONGING, [club, night, club, game])[0])


def with_member(games: QuerySet[Game], members: Sequence[UUID]) -> QuerySet[Game]:
    """Those in which one of them sits."""
    return games.filter(id__in=Seat.objects.filter(member__in=members).values("game"))


def by_code(code: str) -> Game | None:
    """The game that a join code leads to; letters in any case, blanks and hyphens don't matter."""
    plain = code.upper().replace("-", "").replace(" ", "")
    return Game.objects.filter(join_code=plain).first() if plain.isascii() and plain.isalnum() else None


def external_of(source: str | None, id: str | None) -> External | None:
    return None if source is None or id is None else External(source=source, id=id)


def show(game: Game) -> GameLine:
    return GameLine(
        id=game.id,
        club=game.club,
        night=game.night,
        label=game.label,
        title=game.title,
        external=external_of(game.source, game.source_id),
        ruleset=game.ruleset,
        ruleset_version=game.ruleset_version,
        status="void" if game.withdrawn else game.status,  # type: ignore[attr-defined]
        phase=game.phase,
        counts=game.counts,
        rigged=game.rigged,
        opened_at=time_text(game.opened_at),
    )
