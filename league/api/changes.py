"""``/seasons/{id}/changes``: the history page's source."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from league.api.base import READ_CODES, LeagueEndpoint
from league.selectors import changes, seasons
from league.shapes import ChangeOut
from ledger.http.endpoint import operation
from ledger.http.paging import FeedQuery, Page, feed_page


class Changes(LeagueEndpoint):
    tags = ("seasons",)

    @operation(answer=Page[ChangeOut], query=FeedQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, season: UUID) -> HttpResponse:
        """What was changed afterwards in the season, after cursor ``after``: by whom, when, why, before and after."""
        found = seasons.find(season, self.caller)
        self.open_if_public(found.club)
        asked = self.query(FeedQuery)
        listed, last = changes.of_season(found, self.caller, asked.after, asked.limit)
        return self.answer(feed_page(listed, asked.limit, last, request))
