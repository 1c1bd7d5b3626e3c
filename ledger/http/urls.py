"""Addresses of the kit itself; include them under ``/api/v1/``."""

from __future__ import annotations

from django.urls import path

from ledger.http.documentation import Schema, docs, docs_start

urlpatterns = [
    path("schema", Schema.as_view(), name="schema"),
    path("docs", docs, name="docs"),
    path("docs/start.js", docs_start, name="docs-start"),
]
