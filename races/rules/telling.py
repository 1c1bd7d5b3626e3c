"""Sentences that can be said in any language: an English text, which is also the message id of its translations
(``races/locale``), and what goes into its ``{placeholders}``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec


def _(text: str) -> str:
    """Marks a text for translation; translates nothing."""
    return text


class Seats(msgspec.Struct, frozen=True):
    """Seats inside a sentence: by the names of who sits there, where they are known."""

    seats: tuple[int, ...]


class Horses(msgspec.Struct, frozen=True):
    """Horses inside a sentence, by their keys."""

    horses: tuple[str, ...]


class Said(msgspec.Struct, frozen=True):
    """One sentence: ``text`` with ``{placeholders}`` for ``args``. A value that is a :class:`Said` is translated
    too. ``many``: the text where ``n`` is not one."""

    text: str
    args: dict[str, Any] = {}
    many: str | None = None
    n: int = 1

    def english(self) -> str:
        """The sentence in English."""
        return said(self, ENGLISH)


def counted(one: str, many: str, n: int, args: dict[str, Any]) -> Said:
    """A sentence whose form depends on a number; both texts are marked for translation."""
    return Said(one, args, many, n)


class Tongue:
    """A language and, where they are known, the names of those who sit: seat → name."""

    def __init__(
        self,
        gettext: Callable[[str], str],
        ngettext: Callable[[str, str, int], str],
        names: Mapping[int, str] | None = None,
    ) -> None:
        self.gettext, self.ngettext, self.names = gettext, ngettext, names or {}

    def seats(self, seats: Iterable[int], first: bool) -> str:
        """``Ann and Bo``; ``seats 1 and 2`` where somebody has no name, with a capital if they stand ``first``."""
        numbers = list(seats)
        if all(seat in self.names for seat in numbers):
            return self.together(self.names[seat] for seat in numbers)
        told = self.ngettext("seat {seats}", "seats {seats}", len(numbers))
        told = told.format(seats=self.together(str(seat) for seat in numbers))
        return told[:1].upper() + told[1:] if first else told

    def together(self, names: Iterable[str]) -> str:
        """``1, 2 and 4``."""
        *others, last = names
        return self.gettext("{all} and {last}").format(all=", ".join(others), last=last) if others else last


ENGLISH = Tongue(lambda text: text, lambda one, many, n: one if n == 1 else many)
LISTS = (_("{all} and {last}"), counted("seat {seats}", "seats {seats}", 1, {}))
"""What a tongue says by itself."""


def said(sentence: Said, tongue: Tongue) -> str:
    """The sentence in this tongue."""
    if sentence.many is None:
        text = tongue.gettext(sentence.text)
    else:
        text = tongue.ngettext(sentence.text, sentence.many, sentence.n)
    values = {name: _value(value, tongue, text.startswith(f"{{{name}}}")) for name, value in sentence.args.items()}
    return text.format(**values)


def _value(value: Any, tongue: Tongue, first: bool) -> Any:
    if isinstance(value, Said):
        return said(value, tongue)
    if isinstance(value, Seats):
        return tongue.seats(value.seats, first)
    if isinstance(value, Horses):
        return tongue.together(horse.replace("-", "/") for horse in value.horses)
    return value


def told(sentences: Iterable[Said], tongue: Tongue = ENGLISH) -> str:
    """Sentences one after the other."""
    return " ".join(said(sentence, tongue) for sentence in sentences)
