"""Problem documents (RFC 9457): the one shape of every refusal, and which exception becomes which.

``{"type", "title", "status", "detail", "code", "instance"?, …}``: ``code`` is the stable one (``ledger.http.codes``),
``detail`` a sentence for a person, ``instance`` carries the request's id, further members are the refusal's own
(``errors: [{"field", "message"}]``, ``version``, ``by``, ``expected``).
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from typing import Any

import msgspec
import psycopg
from django.core import exceptions as django_core
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from rest_framework import exceptions as drf
from rest_framework.request import Request

from ledger.errors import Refused, Unavailable
from ledger.http.codes import code_of, for_status

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
_encoder = msgspec.json.Encoder(decimal_format="number")
_STANDARD = frozenset({"type", "title", "status", "detail", "code", "instance"})


class FieldError(msgspec.Struct, frozen=True, kw_only=True):
    """``field``: ``$.bets[0].spot`` in a body, ``?limit`` in a query, or a header's name."""

    field: str
    message: str


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A refusal (RFC 9457). ``code`` is stable; ``detail`` is a sentence for a person; a code may have further
    members (a game's 409: ``version``, ``by``, ``expected``)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    instance: str | None = None
    errors: list[FieldError] | None = None


SENTENCES: dict[str, str] = {
    "malformed": "The server can't read this request.",
    "no_token": "Send a token: Authorization: Bearer TOKEN.",
    "wrong_scope": "This token may not do that.",
    "not_found": "There is nothing at this address.",
    "method_not_allowed": "This address doesn't know that method.",
    "not_acceptable": "This address can't answer in that format.",
    "too_large": "The request is too large.",
    "unsupported": "Send application/json in UTF-8.",
    "slow_down": "Too many requests; wait a moment.",
    "internal": "Something went wrong on the server. It has been noted under this request's id.",
    "unavailable": "The database is busy or restarting; try again in a moment.",
}
"""What is said where nothing better is known."""


def problem(
    code: str,
    sentence: str | None = None,
    *,
    extra: Mapping[str, Any] | None = None,
    request: HttpRequest | Request | None = None,
    status: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> HttpResponse:
    """The answer that refuses with ``code``. ``sentence`` is for a person; ``extra`` are further JSON members (they
    can't replace the standard ones); ``status`` only where it isn't the code's own. An unknown code is answered as
    409 and logged: a refusal must never turn into a 500."""
    known = code_of(code)
    body: dict[str, Any] = {
        "type": f"urn:railbird:problem:{code}",
        "title": known.title,
        "status": status or known.status,
        "detail": sentence or SENTENCES.get(code, known.title + "."),
        "code": code,
    }
    request_id = getattr(request, "request_id", None)
    if request_id:
        body["instance"] = f"urn:railbird:request:{request_id}"
    if extra:
        body.update((key, value) for key, value in extra.items() if key not in _STANDARD)
    response = HttpResponse(_encoder.encode(body), status=status or known.status, content_type=MEDIA_TYPE)
    # Django would log a warning with the whole path (which may hold a join code) for each 4xx, on the path of every
    # lost race for a spot; what deserves a line is logged in answer_to.
    response._has_been_logged = True
    if code == "no_token":
        response.headers["WWW-Authenticate"] = "Bearer"
    elif code in ("unavailable", "slow_down"):
        response.headers["Retry-After"] = "1"
    for name, value in (headers or {}).items():
        response.headers[name] = value
    return response


def unavailable(error: BaseException) -> bool:
    """Whether an exception says that the database can't be had just now: connection lost or refused, pool exhausted,
    lock, statement or idle timeout, deadlock, shutdown. Django wraps psycopg's errors; both are recognised."""
    if isinstance(error, Unavailable | OperationalError | InterfaceError | psycopg.OperationalError):
        return True
    if isinstance(error, psycopg.InterfaceError):
        return True
    if isinstance(error, InternalError):
        # idle_in_transaction_session_timeout is of class 25, which is no OperationalError.
        return isinstance(error.__cause__, psycopg.errors.IdleInTransactionSessionTimeout)
    return isinstance(error, psycopg.errors.IdleInTransactionSessionTimeout)


def answer_to(error: Exception, request: HttpRequest | Request | None) -> HttpResponse:
    """The problem document for any exception. What nobody foresaw is logged with its traceback and answered as
    ``internal``, without a word of what it said."""
    if isinstance(error, Refused):
        return problem(error.code, error.sentence, extra=error.extra, request=request)
    if unavailable(error):
        log.warning("unavailable: %s: %s", type(error).__name__, str(error).strip().partition("\n")[0])
        retry_after = error.retry_after if isinstance(error, Unavailable) else 1
        sentence = error.sentence if isinstance(error, Unavailable) else None
        return problem("unavailable", sentence, request=request, headers={"Retry-After": str(retry_after)})
    if isinstance(error, msgspec.DecodeError):
        # Only a view that decodes by itself gets here; Endpoint.body knows the type and says more.
        from ledger.http.parsing import refusal_of

        return answer_to(refusal_of(error), request)
    if isinstance(error, drf.APIException):
        return _of_drf(error, request)
    if isinstance(error, Http404):
        return problem("not_found", request=request)
    if isinstance(error, django_core.PermissionDenied):
        return problem("wrong_scope", request=request)
    if isinstance(error, django_core.RequestDataTooBig):
        return problem("too_large", request=request)
    if isinstance(error, django_core.SuspiciousOperation | UnreadablePostError | django_core.BadRequest):
        return problem("malformed", request=request)
    method, route = _where(request)
    log.error("internal error, request %s: %s %s", getattr(request, "request_id", "?"), method, route, exc_info=error)
    return problem("internal", request=request)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """DRF's ``EXCEPTION_HANDLER``."""
    response = answer_to(error, context.get("request"))
    if response.status_code == 405 and "view" in context:
        response.headers["Allow"] = ", ".join(context["view"].allowed_methods)
    return response


def _of_drf(error: drf.APIException, request: HttpRequest | Request | None) -> HttpResponse:
    # By class, not by error.status_code: DRF turns a 401 into a 403 where the first authenticator names no scheme.
    if isinstance(error, drf.NotAuthenticated):
        return problem("no_token", request=request)
    if isinstance(error, drf.AuthenticationFailed):
        return problem("no_token", _sentence(error), request=request)
    if isinstance(error, drf.Throttled):
        wait = max(1, math.ceil(error.wait or 1))
        return problem("slow_down", request=request, headers={"Retry-After": str(wait)})
    if isinstance(error, drf.ValidationError):
        return problem("invalid", "Some fields don't fit.", extra={"errors": _fields(error.detail)}, request=request)
    if isinstance(error, drf.UnsupportedMediaType | drf.NotAcceptable | drf.MethodNotAllowed | drf.NotFound):
        return problem(for_status(error.status_code), request=request)
    status = error.status_code
    return problem(for_status(status), _sentence(error), status=status, request=request)


def _sentence(error: drf.APIException) -> str | None:
    return str(error.detail) if isinstance(error.detail, str) else None


def _fields(detail: Any) -> list[dict[str, str]]:
    if isinstance(detail, Mapping):
        return [{"field": f"$.{name}", "message": str(value)} for name, value in detail.items()]
    return [{"field": "$", "message": str(value)} for value in (detail if isinstance(detail, list) else [detail])]


def _where(request: HttpRequest | Request | None) -> tuple[str, str]:
    """Method and route of a request; the route, not the path: paths may carry join codes."""
    match = getattr(request, "resolver_match", None)
    return str(getattr(request, "method", "?")), str(getattr(match, "route", "?"))
