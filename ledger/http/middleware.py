"""What every answer has, and what every refusal under ``/api/`` looks like."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.request import RawPostDataException
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from ledger import correlation
from ledger.http.codes import for_status
from ledger.http.problems import MEDIA_TYPE, answer_to, problem

EXPOSED = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Request-Id, Idempotent-Replayed"
PREFLIGHT = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, Last-Event-ID, Request-Id",
    "Access-Control-Max-Age": "86400",
}
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""For pages that have none of their own: the admin's, the API's documents, what Django says by itself."""
_SANE_ID = re.compile(r"[A-Za-z0-9_.:-]{8,64}")
_DRAIN_BYTES = 20 * 1024 * 1024
_KEPT = ("Allow", "Retry-After", "WWW-Authenticate")


class ProblemMiddleware:
    """The outermost middleware (first in ``MIDDLEWARE``), so that nothing under ``/api/`` leaves as HTML: Django's own
    400, 404, 405, 413 and 500 become problem documents too.

    Every answer gets a ``Request-Id`` (the caller's own, if it is 8–64 letters, digits or ``_.:-``; also as
    ``request.request_id``), ``Referrer-Policy: no-referrer`` (links carry tokens) and, if it is HTML, a
    ``Content-Security-Policy``. A view that sets
    ``request.public_read = True`` (or the attribute on its answer) opens a GET to scripts of any origin, ``null`` too.
    A preflight for a GET is always allowed: it tells nothing, the GET's own answer decides.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        meta = request.META
        given = meta.get("HTTP_REQUEST_ID")
        request_id = given if given and _SANE_ID.fullmatch(given) else secrets.token_hex(12)
        request.request_id = request_id
        api = request.path_info.startswith("/api/")
        if api and request.method == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in meta:
            response: HttpResponseBase = self._preflight(meta["HTTP_ACCESS_CONTROL_REQUEST_METHOD"])
        else:
            with correlation.request(request_id):
                response = self.get_response(request)
            if api:
                if response.status_code >= 400 and response.headers.get("Content-Type") != MEDIA_TYPE:
                    response = self._as_problem(response, request)
                if request.method in ("GET", "HEAD") and (
                    getattr(request, "public_read", False) or getattr(response, "public_read", False)
                ):
                    response.headers["Access-Control-Allow-Origin"] = "*"
                    response.headers["Access-Control-Expose-Headers"] = EXPOSED
            if response.status_code >= 400 and meta.get("CONTENT_LENGTH"):
                _drain(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers["Request-Id"] = request_id
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """For views under ``/api/`` that are not DRF's, and for what goes wrong while an answer is rendered."""
        return answer_to(error, request) if request.path_info.startswith("/api/") else None

    @staticmethod
    def _preflight(method: str) -> HttpResponse:
        response = HttpResponse(status=204, headers=PREFLIGHT if method in ("GET", "HEAD") else None)
        patch_vary_headers(response, ["Access-Control-Request-Method"])
        return response

    @staticmethod
    def _as_problem(response: HttpResponseBase, request: HttpRequest) -> HttpResponse:
        headers = {name: response.headers[name] for name in _KEPT if name in response.headers}
        status = response.status_code
        return problem(for_status(status), status=status, request=request, headers=headers)


def _drain(request: HttpRequest) -> None:
    """Reads what a refused caller is still sending, and forgets it. A server that answers and hangs up in the middle of
    a body makes the proxy before it see a broken line, and the caller an error that isn't ours."""
    left = _DRAIN_BYTES
    try:
        while left > 0 and (chunk := request.read(64 * 1024)):
            left -= len(chunk)
    except (OSError, RawPostDataException):  # gone, or read already
        pass
