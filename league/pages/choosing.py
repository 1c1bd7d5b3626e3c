"""``/new/language``: the viewer's choice of language, kept in a cookie."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from league.languages import supported
from league.pages.common import page

YEAR = 365 * 86_400


@csrf_exempt  # nobody is harmed by it, and a page that is only looked at needs no cookie for the token
@require_POST
@page
def language(request: HttpRequest) -> HttpResponse:
    """Remembers ``language`` (for a year, over plain http too) and goes back to ``next``, a path of ours."""
    response = HttpResponseRedirect(_back(request.POST.get("next", "")))
    chosen = supported(request.POST.get("language"))
    if chosen is not None:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, chosen, max_age=YEAR, httponly=True, samesite="Lax")
    return response


def _back(path: str) -> str:
    """The path without ``lang``, which would win over the choice; ``/`` for what leads elsewhere."""
    if not path.startswith("/") or not url_has_allowed_host_and_scheme(path, allowed_hosts=None):
        return "/"
    parts = urlsplit(path)
    query = urlencode([(name, text) for name, text in parse_qsl(parts.query, keep_blank_values=True) if name != "lang"])
    return parts._replace(query=query).geturl()
