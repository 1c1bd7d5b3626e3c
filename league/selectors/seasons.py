"""Seasons as callers see them."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from league.models import Club, Season
from league.scoring.facts import Held
from league.selectors import clubs
from league.selectors.calendar import today
from league.shapes import SchemeHeld, SeasonOut
from ledger.errors import Refused
from ledger.sql import query
from races.principal import Principal

CURSOR = "SELECT cursor FROM ledger_position WHERE club = %s AND stream = %s AND version = %s::int"


def find(id: UUID, principal: Principal) -> Season:
    """Refuses ``not_found``, and ``no_token`` to the anonymous."""
    return clubs.thing(Season, "season", id, principal)


def current(club: Club) -> Season | None:
    """The season that holds the club's date (of several the one that started last); else the last one that has
    started, else the first to come."""
    now = today(club)
    own = Season.objects.filter(club=club.club)
    return (
        own.filter(starts_on__lte=now, ends_on__gte=now).order_by("-starts_on", "-opened_at").first()
        or own.filter(starts_on__lte=now).order_by("-ends_on", "-opened_at").first()
        or own.order_by("starts_on", "opened_at").first()
    )


def holding(club: UUID, day: date) -> UUID | None:
    """The one open season that holds a date; None where there is none. Refuses ``season_ambiguous`` for several, and
    ``season_closed`` where the only one is closed."""
    rows = Season.objects.filter(club=club, starts_on__lte=day, ends_on__gte=day).values_list("id", "status")
    still_open = [id for id, status in rows if status == "open"]
    if len(still_open) > 1:
        raise Refused("season_ambiguous", f"More than one season holds {day}; say which one.")
    if rows and not still_open:
        raise Refused("season_closed", f"The season that holds {day} is closed; reopen it first.")
    return still_open[0] if still_open else None


def schemes_of(season: Season) -> list[Held]:
    """All schemes the season has had."""
    return msgspec.convert(season.schemes, list[Held])


def closed_at_cursor(season: Season) -> int:
    """The cursor of the event that closed it."""
    rows = query(CURSOR, [season.club, season.id, season.closed_version])
    return int(rows[0][0])


def show(season: Season) -> SeasonOut:
    return SeasonOut(
        id=season.id,
        club=season.club,
        name=season.name or "",
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        scoring=[SchemeHeld(version=held.version, since=held.since, scheme=held.scheme) for held in schemes_of(season)],
        divisions={key: [UUID(member) for member in members] for key, members in season.divisions.items()},
        status=season.status,
        version=season.version,
    )
