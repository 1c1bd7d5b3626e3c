"""``/clubs/{slug}/checkpoints`` and ``/clubs/{slug}/keys``: what an auditor takes home."""

from __future__ import annotations

from typing import Annotated

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from league import access, closing
from league.api.base import READ_CODES, WRITE_CODES, LeagueEndpoint
from ledger import checkpoints, signing
from ledger.checkpoints import Checkpoint
from ledger.http.endpoint import operation
from ledger.http.links import absolute
from ledger.http.paging import MAX_CURSOR, Limit, ListQuery, Page, made_page
from ledger.signing import PublicKey


class CheckpointsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    limit: Limit = 100
    before: Annotated[int, Meta(ge=1, le=MAX_CURSOR, description="Only those with a lower cursor.")] = MAX_CURSOR


class Checkpoints(LeagueEndpoint):
    tags = ("audit",)

    @operation(answer=Page[Checkpoint], query=CheckpointsQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The club's signed checkpoints, the latest first.

        Each signs the Merkle root (RFC 6962) over the club's first ``cursor`` event hashes. Keep one: whatever this
        server says later must extend it (``verify.py EXPORT --checkpoint FILE --key PUBLIC``).
        """
        club, asked = self.club(slug), self.query()
        found = checkpoints.stored(club.club, asked.before, asked.limit)
        more = len(found) == asked.limit and found[-1].cursor > 1
        path = f"/api/v1/clubs/{slug}/checkpoints?limit={asked.limit}&before={found[-1].cursor if found else 0}"
        return self.answer(Page(next=absolute(path, request) if more else None, previous=None, results=found))

    @operation(answer=Checkpoint, status=201, scope="host", codes=(*WRITE_CODES, "ledger_differs"))
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Sign a checkpoint over all that has happened in the club, and tell it in its feed (``checkpoint_signed``);
        the last one again if nothing came since."""
        club = self.club(slug)
        access.require_host(self.caller, club.club)
        made = closing.sign(club.club, access.actor_of(self.caller))
        return self.created(made, f"/api/v1/clubs/{slug}/checkpoints?before={made.cursor + 1}&limit=1")


class Keys(LeagueEndpoint):
    tags = ("audit",)

    @operation(answer=Page[PublicKey], query=ListQuery, public=True, codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The public keys that this server signs checkpoints with, the oldest first; each new one is endorsed by the
        one before."""
        self.club(slug)
        return self.answer(made_page(signing.public_keys(), lambda each: each.id, self.query(), request))
