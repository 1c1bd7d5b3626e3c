"""Exact numbers: fractions while reckoning, decimals of at most four places in answers."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

_PLACES = 10_000


def exact(value: Decimal | Fraction | int) -> Decimal:
    """A number to four decimals (half to even), without needless zeros.

    >>> str(exact(Fraction(22, 3)))
    '7.3333'
    """
    if not value:
        return Decimal(0)
    units = round(Fraction(value) * _PLACES)
    whole, rest = divmod(abs(units), _PLACES)
    sign = "-" if units < 0 else ""
    return Decimal(f"{sign}{whole}.{rest:04}".rstrip("0").rstrip("."))


def fits(value: Decimal, digits: int) -> bool:
    """Has it at most 4 decimals and ``digits`` digits before the point? For numbers as anybody may send them: nothing
    here grows with an exponent."""
    if not value.is_finite():
        return False
    if not value:
        return True
    if not -4 <= value.adjusted() < digits or len(value.as_tuple().digits) > 40:
        return False
    return (Fraction(value) * _PLACES).denominator == 1
