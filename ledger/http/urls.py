"""Addresses of the kit itself; include them under ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from ledger.http.documentation import Schema, docs, docs_start
from ledger.http.verifier import verifier

urlpatterns = [
    path("schema", Schema.as_view(), name="schema"),
    path("verify.py", verifier, name="api-verifier"),
    path("docs", docs, name="docs"),
    path("docs/start.js", docs_start, name="docs-start"),
]
