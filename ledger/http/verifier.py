"""``/verify.py``: the offline verifier, as the one file it is."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ledger import verify


@cache
def _source() -> bytes:
    return Path(verify.__file__).read_bytes()


@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """To save and run on any Python."""
    headers = {"Content-Disposition": 'attachment; filename="verify.py"', "Access-Control-Allow-Origin": "*"}
    return HttpResponse(_source(), content_type="text/x-python; charset=utf-8", headers=headers)
