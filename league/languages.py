"""In which language a page speaks.

``?lang=`` in the address, else the viewer's own choice (a cookie, set by the chooser at the foot of a page), else what
the browser asks for, else the club's ``locale``. Big screens, overlays and embedded tables are looked at by many: they
speak ``?lang=`` or the club's language, whoever opened them. The API speaks English; its codes are for programs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from league.models import Club
from ledger.reading import stream_of

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def of_the_club(view: View) -> View:
    """Marks a view that speaks its club's language, not the viewer's."""
    view.language_of_the_club = True  # type: ignore[attr-defined]
    return view


class LanguageMiddleware:
    """Switches to the language of the request, and says in the answer what it depended on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with translation.override(settings.LANGUAGE_CODE):  # until the view is known; and nothing stays in the thread
            response = self.get_response(request)
            told = translation.get_language()
        if request.path_info.startswith("/api/"):
            return response
        response.headers.setdefault("Content-Language", told)
        if getattr(request, "language_varies", False):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]) -> None:
        """Activates the language, now that it is known whose page is asked for."""
        if request.path_info.startswith("/api/"):
            return
        given = supported(request.GET.get("lang")) is not None
        request.language_varies = not given and not getattr(view, "language_of_the_club", False)  # type: ignore[attr-defined]
        _speak(request, _of_viewer(request) or _of_club(kwargs))


def forget_the_club(request: HttpRequest) -> None:
    """Speaks as if the club of this address weren't there: a private one's language would give it away."""
    _speak(request, _of_viewer(request))


def _speak(request: HttpRequest, language: str | None) -> None:
    translation.activate(language or settings.LANGUAGE_CODE)
    request.LANGUAGE_CODE = language or settings.LANGUAGE_CODE


def _of_viewer(request: HttpRequest) -> str | None:
    """What the address says, and where the viewer is heard, what the viewer chose or the browser asks for."""
    language = supported(request.GET.get("lang"))
    if language is None and request.language_varies:  # type: ignore[attr-defined]
        language = supported(request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)) or _asked_for(request)
    return language


def supported(code: str | None) -> str | None:
    """Our language of that code, or of its first part (``sv-FI`` → ``sv``); None where there is none."""
    known = {each for each, _ in settings.LANGUAGES}
    plain = (code or "").lower().partition("-")[0]
    return plain if plain in known else None


def _asked_for(request: HttpRequest) -> str | None:
    """The first of the browser's languages that is one of ours."""
    accepted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    return next((found for code, _ in accepted if (found := supported(code))), None)


def _of_club(kwargs: dict[str, Any]) -> str | None:
    """The language of the club that an address names by its slug or by one of its games."""
    wanted: dict[str, Any] = {}
    if "slug" in kwargs:
        wanted = {"slug": kwargs["slug"]}
    elif isinstance(kwargs.get("game"), UUID):
        stream = stream_of(kwargs["game"], "game")
        wanted = {} if stream is None else {"club": stream.club}
    locale = Club.objects.filter(**wanted).values_list("locale", flat=True).first() if wanted else None
    return supported(locale)
