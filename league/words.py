"""Words that addresses of this server begin with: no club may be called so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from django.urls import URLResolver, get_resolver

API = "api/v1/"
ASKED_FOR = frozenset({"current", "favicon", "humans", "robots", "security", "sitemap", "well-known"})
"""What programs ask every server for, and ``current``, which in the API stands where an id stands."""


@cache
def own_words() -> frozenset[str]:
    """The first part of every address of the URLconf, and of every one of the API; ``verify.py`` takes ``verify``."""
    found = set(ASKED_FOR)
    for route in _routes(get_resolver().url_patterns, ""):
        for address in (route, route.removeprefix(API)):
            found.add(address.partition("/")[0].partition(".")[0])
    return frozenset(found)


def _routes(patterns: Sequence[Any], before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        else:
            yield route
