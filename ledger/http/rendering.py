"""Answers as bytes: JSON by msgspec, rows as CSV and JSON Lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer


def _other(value: Any) -> Any:
    if isinstance(value, Promise):
        return str(value)
    if isinstance(value, HttpResponseBase):
        raise TypeError("an answer can't stand inside an answer")
    if isinstance(value, Iterable):
        return list(value)
    raise NotImplementedError(f"{type(value).__name__} has no JSON")


_encoder = msgspec.json.Encoder(enc_hook=_other, decimal_format="number")


def to_json(value: Any) -> bytes:
    """JSON of builtins, structs, UUIDs, dates and times (UTC with ``Z``), ``msgspec.Raw`` (spliced in as it is) and
    Decimals, which become numbers exact to their last digit."""
    return _encoder.encode(value)


class JSONRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else to_json(data)


class CSVRenderer(BaseRenderer):
    """Rows (or a page's ``results``) as RFC 4180 CSV in UTF-8, the first row's keys as the head.

    A text that a spreadsheet would take for a formula (it starts with ``= + - @``) gets an apostrophe before it.
    Lists and objects inside a row are written as JSON.
    """

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        rows = rows_of(data)
        out = io.StringIO(newline="")
        if rows:
            writer = csv.DictWriter(out, fieldnames=list(rows[0]), restval="", extrasaction="ignore")
            writer.writeheader()
            writer.writerows({key: _cell(value) for key, value in row.items()} for row in rows)
        return out.getvalue().encode()


class JSONLinesRenderer(BaseRenderer):
    """Rows (or a page's ``results``), one JSON object a line."""

    media_type = "application/jsonl"
    format = "jsonl"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        results = data["results"] if isinstance(data, Mapping) and "results" in data else getattr(data, "results", data)
        return b"".join(to_json(row) + b"\n" for row in results)


def rows_of(data: Any) -> list[dict[str, Any]]:
    """The rows of a list or a page, as plain dictionaries."""
    plain = msgspec.json.decode(to_json(data))
    results = plain["results"] if isinstance(plain, dict) and "results" in plain else plain
    return list(results) if isinstance(results, list) else [results]


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return "'" + value if value[:1] in ("=", "+", "-", "@") else value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return to_json(value).decode()
    return value
