"""``/clubs/{slug}/events`` and ``/clubs/{slug}/scoreboard``."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league.api.base import READ_CODES, LeagueEndpoint
from league.selectors import feeds
from league.selectors.calendar import today
from league.shapes import ClubScoreboard
from ledger.http.conditions import etag
from ledger.http.endpoint import operation
from ledger.http.events import EventOut
from ledger.http.paging import FeedQuery, Page, feed_page

EventType = Annotated[str, Meta(max_length=60)]


class ClubFeedQuery(FeedQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    types: Annotated[list[EventType], Meta(max_length=50)] = []
    game: Annotated[UUID | None, Meta(description="Only events of this game.")] = None


class ClubEvents(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=Page[EventOut], query=ClubFeedQuery, public=True, formats=("json", "jsonl"), codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Everything that happened in the club, in order, after cursor ``after``."""
        club = self.club(slug)
        asked = self.query(ClubFeedQuery)
        events, last = feeds.of_club(
            club.club, self.caller, after=asked.after, limit=asked.limit, types=asked.types, game=asked.game
        )
        return self.answer(feed_page(events, asked.limit, last, request))


class ClubScoreboardView(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=ClubScoreboard, public=True, etag=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Tonight's games and the head of the table."""
        club = self.club(slug)
        cursor = feeds.cursor_of(club.club)
        viewer = f"{self.caller.caller} {today(club)}"  # another day, another night and season
        return self.cached(etag(cursor, viewer), lambda: feeds.scoreboard(club, self.caller, cursor))
