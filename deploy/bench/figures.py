"""What a measurement gives, and how it is shown."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

Sense = Literal["least", "most", ""]


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table.

    ``peer`` is what ``value`` is compared with (None: nothing), both in ``unit``; ``ratio`` is the median of the ratios
    of paired rounds. ``goal`` is for the ratio where there is a ``ratio``, for the value otherwise (``absolute`` True:
    for the value all the same), as the ``sense`` says: at least or at most. No goal: told for information.
    """

    name: str
    value: float
    unit: str
    peer_name: str = ""
    peer: float | None = None
    ratio: float | None = None
    goal: float | None = None
    sense: Sense = ""
    absolute: bool = False
    note: str = ""

    @property
    def met(self) -> bool | None:
        """None where there is no goal."""
        if self.goal is None:
            return None
        measured = self.value if self.absolute or self.ratio is None else self.ratio
        return measured >= self.goal if self.sense == "least" else measured <= self.goal


def compared(
    name: str,
    unit: str,
    ours: Sequence[float],
    peer_name: str,
    peers: Sequence[float],
    *,
    goal: float | None = None,
    sense: Sense = "least",
    absolute: bool = False,
    note: str = "",
) -> Figure:
    """A figure from paired rounds, ``ours[i]`` measured right beside ``peers[i]``."""
    return Figure(
        name=name,
        value=statistics.median(ours),
        unit=unit,
        peer_name=peer_name,
        peer=statistics.median(peers),
        ratio=statistics.median(a / b for a, b in zip(ours, peers, strict=True)),
        goal=goal,
        sense=sense if goal is not None else "",
        absolute=absolute,
        note=note,
    )


def percentile(values: Sequence[float], per_cent: float) -> float:
    """The value that so many per cent lie at or below. ``ValueError`` for no values."""
    if not values:
        raise ValueError("no values")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * per_cent / 100))]


HEADER = ("measurement", "figure", "peer", "ratio", "goal", "")


def table(figures: Iterable[Figure]) -> str:
    """The figures as aligned text."""
    rows = [HEADER, *(_cells(figure) for figure in figures)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEADER))]
    lines = []
    for row in rows:
        cells = [cell.rjust(widths[i]) if i in (1, 3, 4) else cell.ljust(widths[i]) for i, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    lines.insert(1, "-" * max(map(len, lines)))
    return "\n".join(lines)


def as_json(figures: Sequence[Figure]) -> bytes:
    """The figures with their verdicts, for a file."""
    rows = [{**msgspec.to_builtins(figure), "met": figure.met} for figure in figures]
    return msgspec.json.format(msgspec.json.encode(rows)) + b"\n"


def _cells(figure: Figure) -> tuple[str, ...]:
    sign = {"least": "≥ ", "most": "≤ ", "": ""}[figure.sense]
    on_value = figure.absolute or figure.ratio is None
    goal = "" if figure.goal is None else sign + (_number(figure.goal) if on_value else f"{figure.goal:g}")
    return (
        figure.name,
        f"{_number(figure.value)} {figure.unit}",
        "" if figure.peer is None else f"{_number(figure.peer)} {figure.peer_name}",
        "" if figure.ratio is None else f"{figure.ratio:.2f}",
        goal + (f" {figure.unit}" if goal and on_value else ""),
        " ".join(part for part in ({True: "met", False: "missed", None: ""}[figure.met], figure.note) if part),
    )


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2f}"
