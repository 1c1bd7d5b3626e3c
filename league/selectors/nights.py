"""Nights as callers see them."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from league.models import Club, Night
from league.selectors import clubs
from league.selectors.calendar import today
from league.shapes import NightOut
from ledger.errors import Refused
from ledger.reading import stream_of
from ledger.records import time_text
from races.principal import Principal


def find(id: UUID, principal: Principal) -> Night:
    """Refuses ``not_found``, and ``no_token`` to the anonymous."""
    stream = stream_of(id, "night")
    if stream is None:
        raise Refused("not_found", "There is no such night.")
    clubs.readable(stream.club, principal)
    return Night.objects.get(club=stream.club, id=id)


def current(club: Club) -> Night | None:
    """The open night of the club's date, opened last; else the last open night up to that date, else any open one."""
    now = today(club)
    still_open = Night.objects.filter(club=club.club, status="open")
    return (
        still_open.filter(date__lte=now).order_by("-date", "-opened_at").first()
        or still_open.order_by("date", "opened_at").first()
    )


def on(club: UUID, day: date) -> list[Night]:
    """The nights of a date, opened last first."""
    return list(Night.objects.filter(club=club, date=day).order_by("-opened_at", "id"))


def show(night: Night) -> NightOut:
    return NightOut(
        id=night.id,
        club=night.club,
        date=night.date,
        name=night.name,
        season=night.season,
        kind=night.kind,
        status=night.status,
        void=night.void,
        opened_at=time_text(night.opened_at),
        closed_at=None if night.closed_at is None else time_text(night.closed_at),
        version=night.version,
    )
