"""``/seasons/{id}/table`` and ``/clubs/{slug}/seasons/current/table``."""

from __future__ import annotations

from collections import OrderedDict
from datetime import date
from hashlib import blake2s
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league import access
from league.api.base import READ_CODES
from league.api.seasons import SeasonEndpoint
from league.models import Club, Season
from league.selectors import tables
from league.selectors.past import cursor_known
from league.shapes import TableOut
from league.sheet import sheet
from ledger.http.endpoint import operation
from ledger.http.rendering import to_json
from ledger.reading import head_cursor

Moment = Annotated[str, Meta(max_length=40, description="A date, a time (RFC 3339) or a cursor.")]
One = Annotated[str, Meta(pattern=r"^[01]$")]


class TableQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``as_of``: the table after the night of that date, as corrected since; with ``known_at`` as it was known then: at
    the end of a date, at a time, or after the event with a cursor. ``live``: running games as if they were over now.
    ``division``: only those who play in it, ranked among themselves."""

    as_of: date | None = None
    known_at: Moment | None = None
    live: One = "0"
    division: Annotated[str, Meta(max_length=20)] | None = None


class TableEndpoint(SeasonEndpoint):
    def table(self, season: Season) -> HttpResponse:
        """JSON or, as rows for a spreadsheet, CSV."""
        asked = self.query(TableQuery)
        known = None
        if asked.known_at is not None:
            known = cursor_known(Club.objects.get(club=season.club), asked.known_at)
        as_csv = self.request.accepted_renderer.format == "csv"
        full = access.hosts_club(self.caller, season.club)
        asking = (season.id, asked, full, as_csv, head_cursor(season.club))
        kept = _kept.get(asking)
        if kept is None:
            shown = tables.of_season(
                season,
                self.caller,
                asked.as_of,
                known=known,
                known_at=asked.known_at,
                live=asked.live == "1",
                division=asked.division,
            )
            rows = to_json(sheet(shown) if as_csv else shown)
            kept = f'"{blake2s(rows, digest_size=16).hexdigest()}"', sheet(shown) if as_csv else msgspec.Raw(rows)
            _keep(asking, kept)
        tag, body = kept
        return self.cached(tag, lambda: body)


KEPT = 32
_kept: OrderedDict[tuple[Any, ...], tuple[str, Any]] = OrderedDict()
"""Tables as they were asked for last: a club's table is the same until its next event, and many phones ask for it."""


def _keep(asking: tuple[Any, ...], answer: tuple[str, Any]) -> None:
    """``answer``: ETag and value."""
    _kept[asking] = answer
    while len(_kept) > KEPT:
        try:
            _kept.popitem(last=False)
        except KeyError:  # another thread was faster
            return


class Table(TableEndpoint):
    @operation(answer=TableOut, query=TableQuery, public=True, etag=True, formats=("json", "csv"), codes=READ_CODES)
    def get(self, request: Request, season: UUID) -> HttpResponse:
        """The season's table, every row with what counted and what parted it from the next."""
        return self.table(self.season(season))


class CurrentTable(TableEndpoint):
    @operation(answer=TableOut, query=TableQuery, public=True, etag=True, formats=("json", "csv"), codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The current season's table."""
        return self.table(self.current(slug))
