"""Who may do what in a club. To a caller from elsewhere a club doesn't exist, unless everybody may read it."""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.reading import load
from races import links
from races.principal import Principal


def belongs(principal: Principal, club: UUID) -> bool:
    """Is this a caller of the club (or of the whole instance)?"""
    return "organiser" in principal.scopes or (bool(principal.scopes) and principal.club == club)


def hosts_club(principal: Principal, club: UUID) -> bool:
    """May this caller open games on the club's nights? The host link of one game may not."""
    return belongs(principal, club) and "host" in principal.scopes and principal.game is None


def manages(principal: Principal, club: UUID) -> bool:
    return belongs(principal, club) and "manage" in principal.scopes and principal.game is None


def require_reader(principal: Principal, club: UUID, *, public: bool) -> None:
    """Refuses ``no_token`` to the anonymous and ``not_found`` to callers of other clubs, unless the club is public; and
    ``no_token`` always to a link of the club that was replaced by a newer one."""
    if not public:
        _require_token(principal)
        if not belongs(principal, club):
            raise Refused("not_found", "There is no such club.")
    if principal.club == club:
        require_alive(principal)


def require_alive(principal: Principal) -> None:
    """Refuses ``no_token`` for a link that was replaced by a newer one."""
    if principal.game is not None and principal.club is not None:
        links.require_alive(principal, load(Stream(club=principal.club, id=principal.game, kind="game")).state)


def require_host(principal: Principal, club: UUID) -> None:
    """Refuses ``no_token``, ``not_found`` (another club's token) or ``wrong_scope``."""
    _require(principal, club, hosts_club(principal, club), "host")


def require_manager(principal: Principal, club: UUID) -> None:
    """As :func:`require_host`, for the scope ``manage``."""
    _require(principal, club, manages(principal, club), "manage")


def require_organiser(principal: Principal) -> None:
    """Refuses ``no_token`` or ``wrong_scope`` unless the caller is this instance's organiser."""
    _require_token(principal)
    if "organiser" not in principal.scopes:
        raise Refused("wrong_scope", "Only the organiser of this instance may do that.")


def actor_of(principal: Principal) -> Actor:
    """Who a change of the league's facts is recorded to be made by."""
    kind: Literal["organiser", "host"] = "organiser" if "organiser" in principal.scopes else "host"
    return Actor(kind=kind, id=principal.caller)


def _require_token(principal: Principal) -> None:
    if not principal.scopes:
        raise Refused("no_token", "Send a token: Authorization: Bearer TOKEN.")


def _require(principal: Principal, club: UUID, allowed: bool, scope: str) -> None:
    _require_token(principal)
    if not belongs(principal, club):
        raise Refused("not_found", "There is no such club.")
    if not allowed:
        raise Refused("wrong_scope", f"This token may not do that; it takes the scope {scope} for the club.")
