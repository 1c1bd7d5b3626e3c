"""What ``races`` asks of whoever keeps the clubs: names of members, seasons of nights, and whether a club is public.

``races`` stores ids only. Registered once from ``AppConfig.ready()``; without anybody there are no names, and every
club is private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

from races.principal import Principal

Names = Callable[[UUID, Iterable[UUID], Principal], dict[UUID, str]]
_names: Names = lambda club, ids, principal: {}  # noqa: E731
_season: Callable[[UUID, UUID], UUID | None] = lambda club, night: None  # noqa: E731
_public: Callable[[UUID], bool] = lambda club: False  # noqa: E731


def register_names(names: Names) -> None:
    """``names(club, member ids, principal)`` → ``{id: name}`` as this caller may see them; one query."""
    global _names
    _names = names


def register_publicity(public: Callable[[UUID], bool]) -> None:
    """``public(club)``: may everybody read this club?"""
    global _public
    _public = public


def register_seasons(season: Callable[[UUID, UUID], UUID | None]) -> None:
    """``season(club, night)``: the season a night counts for, or None."""
    global _season
    _season = season


def season_of(club: UUID, night: UUID) -> UUID | None:
    return _season(club, night)


def names(club: UUID, ids: Iterable[UUID], principal: Principal) -> dict[UUID, str]:
    wanted = set(ids)
    return _names(club, wanted, principal) if wanted else {}


def is_public(club: UUID) -> bool:
    return _public(club)
