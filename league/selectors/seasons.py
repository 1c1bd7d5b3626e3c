"""Seasons as callers see them."""

from __future__ import annotations

from datetime import date
from uuid import UUID

import msgspec

from league.models import Club, Season
from league.scoring.facts import Held
from league.selectors import clubs, nights
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
    """The season of the night that is being played; else the one that holds the club's date (of several the one that
    the last night used, or that started last); else the last one that has started, else the first to come."""
    now = today(club)
    own = Season.objects.filter(club=club.club)
    playing = nights.current(club)
    return (
        (None if playing is None else own.filter(id=playing.season).first())
        or usual(club.club, now, closed=True)
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


def among(club: UUID, day: date, *, closed: bool = False) -> list[Season]:
    """The open seasons (``closed``: all) that hold a date, the likeliest first: the one that the club's last night
    used, then whichever started last."""
    rows = Season.objects.filter(club=club, starts_on__lte=day, ends_on__gte=day)
    found = list((rows if closed else rows.filter(status="open")).order_by("-starts_on", "-opened_at", "id"))
    if len(found) < 2:
        return found
    ids = [season.id for season in found]
    played = nights.of_club(club).filter(season__in=ids, void=False, withdrawn=False)
    last = played.order_by("-date", "-opened_at").values_list("season", flat=True).first()
    return sorted(found, key=lambda season: season.id != last)


def usual(club: UUID, day: date, *, closed: bool = False) -> Season | None:
    """The likeliest of them; None where no season holds the date."""
    return next(iter(among(club, day, closed=closed)), None)


def overlapping(club: UUID, starts_on: date, ends_on: date, but: UUID | None = None) -> list[Season]:
    """The open seasons that share a day with this span, without the season ``but``; the latest first."""
    rows = Season.objects.filter(club=club, status="open", starts_on__lte=ends_on, ends_on__gte=starts_on)
    return list(rows.exclude(id=but).order_by("-starts_on", "id"))


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
