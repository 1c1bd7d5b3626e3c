"""Which games and nights came by imports that aren't applied (any more): they are in no table."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from league.selectors.past import Past
from ledger.sql import query

GAMES = """
    SELECT g.game, g.effect, g.batch, i.status FROM league_import_game g
    JOIN league_import i ON i.club = g.club AND i.id = g.batch WHERE g.club = %s AND g.game = ANY(%s::uuid[])
"""
NIGHTS = """
    SELECT n.night, n.batch, i.status FROM league_import_night n
    JOIN league_import i ON i.club = n.club AND i.id = n.batch WHERE n.club = %s AND n.night = ANY(%s::uuid[])
"""
HIDDEN = """
    EXISTS (SELECT FROM league_import_game ig JOIN league_import im ON im.club = ig.club AND im.id = ig.batch
        WHERE ig.club = g.club AND ig.game = g.id AND (ig.effect = 'adds') <> (im.status = 'applied'))
"""
"""SQL: whether the game ``g`` (of ``races_game``) is in no table because of imports."""


def hidden_games(club: UUID, games: Iterable[UUID], past: Past | None = None) -> set[UUID]:
    """Those that an import adds which isn't applied, and those that an applied one removes."""
    then = _statuses(past)
    return {
        game
        for game, effect, batch, status in query(GAMES, [club, list(games)])
        if (effect == "adds") != (then.get(batch, status) == "applied")
    }


def hidden_nights(club: UUID, nights: Collection[UUID], past: Past | None = None) -> set[UUID]:
    """Nights that imports opened, none of which is applied. (What people put there themselves is another question.)"""
    then = _statuses(past)
    rows = [(night, then.get(batch, status)) for night, batch, status in query(NIGHTS, [club, list(nights)])]
    return {night for night, _ in rows} - {night for night, status in rows if status == "applied"}


def _statuses(past: Past | None) -> dict[UUID, str]:
    if past is None:
        return {}
    return {id: "staged" if state is None else state.status for id, state in past.states("import")}
