"""The parser by itself: how long it may take."""

from __future__ import annotations

import time

import pytest

from ledger.errors import Refused
from ledger.http import parsing


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 33 + b'"' + rb"\"" * 500_000,
        b"[" * 33 + b"\\" * 1_000_000,
        b'"' + b"\\" * 1_000_001 + b'"',
        b"[" + b"[]," * 300_000 + b"[]]",
        b'{"a":' * 33 + b'"' * 1_000_000,
    ],
    ids=["escaped quotes", "backslashes", "odd backslashes", "flat brackets", "quotes"],
)
def test_hostile_text_takes_linear_time(raw: bytes) -> None:
    """A megabyte (an import's size; elsewhere 64 kB are the limit) in well under what anything quadratic would take."""
    begun = time.process_time()
    try:
        parsing.check_text(raw)
    except Refused as refused:
        assert refused.code == "malformed"
    assert time.process_time() - begun < 2
