"""Characters in a text that nobody sees, or that turn the text around them: two names that look the same and aren't, a
name that reorders the page it stands on.

Joiners, variation selectors and the like stay where a script or an emoji needs them: a ZWNJ in a Persian word, the
joiner of a family, the selector that makes a heart red.
"""

from __future__ import annotations

import re
import unicodedata

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
_VIRAMA = 9
_KEYCAP = "\u20e3"


def suspect(text: str) -> bool:
    """Is there anything in it to be looked at more closely? A quick look that may say yes for nothing."""
    return _SUSPECT.search(text) is not None


def fault(text: str) -> str | None:
    """What is wrong with it, to be said of a field; None for a text that shows all it is made of.

    >>> fault("An\\u200bn")
    'has an invisible character in it (U+200B, the 3rd)'
    >>> fault("Ann\\u202e")
    'has a character in it that turns the text around (U+202E, the 4th)'
    >>> fault("Zoë 👩\\u200d👩\\u200d👧 می\\u200cخواهم") is None
    True
    """
    for found in _SUSPECT.finditer(text):
        if not _needed(text, found.start()):
            character = found[0]
            what = (
                "a character in it that turns the text around"
                if _TURNING.match(character)
                else "an invisible character in it"
            )
            return f"has {what} (U+{ord(character):04X}, the {_ordinal(found.start() + 1)})"
    return None


def cleaned(text: str) -> str:
    """The text without what :func:`fault` finds.

    >>> cleaned("\\ufeffAn\\u200bn\\u202e")
    'Ann'
    """
    if not suspect(text):
        return text
    return "".join(c for n, c in enumerate(text) if not _SUSPECT.match(c) or _needed(text, n))


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
