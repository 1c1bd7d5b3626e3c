"""Where a call comes from, as far as anybody can know it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from django.http import HttpRequest

CLIENT = "HTTP_X_RAILBIRD_CLIENT"
"""Who is there, by the front, which is the only one to reach our sockets and overwrites what callers claim."""


def address(request: HttpRequest) -> str:
    """Where a call comes from; of IPv6 the network, for a house has as many addresses as it likes."""
    return _network(request.META.get(CLIENT) or request.META.get("REMOTE_ADDR") or "")


@lru_cache(1000)
def _network(text: str) -> str:
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
