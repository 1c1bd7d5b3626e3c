"""Seasons that are over: the head of each table as it was when the season was closed."""

from __future__ import annotations

from uuid import UUID

from django.db.models import QuerySet

from league.models import Season
from league.selectors import seasons, tables
from league.shapes import ArchivedOut
from races.principal import Principal

FIRST = 3


def closed(club: UUID) -> QuerySet[Season]:
    return Season.objects.filter(club=club, status="closed")


def archived(season: Season, principal: Principal) -> ArchivedOut:
    """A closed season as this caller may see it."""
    cursor = seasons.closed_at_cursor(season)
    table = tables.of_season(season, principal, known=cursor, known_at=str(cursor))
    return ArchivedOut(season=seasons.show(season), closed_cursor=cursor, nights=table.nights, rows=table.rows[:FIRST])
