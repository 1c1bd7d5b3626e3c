"""Pages of a list: ``{"next", "previous", "results"}``, with absolute URLs.

Three kinds. A *feed* goes on after a plain number (an event's version or cursor), so that a client can make the next
URL by itself. A *list* of rows in some order goes on after an opaque cursor: the order's values of the row at the edge,
so that rows which come or go meanwhile neither repeat nor hide others (no OFFSET). A list that is *made* (reckoned from
all results, say) goes on after a row by its name.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, TypeVar
from urllib.parse import urlencode

import msgspec
from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from msgspec import Meta
from rest_framework.request import Request

from ledger.errors import Refused
from ledger.http.links import absolute

R = TypeVar("R")
T = TypeVar("T")
M = TypeVar("M", bound=Model)

Limit = Annotated[int, Meta(ge=1, le=500, description="How many at most.")]
MAX_CURSOR = 2**53 - 1
_MISFITS = (ValueError, TypeError, ValidationError)
"""What Django raises for a filter's value that can't be one of its field's."""


class Page(msgspec.Struct, Generic[T], frozen=True, kw_only=True):
    """``next`` and ``previous``: absolute URLs, None where there is nothing more."""

    next: str | None
    previous: str | None
    results: list[T]


class ListQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Query of a list; inherit to add filters."""

    limit: Limit = 100
    cursor: Annotated[str, Meta(max_length=2000, description="Opaque; from next or previous.")] | None = None


class FeedQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Query of a feed; inherit to add filters. ``after``: version or cursor of the last event that is known."""

    limit: Limit = 100
    after: Annotated[int, Meta(ge=0, le=MAX_CURSOR, description="Go on after this version or cursor.")] = 0


def feed_page(
    results: list[T], limit: int, last: int | None, request: HttpRequest | Request, *, read: int | None = None
) -> Page[T]:
    """A feed's page. ``last``: version or cursor of the last event in ``results``; or of the last that was looked at,
    of so many as were ``read``. A page that isn't full is the end for now and has no ``next``: the client asks again
    with ``after`` = the last it knows."""
    full = (len(results) if read is None else read) >= limit and last is not None
    return Page(next=_url(request, after=last) if full else None, previous=None, results=results)


def list_page(
    rows: QuerySet[M], order: Sequence[str], query: ListQuery, request: HttpRequest | Request, show: Callable[[M], T]
) -> Page[T]:
    """A page of ``rows`` in ``order`` (field names, ``-`` for descending, together unique, none nullable), each shown
    by ``show``. Refuses ``invalid`` for a cursor that isn't of this list."""
    backward, edge = _decode(query.cursor, order)
    directed = [_turned(name) for name in order] if backward else list(order)
    if edge is not None:
        try:
            rows = rows.filter(_beyond(directed, edge))
        except _MISFITS:
            raise _bad_cursor() from None
    found = list(rows.order_by(*directed)[: query.limit + 1])
    more = len(found) > query.limit
    found = found[: query.limit]
    if backward:
        found.reverse()
    has_next = more if not backward else edge is not None
    has_previous = edge is not None if not backward else more
    return Page(
        next=_url(request, cursor=_encode(False, found[-1], order)) if found and has_next else None,
        previous=_url(request, cursor=_encode(True, found[0], order)) if found and has_previous else None,
        results=[show(row) for row in found],
    )


def made_page(rows: Sequence[R], name: Callable[[R], str], query: ListQuery, request: HttpRequest | Request) -> Page[R]:
    """A page of rows that were reckoned and are all at hand. ``name`` tells one from all others, and is the same for it
    the next time; where the row at the edge is gone by then, the page begins where it stood. Refuses ``invalid`` for
    a cursor that isn't of this list."""
    backward, edge = _decode(query.cursor, ("name", "place"))
    first, last = 0, min(query.limit, len(rows))
    if edge is not None:
        if not isinstance(edge[0], str) or type(edge[1]) is not int or edge[1] < 0:
            raise _bad_cursor()
        place = next((n for n, row in enumerate(rows) if name(row) == edge[0]), None)
        if backward:
            last = min(edge[1], len(rows)) if place is None else place
            first = max(last - query.limit, 0)
        else:
            first = min(edge[1], len(rows)) if place is None else place + 1
            last = min(first + query.limit, len(rows))

    def beside(backward: bool, n: int) -> str:
        raw = msgspec.json.encode([backward, [name(rows[n]), n]])
        return _url(request, cursor=base64.urlsafe_b64encode(raw).rstrip(b"=").decode())

    return Page(
        next=beside(False, last - 1) if 0 < last < len(rows) else None,
        previous=beside(True, first) if 0 < first < len(rows) else None,
        results=list(rows[first:last]),
    )


def _url(request: HttpRequest | Request, **changed: Any) -> str:
    """The request's own URL with some query parameters changed. A ``?key=`` is a secret and is not written again."""
    http = request._request if isinstance(request, Request) else request
    parameters = [(name, text) for name, texts in http.GET.lists() for text in texts]
    kept = [(name, text) for name, text in parameters if name not in changed and name not in ("key", "after", "cursor")]
    query = urlencode([*kept, *((name, str(value)) for name, value in changed.items())])
    return absolute(f"{http.path}?{query}", http)


def _beyond(order: Sequence[str], edge: Sequence[Any]) -> Q:
    """Rows that come after ``edge``: (a > x) or (a = x and b > y) or …"""
    condition = Q()
    equal = Q()
    for name, value in zip(order, edge, strict=True):
        field = name.removeprefix("-")
        beyond = Q(**{f"{field}__{'lt' if name.startswith('-') else 'gt'}": value})
        condition |= equal & beyond
        equal &= Q(**{field: value})
    return condition


def _turned(name: str) -> str:
    return name[1:] if name.startswith("-") else "-" + name


def _encode(backward: bool, row: Model, order: Sequence[str]) -> str:
    edge = [getattr(row, name.removeprefix("-")) for name in order]
    return base64.urlsafe_b64encode(msgspec.json.encode([backward, edge])).rstrip(b"=").decode()


def _decode(cursor: str | None, order: Sequence[str]) -> tuple[bool, list[Any] | None]:
    if cursor is None:
        return False, None
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        backward, edge = msgspec.json.decode(raw, type=tuple[bool, list[str | int | bool]])
    except (binascii.Error, ValueError, msgspec.DecodeError):
        raise _bad_cursor() from None
    if len(edge) != len(order) or any(isinstance(value, str) and "\0" in value for value in edge):
        raise _bad_cursor()
    return backward, edge


def _bad_cursor() -> Refused:
    message = "is not a cursor of this list"
    return Refused("invalid", f"?cursor: {message}.", errors=[{"field": "?cursor", "message": message}])
