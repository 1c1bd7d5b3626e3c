"""Why a row of a table stands where it stands: what counted, what was dropped, what parted it from an equal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.pages.schemes import grammatical, part
from league.pages.tables import reason, rule
from league.shapes import Entry, TableOut, TableRow


def of_table(table: TableOut) -> list[dict[str, Any]]:
    """A row each: ``row``; ``says``: sentences; ``entries``: what counted and what didn't, in the order played;
    ``tie``: the sentence that parted it from its equal, or None."""
    names = {row.member.id: row.member.name for row in table.rows}
    titles = {column.key: part(column.title) for column in table.columns}
    return [
        {
            "row": row,
            "says": _says(row, titles),
            "tie": tie_of(row, names),
            "entries": entries_of(row, titles),
            "moved": _moved(row),
        }
        for row in table.rows
    ]


def tie_of(row: TableRow, names: Mapping[UUID, str]) -> str | None:
    """
    ``Level with Bo on points, ahead by money won: 12 to 8.``
    """
    if row.tie_break is None:
        return None
    given = {
        "name": names.get(row.tie_break.over) or "N. N.",
        "rule": rule(row.tie_break.rule),
        "value": row.tie_break.value,
        "other": row.tie_break.other_value,
    }
    return _("Level with %(name)s on points, ahead by %(rule)s: %(value)s to %(other)s.") % given


def without_points(table: TableOut) -> list[date]:
    """The nights that gave nobody points because too few members were there; the latest first."""
    lines = [entry for row in table.rows for entry in (*row.counted, *row.dropped)]
    return sorted({entry.date for entry in lines if entry.adjustment is None and entry.why == "quorum"}, reverse=True)


def _says(row: TableRow, titles: Mapping[str, str]) -> list[str]:
    found = []
    if row.parts:
        parts = " + ".join(f"{titles.get(key, key)} {points}" for key, points in row.parts.items())
        text = ngettext("%(points)s point: %(parts)s.", "%(points)s points: %(parts)s.", grammatical(row.points))
        found.append(text % {"points": row.points, "parts": parts})
    counted, dropped = len(_played(row.counted)), len(_played(row.dropped))
    text = ngettext("%(n)d result counts", "%(n)d results count", counted) % {"n": counted}
    if dropped:
        text += ngettext(", %(n)d is dropped", ", %(n)d are dropped", dropped) % {"n": dropped}
    found.append(text + ".")
    return found


def _played(entries: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.adjustment is None]


def entries_of(row: TableRow, titles: Mapping[str, str]) -> list[dict[str, Any]]:
    """``entry``, ``counts``, ``what`` (points by hand: why)."""
    lines = [(entry, True) for entry in row.counted] + [(entry, False) for entry in row.dropped]
    return [
        {"entry": entry, "counts": counts, "what": _what(entry, titles)}
        for entry, counts in sorted(lines, key=lambda each: each[0].date)
    ]


def _what(entry: Entry, titles: Mapping[str, str]) -> str:
    if entry.adjustment is not None:
        return _("by hand: %(why)s") % {"why": entry.why or _("no reason is known any more")}
    if entry.why:
        return reason(entry.why)
    return ", ".join(f"{titles.get(key, key)} {points}" for key, points in entry.parts.items())


def _moved(row: TableRow) -> int:
    """Ranks won since the night before; below 0: lost."""
    if row.rank is None or row.previous_rank is None:
        return 0
    return row.previous_rank - row.rank
