"""Absolute links: from the address people use, never from whatever a proxy or a test calls this machine."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request


def absolute(path: str, request: HttpRequest | Request | None = None) -> str:
    """``path`` (``/g/…``) as an absolute URL: under ``settings.RAILBIRD_URL``; without it under the request's own
    host; without a request the path itself."""
    base: str | None = getattr(settings, "RAILBIRD_URL", None)
    if base:
        return base.rstrip("/") + path
    return request.build_absolute_uri(path) if request is not None else path
