"""What stands in one cell: texts, scores (sums too), ranks, yes and no, dates. No ``eval`` anywhere."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any
from unicodedata import normalize

from league.imports.plays import RowError
from ledger import lettering
from races.rules.scoresheet.numbers import LIMIT, fits
from races.rules.scoresheet.ranking import canonical

NOTHING = frozenset({"", "-", "–", "—", "null", "none", "n/a", "na"})
YES = frozenset({"1", "true", "t", "yes", "y", "x", "ja", "j", "wahr", "oui", "si", "sí", "won", "win"})
NO = frozenset({"0", "false", "f", "no", "n", "nein", "falsch", "non", "lost", "loss"}) | NOTHING
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_TERM = re.compile(r"\s*([+-]?)\s*(\d+(?:[.,'\u00a0\u202f]\d+)*)\s*")
_GROUPED = re.compile(r"[1-9]\d{0,2}[.,]\d{3}")
_ISO = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)(?:[T ](.*))?")
_DOTTED = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})(?:[ ,]+(.*))?")
_SLASHED = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})(?:[ ,]+(.*))?")
_TIME = re.compile(r"(\d\d?):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(?:(Z|[+-]\d\d:?\d\d)|([AaPp][Mm]))?")


def raw_text(value: Any, limit: int = 500) -> str:
    """Anything as a short line that can be stored and shown."""
    return _CONTROL.sub("\ufffd", value if isinstance(value, str) else str(value))[:limit]


def text(value: Any, what: str, limit: int = 80) -> str:
    """Trimmed, in NFC, without what nobody sees in it (:mod:`ledger.lettering`); "" for a missing one. Raises
    :class:`RowError` for control characters (U+0000 above all) and for what is too long."""
    if value is None:
        return ""
    found = value if isinstance(value, str) else str(value)
    found = lettering.cleaned(normalize("NFC", found)).strip()
    if _CONTROL.search(found):
        raise RowError(f"{what} has a control character in it")
    if len(found) > limit:
        raise RowError(f"{what} is longer than {limit} characters")
    return found


def same(name: str) -> str:
    """Names are compared after NFC, trimming, case-folding, and without what nobody sees in them."""
    return " ".join(lettering.cleaned(normalize("NFC", name)).casefold().split())


def score(value: Any, *, sums: bool = False, decimal: str | None = None) -> str | None:
    """A canonical decimal, None for a missing one. ``sums``: ``20+16+2`` is 38; ``decimal``: the sign before decimals
    (then the other one groups thousands); not known, ``1.250`` is refused. Raises :class:`RowError`.

    >>> score("66-11-12", sums=True)
    '43'
    >>> score("21,7")
    '21.7'
    """
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int | float | Decimal):
        return _checked(Decimal(str(value)), str(value))
    written = text(value, "the score", 200).replace("\u2212", "-")
    if written.casefold() in NOTHING:
        return None
    total, at, terms = Decimal(0), 0, 0
    while at < len(written):
        term = _TERM.match(written, at)
        if term is None or (terms and not term[1]):
            raise RowError(f"the score {written!r} is not a number")
        amount = _number(term[2], decimal, written)
        total += -amount if term[1] == "-" else amount
        at, terms = term.end(), terms + 1
    if terms > 1 and not sums:
        raise RowError(f"the score {written!r} is not a number")
    return _checked(total, written)


def _number(digits: str, decimal: str | None, written: str) -> Decimal:
    digits = re.sub(r"['\u00a0\u202f]", "", digits)
    if decimal is None and _GROUPED.fullmatch(digits):
        raise RowError(f"the score {written!r} may have thousands or decimals: say which sign is the decimal one")
    groups = "," if decimal == "." else "." if decimal == "," else ""
    if groups:
        whole, _, _ = digits.partition(decimal or "")
        if groups in whole and not re.fullmatch(rf"\d{{1,3}}(?:\{groups}\d{{3}})+", whole):
            raise RowError(f"the score {written!r} is not a number")
        digits = whole.replace(groups, "") + digits[len(whole) :]
    try:
        return Decimal(digits.replace(",", "."))
    except InvalidOperation:
        raise RowError(f"the score {written!r} is not a number") from None


def _checked(number: Decimal, written: str) -> str:
    if not number.is_finite() or number.copy_abs() > LIMIT:
        raise RowError(f"the score {raw_text(written, 80)!r} is out of all bounds")
    if not fits(number):
        raise RowError(f"the score {raw_text(written, 80)!r} has more than 4 decimals")
    return canonical(number)


def whole(value: Any, what: str, most: int = 2**31 - 1) -> int | None:
    """An integer of at least 1; missing, 0 and negative ones are None. Raises :class:`RowError`."""
    if value is None or isinstance(value, bool):
        return None
    written = text(value, what, 40)
    if written.casefold() in NOTHING:
        return None
    try:
        decimal = Decimal(written.replace(",", "."))
    except InvalidOperation:
        raise RowError(f"{what} {written!r} is not a whole number") from None
    if not decimal.is_finite():
        raise RowError(f"{what} {written!r} is not a whole number")
    if decimal >= most + 1:  # before it is written out: 1e1000000 has a million digits
        raise RowError(f"{what} {written!r} is too large")
    number = int(decimal.to_integral_value()) if decimal > 0 else 0
    return number if number > 0 else None


def rank(value: Any) -> int | None:
    """0 is missing."""
    return whole(value, "the rank", 10_000)


def yes(value: Any, what: str) -> bool:
    """Raises :class:`RowError` for what is neither yes nor no."""
    if isinstance(value, bool):
        return value
    word = text(value, what, 40).casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise RowError(f"{what} {word!r} is neither yes nor no")


def when(value: Any, date_format: str | None = None) -> tuple[str, str | None]:
    """→ (``YYYY-MM-DD``, ``HH:MM:SS`` or None). ``date_format`` (``ymd, dmy, mdy``) is needed for dates with slashes.
    Raises :class:`RowError`."""
    if hasattr(value, "isoformat"):
        value = value.isoformat()
    written = text(value, "the date", 60)
    for form, pattern in (("ymd", _ISO), ("dmy", _DOTTED), ("", _SLASHED)):
        found = pattern.fullmatch(written)
        if found is None:
            continue
        order = form or date_format
        if order not in ("ymd", "dmy", "mdy") or (not form and order == "ymd"):
            raise RowError(f"the date {written!r} may begin with its day or month: say which (date_format)")
        parts = dict(zip(order, (int(found[1]), int(found[2]), int(found[3])), strict=True))
        try:
            day = date(parts["y"], parts["m"], parts["d"])
        except ValueError:
            raise RowError(f"there is no date {written!r}") from None
        if not 1900 <= day.year <= 2200:
            raise RowError(f"the date {written!r} is out of all bounds")
        return day.isoformat(), clock(found[4]) if found[4] else None
    raise RowError(f"{written!r} is not a date" if written else "there is no date")


def clock(value: Any) -> str | None:
    """``"9:30 pm"`` → ``"21:30:00"``; None for a missing one. Raises :class:`RowError`."""
    written = text(value, "the time", 40)
    if not written:
        return None
    found = _TIME.fullmatch(written)
    hour = int(found[1]) if found else 99
    if found and found[5]:
        hour = hour % 12 + (12 if found[5].casefold() == "pm" else 0)
    if found is None or hour > 23 or int(found[2]) > 59 or int(found[3] or 0) > 59:
        raise RowError(f"{written!r} is not a time")
    if found[4]:
        raise RowError(f"the time {written!r} has a zone of its own: give local times")
    return f"{hour:02}:{found[2]}:{found[3] or '00'}"
