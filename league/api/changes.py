"""``/seasons/{id}/changes``."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league.api.base import READ_CODES
from league.api.seasons import SeasonEndpoint
from league.selectors import changes
from league.shapes import ChangeOut
from ledger.http.endpoint import operation
from ledger.http.paging import FeedQuery, Page, feed_page


class ChangesQuery(FeedQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    limit: Annotated[int, Meta(ge=1, le=50)] = 10


class Changes(SeasonEndpoint):
    @operation(answer=Page[ChangeOut], query=ChangesQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, season: UUID) -> HttpResponse:
        """Corrections, voids, merges, adjustments, new schemes after a cursor: who, when, why, and the table's rows
        that they changed, before and after."""
        found, asked = self.season(season), self.query(ChangesQuery)
        shown, last = changes.of_season(found, self.caller, asked.after, asked.limit)
        return self.answer(feed_page(shown, len(shown), last, request))
