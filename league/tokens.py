"""Tokens of clubs and of the organiser: 256 random bits, known to us only by their hash."""

from __future__ import annotations

import secrets
from hashlib import sha256
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Now

from league.facts.club import SCOPES
from league.models import OrganiserToken, Token
from races.principal import Principal

CLUB, ORGANISER = "rbc_", "rbo_"
_ORGANISER_SCOPES = frozenset((*SCOPES, "organiser"))


def fresh(prefix: str) -> tuple[str, bytes]:
    """→ (a new token, the SHA-256 of it)."""
    token = prefix + secrets.token_urlsafe(32)
    return token, digest(token)


def digest(token: str) -> bytes:
    """By which a token is found again."""
    return sha256(token.encode()).digest()


def principal_of(token: str) -> Principal | None:
    """The caller that a club's or organiser's token stands for; None for a token that is unknown, revoked or expired by
    the database's clock. One query, nothing is written."""
    if token.startswith(CLUB):
        row = (
            Token.objects.filter(digest=digest(token), revoked=False)
            .filter(Q(expires_at=None) | Q(expires_at__gt=Now()))
            .values_list("club", "id", "scopes")
            .first()
        )
        return None if row is None else club_principal(*row)
    if token.startswith(ORGANISER):
        user = (
            OrganiserToken.objects.filter(digest=digest(token), user__is_active=True)
            .values_list("user", flat=True)
            .first()
        )
        return None if user is None else organiser(user)
    return None


def club_principal(club: UUID, token: UUID, scopes: list[str]) -> Principal:
    return Principal(club=club, scopes=frozenset(scopes), caller=f"token:{token}")


def organiser(user: int) -> Principal:
    """This instance's organiser, by his account's number."""
    return Principal(club=None, scopes=_ORGANISER_SCOPES, caller=f"organiser:{user}")
