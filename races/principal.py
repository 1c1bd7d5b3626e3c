"""All that ``races`` knows of whoever calls."""

from __future__ import annotations

from uuid import UUID

import msgspec

from ledger.errors import Refused


class Principal(msgspec.Struct, frozen=True, kw_only=True):
    """A caller. ``club`` None with the scope ``organiser``: this instance's organiser, for every club.

    ``scopes``: ``read`` ⊂ ``host`` ⊂ ``manage`` (⊂ ``organiser``), always closed downwards; a seat's token has only
    ``read``. ``game`` binds a seat's or host link's token to one game; ``generation`` is the link's, compared with
    the game's current one whenever the game is touched: an older link is dead. ``caller`` is a stable id without
    names: the owner of idempotency keys and the ``actor.id`` of events.
    """

    club: UUID | None
    scopes: frozenset[str]
    caller: str
    game: UUID | None = None
    seat: int | None = None
    generation: int = 0


def unknown(principal: Principal, sentence: str) -> Refused:
    """How a caller is refused what isn't there: the anonymous by the same words as what is there and not for them."""
    if not principal.scopes:
        return Refused("no_token", "Send a token: Authorization: Bearer TOKEN.")
    return Refused("not_found", sentence)


ANONYMOUS = Principal(club=None, scopes=frozenset(), caller="anonymous")
