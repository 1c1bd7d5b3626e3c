"""Beside the points: a member's results, rivals and ratings; a club's ratings, records and closed seasons."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from league.api.base import READ_CODES, LeagueEndpoint
from league.api.nights import NightsQuery
from league.models import Member
from league.selectors import archive, history, members
from league.shapes import ArchivedOut, MemberResultOut, RatingOut, RatingRow, RecordOut, RivalOut
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page, made_page


class ResultsQuery(NightsQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Results of nights from and to these dates, both included."""


class MemberEndpoint(LeagueEndpoint):
    tags = ("members",)

    def member(self, id: UUID) -> Member:
        """The member, if the caller may read the club. Refuses ``not_found, no_token``."""
        found = members.find(id, self.caller)
        self.open_if_public(found.club)
        return found


class Results(MemberEndpoint):
    @operation(answer=Page[MemberResultOut], query=ResultsQuery, public=True, formats=("json", "csv"), codes=READ_CODES)
    def get(self, request: Request, member: UUID) -> HttpResponse:
        """All results that count, the latest first; those of members merged into this one too."""
        found, asked = self.member(member), self.query(ResultsQuery)
        rows = history.results_of(found, asked.since, asked.until)
        return self.answer(made_page(rows, lambda each: str(each.game), asked, request))


class HeadToHead(MemberEndpoint):
    @operation(answer=Page[RivalOut], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, member: UUID) -> HttpResponse:
        """Everybody they have met: games, how often ahead, behind, level."""
        rows = history.rivals_of(self.member(member), self.caller)
        return self.answer(made_page(rows, lambda each: str(each.member.id), self.query(), request))


class Ratings(MemberEndpoint):
    @operation(answer=RatingOut, public=True, codes=READ_CODES)
    def get(self, request: Request, member: UUID) -> HttpResponse:
        """The rating after each game, and what reckoned it."""
        return self.answer(history.rating_of(self.member(member)))


class ClubRatings(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=Page[RatingRow], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All who have played, the surest first."""
        rows = history.ranking(self.club(slug).club, self.caller)
        return self.answer(made_page(rows, lambda each: str(each.member.id), self.query(), request))


class Records(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=Page[RecordOut], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The club's records: highest score, biggest win, longest streak, most wins, most games."""
        rows = history.records(self.club(slug).club, self.caller)
        return self.answer(made_page(rows, lambda each: each.key, self.query(), request))


class Archive(LeagueEndpoint):
    tags = ("seasons",)

    @operation(answer=Page[ArchivedOut], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Closed seasons, the latest first, with the head of each table as it was when the season was closed."""
        rows = archive.closed(self.club(slug).club)
        show = lambda season: archive.archived(season, self.caller)  # noqa: E731
        return self.answer(list_page(rows, ["-ends_on", "-id"], self.query(), request, show))
