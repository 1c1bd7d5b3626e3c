"""Seat and host links: derived from the server's secret, never stored, so they can be shown again; dead as soon as
the game says another generation.

A token is ``rbs_`` (seat) or ``rbh_`` (host) and base64url of game id (16 bytes), seat (1), generation (2) and the
first 16 bytes of their HMAC-SHA256.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from functools import cache
from hashlib import sha256
from uuid import UUID

from django.conf import settings

from ledger.errors import Refused
from ledger.reading import stream_of
from races.frame import GameState
from races.principal import Principal

SEAT, HOST = "rbs_", "rbh_"
_HOST_SCOPES = frozenset({"read", "host"})
_SEAT_SCOPES = frozenset({"read"})
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"


@cache
def _secret(purpose: str) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), f"railbird {purpose}".encode(), sha256)


def _token(prefix: str, game: UUID, seat: int, generation: int) -> str:
    body = game.bytes + bytes([seat]) + generation.to_bytes(2, "big")
    mac = hmac.digest(_secret(prefix), body, sha256)[:16]
    return prefix + base64.urlsafe_b64encode(body + mac).decode().rstrip("=")


def seat_token(game: UUID, seat: int, generation: int) -> str:
    return _token(SEAT, game, seat, generation)


def host_token(game: UUID, generation: int) -> str:
    return _token(HOST, game, 0, generation)


def join_code(game: UUID) -> str:
    """Eight letters and digits that lead to the game's free seats; stored with the game, to be found by."""
    digest = hmac.digest(_secret("join"), game.bytes, sha256)
    return "".join(CODE_ALPHABET[byte % len(CODE_ALPHABET)] for byte in digest[:8])


def principal_of(token: str) -> Principal | None:
    """The caller that a seat or host token stands for; None for any other text. Whether its generation still lives
    is asked where the game's state is known: :func:`require_alive`."""
    prefix = token[:4]
    if prefix not in (SEAT, HOST):
        return None
    try:
        raw = base64.urlsafe_b64decode(token[4:] + "=" * (-len(token[4:]) % 4))
    except (binascii.Error, ValueError):
        return None
    if len(raw) != 35:
        return None
    game, seat, generation = UUID(bytes=raw[:16]), raw[16], int.from_bytes(raw[17:19], "big")
    # The text is compared, not its bytes: several texts stand for the same bytes, and only one is the token.
    if not hmac.compare_digest(_token(prefix, game, seat, generation), token):
        return None
    stream = stream_of(game, "game")
    if stream is None:
        return None
    if prefix == HOST:
        return Principal(club=stream.club, scopes=_HOST_SCOPES, caller=f"host:{game}", game=game, generation=generation)
    return Principal(
        club=stream.club, scopes=_SEAT_SCOPES, caller=f"seat:{game}:{seat}", game=game, seat=seat, generation=generation
    )


def require_alive(principal: Principal, state: GameState) -> None:
    """Refuses ``no_token`` for a link that has been replaced by a newer one. ``state`` of the principal's own game."""
    if principal.game is None or state.frame is None:
        return
    if principal.seat is None:
        living: int | None = state.frame.host_generation
    else:
        chair = state.frame.chair(principal.seat)
        living = None if chair is None else chair.generation
    if living != principal.generation:
        raise Refused("no_token", "This link has been replaced; ask the host for the new one.")
