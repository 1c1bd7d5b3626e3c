"""``/api/v1/schema`` and ``/api/v1/docs``: the OpenAPI document and its page, both served without a network."""

from __future__ import annotations

from functools import cache
from hashlib import blake2s
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.templatetags.static import static
from django.urls import get_urlconf
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from ledger.http.conditions import not_modified
from ledger.http.endpoint import Endpoint, operation
from ledger.http.rendering import to_json

_UI = "drf_spectacular_sidecar/swagger-ui-dist/"
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API</title>
<link rel="stylesheet" href="{css}">
<div id="api"></div>
<script src="{js}"></script>
<script src="docs/start.js"></script>
</html>
"""
# validatorUrl null: else the page asks a server on the internet what it thinks of the document.
_START = """SwaggerUIBundle({url: location.pathname.replace(/docs\\/?$/, "schema"),
  dom_id: "#api", deepLinking: true, validatorUrl: null, defaultModelsExpandDepth: 0});
"""


class Schema(Endpoint):
    tags = ("about",)
    authentication_classes = ()

    @operation(answer=dict[str, Any], etag=True)
    def get(self, request: Request) -> HttpResponse:
        """This document (OpenAPI 3.1)."""
        self.allow_any_origin()
        raw, tag = _document(get_urlconf())
        response: HttpResponse | None = not_modified(request._request, tag)
        if response is None:
            response = HttpResponse(raw, content_type="application/json", headers={"ETag": tag})
        response.headers["Cache-Control"] = "public, no-cache"
        return response


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """The document as a page (Swagger UI)."""
    return HttpResponse(_PAGE.format(css=static(_UI + "swagger-ui.css"), js=static(_UI + "swagger-ui-bundle.js")))


@require_safe
def docs_start(request: HttpRequest) -> HttpResponse:
    """The page's script: a file of its own, so that a content policy can forbid inline scripts."""
    return HttpResponse(_START, content_type="text/javascript; charset=utf-8")


@cache
def _document(urlconf: str | None) -> tuple[bytes, str]:
    """The document's bytes and ETag; it can't change while the process lives."""
    from ledger.http.schema import document

    raw = to_json(document(urlconf))
    return raw, f'"{blake2s(raw, digest_size=8).hexdigest()}"'
