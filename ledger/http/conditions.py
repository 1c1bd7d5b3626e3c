"""Conditional and repeatable requests: ETags, If-Match, If-None-Match, Idempotency-Key."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2s

from django.http import HttpRequest, HttpResponseNotModified

from ledger.errors import Refused

_KEY = re.compile(r"[\x20-\x7e]{1,255}")
# A proxy that compresses may weaken an ETag (W/) or lengthen it ("…-gzip"): only the version counts.
_VERSION = re.compile(r'(?:W/)?"(\d{1,15})(?:-[^"]*)?"')
_TAG = re.compile(r'(?:W/)?"([^"]*)"')


def idempotency_key(request: HttpRequest) -> str | None:
    """The caller's ``Idempotency-Key``, or None. Refuses ``invalid`` unless it is 1–255 printable ASCII characters."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        raise _invalid("Idempotency-Key", "1 to 255 printable ASCII characters")
    return key


def if_match(request: HttpRequest) -> int | None:
    """The version that ``If-Match`` asks for; None without it or for ``*``. Refuses ``invalid`` for what is no ETag of
    this API and for more than one."""
    given: str | None = request.META.get("HTTP_IF_MATCH")
    if given is None or given.strip() == "*":
        return None
    found = _VERSION.fullmatch(given.strip())
    if found is None:
        raise _invalid("If-Match", 'one ETag of this address, like "17-5f0c9a12"')
    return int(found[1])


def etag(version: int, viewer: str = "") -> str:
    """``"<version>-<viewer hash>"``, quotes included. ``viewer`` names whatever the answer depends on beside the
    version: the seat that looks, query parameters."""
    return f'"{version}-{_viewer_hash(viewer)}"'


def not_modified(request: HttpRequest, tag: str) -> HttpResponseNotModified | None:
    """The 304 answer if the caller has the answer with ETag ``tag`` already (weak comparison)."""
    given: str | None = request.META.get("HTTP_IF_NONE_MATCH")
    if given is None or not (given.strip() == "*" or tag.strip('"') in _TAG.findall(given)):
        return None
    response = HttpResponseNotModified()
    response.headers["ETag"] = tag
    return response


@lru_cache(maxsize=1024)
def _viewer_hash(viewer: str) -> str:
    return blake2s(viewer.encode(), digest_size=4).hexdigest()


def _invalid(field: str, expected: str) -> Refused:
    message = f"must be {expected}"
    return Refused("invalid", f"{field} {message}.", errors=[{"field": field, "message": message}])
