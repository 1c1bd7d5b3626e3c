"""Nights as callers see them."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from league import names
from league.models import Attendance, Club, Import, ImportGame, ImportNight, Night
from league.selectors import clubs, people
from league.selectors.calendar import today
from league.shapes import MarkOut, NightOut
from ledger.records import time_text
from races.models import Game, Seat
from races.presenting import Person
from races.principal import Principal


def find(id: UUID, principal: Principal) -> Night:
    """Refuses ``not_found``, and ``no_token`` to the anonymous."""
    return of_club(clubs.stream_for("night", id, principal).club).get(id=id)


def _told(rows: QuerySet[Night], club: UUID) -> QuerySet[Night]:
    def opened_by(*statuses: str) -> Exists:
        batches = Import.objects.filter(club=club, status__in=statuses).values("id")
        return Exists(ImportNight.objects.filter(club=club, night=OuterRef("id"), batch__in=batches))

    added = ImportGame.objects.filter(club=club, effect="adds")
    own = Exists(Game.objects.filter(club=club, night=OuterRef("id")).exclude(id__in=added.values("game")))
    marks = Exists(Attendance.objects.filter(club=club, night=OuterRef("id")))
    withdrawn = Q(opened_by("void")) & ~Q(opened_by("applying", "applied")) & ~Q(own) & ~Q(marks)
    return rows.annotate(withdrawn=withdrawn)


def current(club: Club) -> Night | None:
    """The open night of the club's date, opened last; else the last open night up to that date, else any open one."""
    now = today(club)
    still_open = of_club(club.club).filter(status="open", void=False)
    return (
        still_open.filter(date__lte=now).order_by("-date", "-opened_at").first()
        or still_open.order_by("date", "opened_at").first()
    )


def on(club: UUID, day: date) -> list[Night]:
    """The nights of a date, opened last first."""
    return list(of_club(club, day, day).order_by("-opened_at", "id"))


def of_club(club: UUID, since: date | None = None, until: date | None = None) -> QuerySet[Night]:
    """From and to these dates, both included. ``withdrawn`` of each: a void import opened it, and nobody else has put
    anything there."""
    rows = _told(Night.objects.filter(club=club), club)
    if since is not None:
        rows = rows.filter(date__gte=since)
    return rows if until is None else rows.filter(date__lte=until)


def offered(club: UUID, kept: UUID | None = None) -> QuerySet[Night]:
    """The nights somebody may choose, the latest first: none that is void, but the one that is chosen already."""
    rows = of_club(club).filter(Q(void=False, withdrawn=False) | Q(id=kept))
    return rows.order_by("-date", "-opened_at")


def attendance(night: Night, principal: Principal) -> list[MarkOut]:
    """The marks of a night, and those who sit in its games, by name."""
    marks = {row.member: row for row in Attendance.objects.filter(club=night.club, night=night.id)}
    games = Game.objects.filter(club=night.club, night=night.id).exclude(status="void").values("id")
    sitting = Seat.objects.filter(club=night.club, game__in=games, member__isnull=False)
    who = people.merges(night.club)
    seated = {who.get(id, id) for id in sitting.values_list("member", flat=True) if id is not None}
    known = names.names_for(night.club, {*marks, *seated}, principal)
    shown = [
        MarkOut(
            member=Person(id=id, name=known.get(id, "")),
            status=marks[id].status if id in marks else "present",
            stands_for=marks[id].stands_for if id in marks else None,
            seated=id in seated,
        )
        for id in {*marks, *seated}
    ]
    return sorted(shown, key=lambda each: (each.member.name.casefold(), str(each.member.id)))


def show(night: Night) -> NightOut:
    return NightOut(
        id=night.id,
        club=night.club,
        date=night.date,
        name=night.name,
        season=night.season,
        kind=night.kind,
        status=night.status,
        void=night.void or night.withdrawn,  # type: ignore[attr-defined]
        opened_at=time_text(night.opened_at),
        closed_at=None if night.closed_at is None else time_text(night.closed_at),
        version=night.version,
    )
