"""``/clubs/{slug}/events`` and ``/clubs/{slug}/scoreboard``."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league.api.base import READ_CODES, LeagueEndpoint
from league.notices import Notice
from league.selectors import feeds
from league.selectors.calendar import today
from league.shapes import ClubScoreboard
from ledger.http.conditions import etag
from ledger.http.endpoint import operation
from ledger.http.events import EventOut
from ledger.http.paging import FeedQuery, Page, feed_page

EventType = Annotated[str, Meta(max_length=60)]


class ClubFeedQuery(FeedQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    types: Annotated[
        list[EventType], Meta(max_length=50, description="Only events of these types, and notices of these names.")
    ] = []
    game: Annotated[UUID | None, Meta(description="Only events of this game.")] = None


class ClubFeed(Page[EventOut], frozen=True, kw_only=True):
    """``results``: events; beside them ``notices``, what they mean, each with the cursor of its cause. JSON Lines have
    the events only."""

    notices: list[Notice]


class ClubEvents(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=ClubFeed, query=ClubFeedQuery, public=True, formats=("json", "jsonl"), codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Everything that happened in the club, in order, after cursor ``after``, and what of it is worth telling."""
        club = self.club(slug)
        asked = self.query(ClubFeedQuery)
        told = feeds.of_club(
            club.club, self.caller, after=asked.after, limit=asked.limit, types=asked.types, game=asked.game
        )
        page = feed_page(told.events, asked.limit, told.last, request, read=told.read)
        return self.answer(ClubFeed(next=page.next, previous=None, results=page.results, notices=told.notices))


class ClubScoreboardView(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=ClubScoreboard, public=True, etag=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Tonight's games and the head of the table."""
        club = self.club(slug)
        cursor = feeds.cursor_of(club.club)
        viewer = f"{self.caller.caller} {today(club)}"  # another day, another night and season
        return self.cached(etag(cursor, viewer), lambda: feeds.scoreboard(club, self.caller, cursor))
