"""Clubs as callers see them."""

from __future__ import annotations

from typing import TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet

from league import access
from league.models import Club, Token
from league.shapes import ClubOut, TokenOut
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.http.links import absolute
from ledger.reading import stream_of
from ledger.records import time_text
from races.principal import Principal, unknown

M = TypeVar("M", bound=Model)


def by_slug(slug: str) -> Club:
    """Refuses ``not_found``. Whether the caller may read it is another question."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise Refused("not_found", "There is no such club.")
    return club


def find(slug: str, principal: Principal) -> Club:
    """The club for a caller who may read it. Refuses ``not_found`` and, to the anonymous, ``no_token``: also where
    there is none, or they could tell which private clubs there are."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise unknown(principal, "There is no such club.")
    access.require_reader(principal, club.club, public=club.public)
    return club


def by_id(club: UUID) -> Club:
    """Raises ``Club.DoesNotExist``."""
    return Club.objects.get(club=club)


def readable(club: UUID, principal: Principal) -> bool:
    """Whether the caller may read this club. Refuses as :func:`league.access.require_reader`; → is it public?"""
    public = is_public(club)
    access.require_reader(principal, club, public=public)
    return public


def stream_for(kind: str, id: UUID, principal: Principal) -> Stream:
    """The stream of something of a club that this caller may read. Refuses ``not_found`` and, to the anonymous,
    ``no_token``."""
    stream = stream_of(id, kind)
    if stream is None:
        raise unknown(principal, f"There is no such {kind}.")
    try:
        readable(stream.club, principal)
    except Refused as refused:
        raise refused if refused.code == "no_token" else unknown(principal, f"There is no such {kind}.") from None
    return stream


def thing(model: type[M], kind: str, id: UUID, principal: Principal) -> M:
    """Its row. Refuses as :func:`stream_for`."""
    stream = stream_for(kind, id, principal)
    return model._default_manager.get(club=stream.club, id=stream.id)


def id_of(slug: str) -> UUID | None:
    """A club's id by its slug."""
    return Club.objects.filter(slug=slug).values_list("club", flat=True).first()


def slug_of(club: UUID) -> str | None:
    """A club's slug by its id."""
    return Club.objects.filter(club=club).values_list("slug", flat=True).first()


def is_public(club: UUID) -> bool:
    """Whether everybody may read the club."""
    return bool(Club.objects.filter(club=club).values_list("public", flat=True).first())


def show(club: Club, token: str | None = None) -> ClubOut:
    """``token``: to be shown this once."""
    return ClubOut(
        id=club.club,
        slug=club.slug,
        name=club.shown_name,
        timezone=club.timezone,
        locale=club.locale,
        public=club.public,
        night_cutoff=club.night_cutoff,
        defaults=club.defaults,
        version=club.version,
        links={
            "self": absolute(f"/api/v1/clubs/{club.slug}"),
            "page": absolute(f"/{club.slug}"),
            "live": absolute(f"/api/v1/clubs/{club.slug}/live"),
        },
        token=token,
    )


def show_token(row: Token, token: str | None = None) -> TokenOut:
    """``token``: to be shown this once."""
    expires = row.expires_at
    return TokenOut(
        id=row.id,
        name=row.name or "",
        scopes=list(row.scopes),
        expires_at=None if expires is None else expires.isoformat().replace("+00:00", "Z"),
        issued_at=time_text(row.issued_at),
        token=token,
    )


def readable_by(principal: Principal) -> QuerySet[Club]:
    """The clubs this caller may read. Refuses ``no_token`` for a link that was replaced by a newer one."""
    access.require_alive(principal)
    if "organiser" in principal.scopes:
        return Club.objects.all()
    return Club.objects.filter(Q(public=True) | Q(club=principal.club))
