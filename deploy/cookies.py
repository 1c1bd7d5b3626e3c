"""Cookies by the scheme of the request that gets them.

One instance is reached by several addresses at once: phones come over plain http on the local network, others by https
through a proxy. A browser drops a ``Secure`` cookie that comes over http, so what is right for the public address would
lock out everybody in the room.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase


class CookieSchemeMiddleware:
    """Makes every cookie of an answer ``Secure`` over https, and none over http, whoever has set it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        for cookie in response.cookies.values():
            cookie["secure"] = request.is_secure()
        return response
