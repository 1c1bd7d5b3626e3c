"""Time zones that a club or an import may be in: names of the IANA database, nothing that a machine adds to them."""

from __future__ import annotations

from functools import cache
from zoneinfo import available_timezones

NOT_A_PLACE = frozenset({"localtime", "Factory", "posixrules"})
"""What stands among the zones' files without being one: the machine's own zone, and "not set"."""


@cache
def zones() -> frozenset[str]:
    """All of them; reading the folder takes a while, and it doesn't change while a server runs."""
    return frozenset(name for name in available_timezones() - NOT_A_PLACE if not name.startswith(("posix/", "right/")))


def choices() -> list[str]:
    """Those that a person is offered, in order: places, and UTC."""
    return sorted(name for name in zones() if "/" in name or name == "UTC")
