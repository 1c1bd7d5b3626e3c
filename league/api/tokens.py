"""``/clubs/{slug}/tokens``, ``/tokens/{id}`` and ``/me``."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league import access, services
from league.api.base import WRITE_CODES, LeagueEndpoint
from league.facts.base import Name
from league.facts.club import Scope
from league.models import Club, Token
from league.selectors import clubs
from league.shapes import MeOut, TokenOut
from ledger.errors import Refused
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page
from races.principal import Principal


class NewToken(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``scopes``: the widest one is enough (manage includes host, host includes read)."""

    name: Name
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=3)]
    expires_at: Annotated[datetime, Meta(tz=True)] | None = None


class Tokens(LeagueEndpoint):
    tags = ("tokens",)

    @operation(answer=Page[TokenOut], query=ListQuery, scope="manage", codes=WRITE_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The club's living tokens, without the secret."""
        club = self.club(slug)
        access.require_manager(self.caller, club.club)
        rows = Token.objects.filter(club=club.club, revoked=False)
        return self.answer(list_page(rows, ["issued_at", "id"], self.query(), request, clubs.show_token))

    @operation(body=NewToken, answer=TokenOut, status=201, scope="manage", idempotent=True, codes=WRITE_CODES)
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Issue a token; it is shown this once."""
        club = self.club(slug)
        body = self.body(NewToken)
        id, token, replayed = services.tokens.issue(
            club.club,
            self.caller,
            name=body.name,
            scopes=body.scopes,
            expires_at=body.expires_at,
            key=self.idempotency_key(),
        )
        row = Token.objects.get(club=club.club, id=id)
        return self.created(clubs.show_token(row, token), f"/api/v1/tokens/{id}", replayed=replayed)


class TokenView(LeagueEndpoint):
    tags = ("tokens",)

    @operation(scope="manage", codes=WRITE_CODES)
    def delete(self, request: Request, token: UUID) -> HttpResponse:
        """Revoke a token: it is dead at once."""
        row = Token.objects.filter(id=token).first()
        if row is None or not access.belongs(self.caller, row.club):
            raise Refused("not_found", "There is no such token.")
        services.tokens.revoke(row.club, token, self.caller)
        return self.answer(None, status=204)


class Me(LeagueEndpoint):
    tags = ("tokens",)

    @operation(answer=MeOut, public=True)
    def get(self, request: Request) -> HttpResponse:
        """Who the caller is, by the token that was sent."""
        caller: Principal = self.caller
        club = None if caller.club is None else Club.objects.filter(club=caller.club).first()
        return self.answer(
            MeOut(
                kind=_kind(caller),
                caller=caller.caller,
                scopes=sorted(caller.scopes),
                club=caller.club,
                slug=None if club is None else club.slug,
                game=caller.game,
                seat=caller.seat,
            )
        )


def _kind(caller: Principal) -> str:
    if not caller.scopes:
        return "anonymous"
    if "organiser" in caller.scopes:
        return "organiser"
    if caller.game is None:
        return "club"
    return "host_link" if caller.seat is None else "seat"
