"""``/oembed?url=``: what a website shows for a pasted address of ours (https://oembed.com)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league import authentication, embeds
from league.api.base import READ_CODES, LeagueEndpoint
from league.selectors import clubs
from league.shapes import Out
from ledger.errors import Refused
from ledger.http.endpoint import operation
from ledger.http.links import absolute
from races.principal import ANONYMOUS, Principal

Size = Annotated[int, Meta(ge=100, le=10_000)]
CACHE_S = 3600


class OembedQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Consumers send parameters of their own too: those are left alone."""

    url: Annotated[str, Meta(min_length=1, max_length=2000, description="The pasted address.")]
    maxwidth: Size | None = None
    maxheight: Size | None = None


class Oembed(Out, frozen=True, kw_only=True):
    """A ``rich`` answer of oEmbed 1.0: ``html`` is a frame of ``width`` × ``height`` pixels."""

    version: Literal["1.0"]
    type: Literal["rich"]
    provider_name: str
    provider_url: str
    title: str
    html: str
    width: int
    height: int
    cache_age: int


class OembedView(LeagueEndpoint):
    tags = ("clubs",)

    @operation(answer=Oembed, query=OembedQuery, public=True, codes=("not_found", *READ_CODES))
    def get(self, request: Request) -> HttpResponse:
        """What to show for a page of ours: a club, its table, tonight's scoreboard, a game, a screen.

        A private club's address must hold its ``?key=``, which then stands in the frame's address too.
        """
        asked: OembedQuery = self.query(OembedQuery)
        frame = embeds.of(asked.url)
        club = clubs.find(frame.slug, self._reader(frame))
        self.allow_any_origin()
        title = f"{club.shown_name}: {frame.title}"
        width = min(frame.width, asked.maxwidth or frame.width)
        height = min(frame.height, asked.maxheight or frame.height)
        found = Oembed(
            version="1.0",
            type="rich",
            provider_name="Railbird",
            provider_url=absolute("/", request),
            title=title,
            html=embeds.html(frame, title, width, height),
            width=width,
            height=height,
            cache_age=CACHE_S,
        )
        return self.answer(found)

    def _reader(self, frame: embeds.Frame) -> Principal:
        """Who will look at the frame: whoever the pasted address's key says, else anybody. (What the caller himself may
        read doesn't help those who see his website.)"""
        if frame.key is None:
            return ANONYMOUS
        found = authentication.token_principal(frame.key)
        if found is None or found.scopes != frozenset({"read"}):
            raise Refused("no_token", "Only a read-only token may stand in an address.")
        return found
