"""``/seasons/{id}/adjustments`` and ``/adjustments/{id}/void``: points given and taken by hand."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league import services
from league.api.base import READ_CODES, WRITE_CODES, BecauseOf, LeagueEndpoint
from league.api.seasons import SeasonEndpoint
from league.facts.base import Reason
from league.models import Adjustment
from league.scoring.numbers import exact, fits
from league.selectors import clubs
from league.services.refusing import invalid
from league.shapes import AdjustmentOut
from ledger.errors import Refused
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page
from ledger.records import time_text

Points = Annotated[Decimal, Meta(description="At most 4 decimals; may be negative.")]
DIGITS = 6


class NewAdjustment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``night``: the one it is about; it stands in the table from there on (else from the club's date on)."""

    member: UUID
    points: Points
    reason: Reason
    night: UUID | None = None


class Adjustments(SeasonEndpoint):
    @operation(answer=Page[AdjustmentOut], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, season: UUID) -> HttpResponse:
        """The season's adjustments, void ones too, in the order they were made."""
        found = self.season(season)
        rows = Adjustment.objects.filter(club=found.club, season=season)
        return self.answer(list_page(rows, ["at", "id"], self.query(), request, show))

    @operation(
        body=NewAdjustment,
        answer=AdjustmentOut,
        status=201,
        scope="manage",
        idempotent=True,
        codes=(*WRITE_CODES, "season_closed"),
    )
    def post(self, request: Request, season: UUID) -> HttpResponse:
        """Give or take points by hand, with a reason."""
        found, body = self.season(season), self.body(NewAdjustment)
        id, replayed = services.seasons.adjust(
            found,
            self.caller,
            member=body.member,
            points=_checked(body.points),
            reason=body.reason,
            night=body.night,
            key=self.idempotency_key(),
        )
        made = Adjustment.objects.get(club=found.club, id=id)
        return self.created(show(made), f"/api/v1/seasons/{season}/adjustments", replayed=replayed)


class VoidAdjustmentView(LeagueEndpoint):
    tags = ("seasons",)

    @operation(
        body=BecauseOf, answer=AdjustmentOut, scope="manage", idempotent=True, codes=(*WRITE_CODES, "season_closed")
    )
    def post(self, request: Request, adjustment: UUID) -> HttpResponse:
        """Take an adjustment back."""
        found = Adjustment.objects.filter(id=adjustment).first()
        if found is None:
            raise Refused("not_found", "There is no such adjustment.")
        clubs.readable(found.club, self.caller)
        reason = self.body(BecauseOf).reason
        outcome = services.seasons.void_adjustment(found, reason, self.caller, self.idempotency_key())
        found.refresh_from_db()
        return self.answer(show(found), replayed=outcome.replayed)


def show(row: Adjustment) -> AdjustmentOut:
    return AdjustmentOut(
        id=row.id,
        season=row.season,
        member=row.member,
        points=exact(row.points),
        date=_date(row),
        night=row.night,
        reason=row.reason or "",
        void=row.void,
        recorded_at=time_text(row.at),
    )


def _date(row: Adjustment) -> date:
    day: date = row.date
    return day


def _checked(points: Decimal) -> Decimal:
    if not fits(points, DIGITS):
        raise invalid("points", "must be a number below 1,000,000 with at most 4 decimals")
    return exact(points)
