"""The parser by itself: taking a wrapper's fields out of a typed value, and time."""

from __future__ import annotations

import time

import msgspec
import pytest

from ledger.errors import Refused
from ledger.http import parsing


class For(msgspec.Struct, frozen=True, kw_only=True):
    seat: int | None = None


class Bet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    spot: str


def test_a_wrappers_fields_are_taken_out() -> None:
    wrapper, rest = parsing.take(b'{"seat": 3, "spot": "win:7:1"}', For)
    assert wrapper == For(seat=3)
    assert parsing.decode_checked(rest, Bet) == Bet(spot="win:7:1")


def test_without_them_they_have_their_defaults() -> None:
    wrapper, rest = parsing.take(b'{"spot": "win:7:1"}', For)
    assert (wrapper, rest) == (For(seat=None), b'{"spot":"win:7:1"}')


@pytest.mark.parametrize(
    ("raw", "code"),
    [(b'{"seat": "3"}', "invalid"), (b"[]", "invalid"), (b'{"seat": 1, "seat": 2}', "malformed"), (b"{", "malformed")],
)
def test_what_cant_be_taken_is_refused(raw: bytes, code: str) -> None:
    with pytest.raises(Refused) as refused:
        parsing.take(raw, For)
    assert refused.value.code == code


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
