"""Refusals of values that no type can check."""

from __future__ import annotations

from ledger.errors import Refused


def invalid(field: str, message: str) -> Refused:
    """``invalid`` for one field of a body; ``field`` without the leading ``$.``."""
    return Refused("invalid", f"$.{field}: {message}.", errors=[{"field": f"$.{field}", "message": message}])
