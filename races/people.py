"""What ``races`` asks of whoever keeps the clubs: names of members, where a game belongs, whether a club is public.

``races`` stores ids only. Registered once from ``AppConfig.ready()``; without anybody there are no names, and every
club is private.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from uuid import UUID

import msgspec

from races.principal import Principal


class Belonging(msgspec.Struct, frozen=True):
    """``season``: the one that the game's night counts for; ``withdrawn``: the game came with others and was taken back
    with them (a void import), which no event of its own says."""

    season: UUID | None = None
    withdrawn: bool = False


Names = Callable[[UUID, Iterable[UUID], Principal], dict[UUID, str]]
_names: Names = lambda club, ids, principal: {}  # noqa: E731
Belongings = Callable[[UUID, UUID, UUID], Belonging]
_belonging: Belongings = lambda club, night, game: Belonging()  # noqa: E731
_public: Callable[[UUID], bool] = lambda club: False  # noqa: E731


def register_names(names: Names) -> None:
    """``names(club, member ids, principal)`` → ``{id: name}`` as this caller may see them; one query."""
    global _names
    _names = names


def register_publicity(public: Callable[[UUID], bool]) -> None:
    """``public(club)``: may everybody read this club?"""
    global _public
    _public = public


def register_belongings(belonging: Belongings) -> None:
    """``belonging(club, night, game)``; one query."""
    global _belonging
    _belonging = belonging


def belonging(club: UUID, night: UUID, game: UUID) -> Belonging:
    return _belonging(club, night, game)


def names(club: UUID, ids: Iterable[UUID], principal: Principal) -> dict[UUID, str]:
    wanted = set(ids)
    return _names(club, wanted, principal) if wanted else {}


def is_public(club: UUID) -> bool:
    return _public(club)
