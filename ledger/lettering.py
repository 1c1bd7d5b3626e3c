"""Characters in a text that nobody sees, or that turn the text around them, or that aren't any: two names that look the
same and aren't, a name that reorders the page it stands on.

Joiners, variation selectors and the like stay where a script or an emoji needs them: a ZWNJ in a Persian word, the
joiner of a family, the selector that makes a heart red.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_JOINERS = "\u200c\u200d"
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_TAGS = "\U000e0020-\U000e007f"
_MONGOLIAN = "\u180b-\u180d\u180f"
_UNSEEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2028\u2029\u2060-\u2065\u206a-\u206f\u2800\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001"
)
_SUSPECT = re.compile(f"[{_BIDI}{_JOINERS}{_SELECTORS}{_TAGS}{_MONGOLIAN}{_UNSEEN}]")
_TURNING = re.compile(f"[{_BIDI}]")
_JOINER = re.compile(f"[{_JOINERS}]")
_FLAG = re.compile(f"\U0001f3f4[{_TAGS}]*\\Z")
# Arabic letters that don't join to the next one anyway: a joiner after them shows nothing.
_RIGHT_JOINING = frozenset("اأإآٱدذرزژڑوؤةۀ")
_BLANKS = re.compile(r"[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+")
MOST_MARKS = 6
"""On one letter. Vietnamese has 2, pointed Hebrew 3 or 4; sixty would cover the lines above."""
# Where Unicode keeps room for pictures and for ideographs: what stands there and is unknown here is newer than we are.
_TO_COME = ((0x1F000, 0x1FAFF), (0x1FC00, 0x1FFFD), (0x20000, 0x3FFFD))
_VIRAMA = 9
_KEYCAP = "\u20e3"


def suspect(text: str) -> bool:
    """Is there anything in it to be looked at more closely? A quick look that may say yes for nothing."""
    return not text.isascii()


def spelt(name: str) -> str:
    """A name as it is kept: in NFC, and between its words one plain blank, whatever blanks were typed.

    >>> spelt("Ann\\u00a0 Bo")
    'Ann Bo'
    """
    return _BLANKS.sub(" ", unicodedata.normalize("NFC", name))


def fault(text: str) -> str | None:
    """What is wrong with it, to be said of a field; None for a text that shows all it is made of.

    >>> fault("An\\u200bn")
    'has an invisible character in it (U+200B, the 3rd)'
    >>> fault("Ann\\u202e")
    'has a character in it that turns the text around (U+202E, the 4th)'
    >>> fault("Zoë 👩\\u200d👩\\u200d👧 می\\u200cخواهم") is None
    True
    """
    for n, what in _faults(text):
        return f"has {what} (U+{ord(text[n]):04X}, the {_ordinal(n + 1)})"
    return None


def cleaned(text: str) -> str:
    """The text without what :func:`fault` finds.

    >>> cleaned("\\ufeffAn\\u200bn\\u202e")
    'Ann'
    """
    if not suspect(text):
        return text
    wrong = {n for n, _ in _faults(text)}
    return "".join(c for n, c in enumerate(text) if n not in wrong)


def _faults(text: str) -> Iterator[tuple[int, str]]:
    """Where something is wrong, in order, and what."""
    marks = 0
    for n, character in enumerate(text):
        if character.isascii():
            marks = 0
            continue
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if _SUSPECT.match(character):
            if not _needed(text, n):
                turns = _TURNING.match(character)
                yield n, "a character in it that turns the text around" if turns else "an invisible character in it"
        elif category == "Cn" and not _to_come(ord(character)):
            yield n, "a character in it that there isn't"
        elif marks > MOST_MARKS:
            yield n, f"more than {MOST_MARKS} marks on one letter"


def _to_come(code: int) -> bool:
    return code & 0xFFFE != 0xFFFE and any(first <= code <= last for first, last in _TO_COME)


def _needed(text: str, n: int) -> bool:
    """Does the character at ``n`` change how its neighbours look, as their script wants it to?"""
    character, before = text[n], text[n - 1 : n]
    after = text[n + 1 : n + 2]
    if not before:
        return False
    if _JOINER.match(character):
        return _joins(character, before, after)
    if character in "\ufe0e\ufe0f":
        shown = before != "\ufe0f" and _picture(before)
        return shown or (before in "0123456789#*" and after == _KEYCAP)
    if "\ufe00" <= character <= "\ufe0d" or "\U000e0100" <= character <= "\U000e01ef":
        return "IDEOGRAPH" in unicodedata.name(before, "")
    if "\U000e0020" <= character <= "\U000e007f":
        return _FLAG.search(text, 0, n) is not None
    if character in "\u180b\u180c\u180d\u180f":
        return unicodedata.name(before, "").startswith("MONGOLIAN LETTER")
    return False


def _joins(character: str, before: str, after: str) -> bool:
    """RFC 5892, A.1 and A.2, and the joiner between emoji."""
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if character == "\u200d":
        return _picture(before) and _picture(after)
    return _joining(before) and before not in _RIGHT_JOINING and _joining(after)


def _joining(character: str) -> bool:
    return unicodedata.name(character, "").startswith(("ARABIC LETTER", "SYRIAC LETTER", "MONGOLIAN LETTER"))


def _picture(character: str) -> bool:
    """An emoji, or what may end one (a skin tone, a selector)."""
    if character == "" or "\U0001f3fb" <= character <= "\U0001f3ff" or character in "\ufe0f\u203c\u2049\u3030":
        return character != ""
    category = unicodedata.category(character)
    return category == "So" or (category == "Sm" and character >= "\u2190")


def _ordinal(n: int) -> str:
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
