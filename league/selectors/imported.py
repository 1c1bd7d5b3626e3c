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


NOBODY = """
    SELECT p.member FROM league_import_person p
    JOIN league_import i ON i.club = p.club AND i.id = p.batch
    JOIN league_member m ON m.club = p.club AND m.id = p.member AND m.guest AND m.merged_into IS NULL
    WHERE p.club = %s
    GROUP BY p.member, m.added_at HAVING bool_and(i.status = 'void') AND m.added_at >= min(i.staged_at)
        AND NOT EXISTS (SELECT FROM league_member o WHERE o.club = %s AND o.merged_into = p.member)
        AND NOT EXISTS (SELECT FROM league_attendance a WHERE a.club = %s AND a.member = p.member)
        AND NOT EXISTS (SELECT FROM races_seat s WHERE s.club = %s AND s.member = p.member
            AND NOT EXISTS (SELECT FROM league_import_game ig JOIN league_import im ON im.club = ig.club
                AND im.id = ig.batch WHERE ig.club = s.club AND ig.game = s.game AND ig.effect = 'adds'
                AND im.status = 'void'))
"""


def withdrawn_guests(club: UUID) -> set[UUID]:
    """Guests whom only void imports know: they sit in no game and stand in no list but theirs."""
    return {row[0] for row in query(NOBODY, [club] * 4)}


def _statuses(past: Past | None) -> dict[UUID, str]:
    if past is None:
        return {}
    return {id: "staged" if state is None else state.status for id, state in past.states("import")}
