"""Lines for people: a hundred columns, colours only where somebody looks."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

WIDTH = 100
INDENT = "   "
_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
    "shout": "1;97;41",
}
_ESCAPE = re.compile("\x1b\\[[0-9;]*m")


class Screen:
    """Prints; ``paint`` gives colours their codes on a terminal (unless ``NO_COLOR`` is set), else none."""

    def __init__(self, out: TextIO | None = None, colours: bool | None = None) -> None:
        self.out = out or sys.stdout
        terminal = self.out.isatty()
        self.colours = terminal and not os.environ.get("NO_COLOR") if colours is None else colours
        self.watched = terminal

    def paint(self, text: str, *styles: str) -> str:
        if not self.colours or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"

    def line(self, text: str = "") -> None:
        print(text.rstrip(), file=self.out, flush=True)

    def text(self, text: str, indent: str = "", hanging: str = "") -> None:
        """A line that goes on in the next, at a blank, where it is too long; ``hanging``: indents those further."""
        for line in joined(text.split(" "), indent, " ", hanging):
            self.line(line)

    def rule(self, title: str, aside: str = "") -> None:
        """A line across with a title in it."""
        start, end = f"── {title} ", f" {aside} ──" if aside else ""
        self.line(self.paint(start + "─" * max(2, WIDTH - len(start) - len(end)) + end, "bold"))


def dollars(amount: int) -> str:
    """``$12``, ``−$3``."""
    return f"−${-amount}" if amount < 0 else f"${amount}"


def wide(text: str) -> int:
    """How many columns a painted text takes."""
    return len(_ESCAPE.sub("", text))


def joined(parts: list[str], indent: str, between: str = " · ", hanging: str = "") -> list[str]:
    """Parts side by side, as many as fit, on as many lines as they need; ``hanging`` goes before all but the first."""
    lines: list[str] = []
    for part in parts:
        if lines and wide(lines[-1]) + len(between) + wide(part) <= WIDTH:
            lines[-1] += between + part
        else:
            lines.append(indent + (hanging if lines else "") + part)
    return lines
