"""Every address that can be read, of pages and API, with the ids of one club filled in: from the URLconf, so that none
is forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

_PART = re.compile(r"<(?:\w+:)?(\w+)>")
QUERIES = ("", "?limit=500", "?format=jsonl&limit=500", "?at=5")


def routes(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """As the URLconf writes them."""
    for each in (resolver or get_resolver()).url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from routes(each, route)
        elif isinstance(each, URLPattern) and "^" not in route:
            yield "/" + route


def filled(ids: dict[str, str]) -> list[str]:
    """All for which ``ids`` (by the name of the part) has what they need, but for the admin's and the files'."""
    wanted = [route for route in routes() if not route.startswith(("/admin", "/static"))]
    return [_PART.sub(lambda part: ids[part[1]], route) for route in wanted if set(_PART.findall(route)) <= ids.keys()]


def read_all(token: str, ids: dict[str, str]) -> dict[str, Any]:
    """``{address: what it answers with 200}``, as whoever has this token sees it."""
    browser, found = Client(), {}
    for path in filled(ids):
        for query in QUERIES:
            answer = browser.get(path + query, headers={"Authorization": f"Bearer {token}"})
            if answer.status_code == 200 and not answer.streaming:
                found[path + query] = answer.content.decode(errors="replace")
    return found
