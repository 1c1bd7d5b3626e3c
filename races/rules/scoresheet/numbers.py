"""Scores as numbers that can be reckoned with, whatever exponent somebody sends."""

from __future__ import annotations

from decimal import Decimal

LIMIT = Decimal(10) ** 12
DECIMALS = 4
_DIGITS = 40


def fits(score: Decimal) -> bool:
    """Is it a number of at most 4 decimals, up to a trillion either way? Nothing here grows with an exponent, and no
    context rounds: ``1e-999999999`` has more decimals than that, ``1e999999999`` is no overflow.

    >>> [fits(Decimal(text)) for text in ("42.50", "-0", "1e12", "42.00001", "1e999999999", "1e-999999999", "NaN")]
    [True, True, True, False, False, False, False]
    """
    if not score.is_finite():
        return False
    if not score:
        return True
    _, digits, exponent = score.as_tuple()
    if len(digits) > _DIGITS or not -DECIMALS <= score.adjusted() <= LIMIT.adjusted():
        return False
    assert isinstance(exponent, int)
    beyond = max(0, -exponent - DECIMALS)
    return not any(digits[len(digits) - beyond :] if beyond else ()) and -LIMIT <= score <= LIMIT
