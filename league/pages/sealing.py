"""What a printed league table carries for the day when somebody doubts it: the club's latest checkpoint."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from league.models import Club
from ledger import checkpoints

GROUPS = 8
"""So many groups of four digits are printed of a root: 128 bits, which nobody can hit again."""


class Printed(msgspec.Struct, frozen=True, kw_only=True):
    """A checkpoint for the eye. ``root``: the first 32 hexadecimal digits, ``key``: all 16 of its id, both in fours;
    ``signed``: the club's local time, and which zone that is; ``url``: the whole of it, signature included."""

    cursor: int
    root: str
    key: str
    signed: str
    url: str


def latest(club: Club) -> Printed | None:
    """None for a club that hasn't closed a night yet."""
    found = checkpoints.latest(club.club)
    if found is None:
        return None
    return Printed(
        cursor=found.cursor,
        root=in_fours(found.root.removeprefix("sha256:")[: 4 * GROUPS]),
        key=in_fours(found.key),
        signed=f"{datetime.fromisoformat(found.at).astimezone(ZoneInfo(club.timezone)):%Y-%m-%d %H:%M %Z}",
        url=f"/api/v1/clubs/{club.slug}/checkpoints?before={found.cursor + 1}&limit=1",
    )


def in_fours(digits: str) -> str:
    """``"0123456789"`` → ``"0123 4567 89"``."""
    return " ".join(digits[n : n + 4] for n in range(0, len(digits), 4))
