"""Whole numbers as people write them into addresses, headers and forms: digits, and no more of them than are needed."""

from __future__ import annotations


def whole(text: str, most: int) -> int | None:
    """The number that a text of ASCII digits says; None for any other text, and above ``most``. A thousand digits cost
    nothing: Python's own limit on them is never reached.

    >>> whole("007", 2**31), whole("²", 9), whole("-1", 9), whole("10", 9), whole("9" * 5000, 2**63)
    (7, None, None, None, None)
    """
    if not (text.isascii() and text.isdigit()):
        return None
    shortest = text.lstrip("0") or "0"
    if len(shortest) > len(str(most)):
        return None
    number = int(shortest)
    return number if number <= most else None
