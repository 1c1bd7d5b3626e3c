"""Bodies that can't be read as the form they say they are: refused once, before anything looks into them."""

from __future__ import annotations

from collections.abc import Callable

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from league.pages import refusals
from league.pages.common import refusal
from ledger.errors import Refused


class FormMiddleware:
    """Before Django's CSRF check, which reads the form, and whose own error page would read it again. Refuses
    ``malformed`` (another charset than UTF-8, a broken body, more than a thousand fields) and ``too_large``. What is
    under ``/api/`` isn't read here: there the view says what it takes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method == "POST" and not request.path_info.startswith("/api/"):
            try:
                request.POST  # noqa: B018 - reading it is what may fail
            except RequestDataTooBig:
                return _refused(request, "too_large")
            except (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError, ValueError):
                return _refused(request, "malformed")
        return self.get_response(request)


def _refused(request: HttpRequest, code: str) -> HttpResponseBase:
    request._mark_post_parse_error()
    return refusal(request, Refused(code, gettext(refusals.BY_CODE["invalid"])))
