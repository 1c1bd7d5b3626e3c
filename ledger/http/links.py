"""Absolute links: from the address people use, never from whatever a proxy or a test calls this machine."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request


def configured() -> str:
    """The address of the settings; empty without one."""
    return str(getattr(settings, "RAILBIRD_URL", "")).rstrip("/")


_made_from: Callable[[], str] = configured


def make_from(address: Callable[[], str]) -> None:
    """Registers what tells the address that links are made from, where it may change while we serve."""
    global _made_from
    _made_from = address


def absolute(path: str, request: HttpRequest | Request | None = None) -> str:
    """``path`` (``/g/…``) as an absolute URL: under the address people use; without one under the request's own
    host; without a request the path itself."""
    base = _made_from()
    if base:
        return base + path
    return request.build_absolute_uri(path) if request is not None else path
