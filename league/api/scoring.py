"""``/scoring/…`` and ``/seasons/{id}/scoring``: schemes by name, checked, and held by seasons."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league import access, services
from league.api.base import WRITE_CODES, LeagueEndpoint
from league.api.seasons import Preset, SeasonEndpoint
from league.facts.base import Reason
from league.scoring.facts import Held
from league.scoring.presets import PRESETS
from league.scoring.scheme import Scheme
from league.selectors import seasons, tables
from league.selectors.rescoring import rescored
from league.services.refusing import invalid
from league.shapes import Out, SchemeHeld, TableOut
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, made_page

From = Annotated[str, Meta(pattern=r"^(start|\d{4}-\d{2}-\d{2})$", description='A date, or "start".')]


class PresetOut(Out):
    key: str
    scheme: Scheme


class SchemeBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    scheme: Preset | Scheme


class NewScoring(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``from``: nights of that date and later are scored so; "start": all of them again. With ``dry_run`` nothing is
    written."""

    scheme: Preset | Scheme
    since: From = msgspec.field(name="from")
    reason: Reason
    dry_run: bool = False


class Rescored(Out):
    """``scoring``: what was (or would be) held. ``before`` and ``after``: the season's table."""

    scoring: SchemeHeld
    before: TableOut
    after: TableOut


class Presets(LeagueEndpoint):
    tags = ("seasons",)

    @operation(answer=Page[PresetOut], query=ListQuery, public=True)
    def get(self, request: Request) -> HttpResponse:
        """Schemes that can be named, or taken as a start for one's own."""
        self.allow_any_origin()
        rows = [PresetOut(key=key, scheme=scheme) for key, scheme in PRESETS.items()]
        return self.answer(made_page(rows, lambda each: each.key, self.query(), request))


class Check(LeagueEndpoint):
    tags = ("seasons",)

    @operation(body=SchemeBody, answer=Scheme, scope="read", codes=("no_token",))
    def post(self, request: Request) -> HttpResponse:
        """Whether a scheme is right: the scheme in its canonical form, or all that is wrong with it."""
        return self.answer(services.seasons.scheme_of(self.body(SchemeBody).scheme))


class Scoring(SeasonEndpoint):
    @operation(
        body=NewScoring,
        answer=Rescored,
        status=201,
        scope="manage",
        idempotent=True,
        if_match=True,
        codes=(*WRITE_CODES, "season_closed"),
    )
    def post(self, request: Request, season: UUID) -> HttpResponse:
        """Change how the season is scored, from a date on or from its start."""
        found, body = self.season(season), self.body(NewScoring)
        access.require_manager(self.caller, found.club)
        scheme = services.seasons.scheme_of(body.scheme)
        since = _date(body.since)
        if body.dry_run:
            return self.answer(_rescored(*rescored(found, scheme, since, self.caller)), status=200)
        before = tables.of_season(found, self.caller)
        outcome = services.seasons.score(
            found, scheme, since, body.reason, self.caller, key=self.idempotency_key(), expected=self.if_match()
        )
        now = seasons.find(season, self.caller)
        held = seasons.schemes_of(now)[-1]
        shown = _rescored(held, before, tables.of_season(now, self.caller))
        return self.created(shown, f"/api/v1/seasons/{season}", replayed=outcome.replayed)


def _date(since: str) -> date | None:
    if since == "start":
        return None
    try:
        return date.fromisoformat(since)
    except ValueError:
        raise invalid("from", 'is a date or "start"') from None


def _rescored(held: Held, before: TableOut, after: TableOut) -> Rescored:
    shown = SchemeHeld(version=held.version, since=held.since, scheme=held.scheme)
    return Rescored(scoring=shown, before=before, after=after)
