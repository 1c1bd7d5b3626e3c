"""Slow truths have a short form in the suite, and a long one on request: ``RAILBIRD_LONG=1 sh deploy/test``."""

from __future__ import annotations

import os

LONG = os.environ.get("RAILBIRD_LONG") == "1"


def often(short: int, long: int) -> int:
    """How often: ``short`` in the suite, ``long`` on request."""
    return long if LONG else short
