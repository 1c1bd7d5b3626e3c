"""What the league's endpoints share."""

from __future__ import annotations

from uuid import UUID

import msgspec

from league.facts.base import Reason
from league.models import Club
from league.selectors import clubs
from ledger.http.endpoint import Endpoint

READ_CODES = ("no_token",)
WRITE_CODES = ("no_token", "wrong_scope")


class Because(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Body of a call that may say why."""

    reason: Reason | None = None


class BecauseOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Body of a call that must say why: it takes something back."""

    reason: Reason


class LeagueEndpoint(Endpoint):
    """Base: finds clubs for the caller, and opens reads of public ones to every origin."""

    def club(self, slug: str) -> Club:
        """The club, if the caller may read it. Refuses ``not_found, no_token``."""
        found = clubs.find(slug, self.caller)
        if found.public:
            self.allow_any_origin()
        return found

    def open_if_public(self, club: UUID) -> None:
        """For things found by their own id (the caller may read them already)."""
        if clubs.is_public(club):
            self.allow_any_origin()
