"""Chess tournaments as one play each: final ranks and points. FIDE's TRF, and results of a Swiss on lichess."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

from league.imports import cells
from league.imports.collecting import Collector
from league.imports.plays import Chair, Play, Reading, RowError, WrongFile

_TAG = re.compile(r"\d{3}( |$)")


def is_trf(text: str) -> bool:
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("###")]
    return bool(lines) and all(_TAG.match(line) for line in lines[:3]) and any(line[:3] == "001" for line in lines)


def read_trf(text: str) -> Reading:
    """Columns are fixed; the rank in the file is final, ties are broken already. Raises :class:`WrongFile`."""
    found = Collector()
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip() and not line.startswith("###")]
    heads = {line[:3]: line[4:].strip() for _, line in reversed(lines)}
    players = [(n, line) for n, line in lines if line[:3] == "001"]
    if not players:
        raise WrongFile("This tournament report has no player lines (001).")
    chairs = [chair for n, line in players if (chair := _trf_player(n, line, found)) is not None]

    def play() -> Play:
        name = cells.text(heads.get("012"), "the tournament's name")
        date, _ = cells.when((heads.get("042") or "").replace("/", "-"))
        return Play(
            row=players[0][0],
            ids=(f"trf:{cells.same(name)}:{date}",),
            title=name,
            date=date,
            chairs=tuple(chairs),
        )

    found.row(players[0][0], players[0][1], play)
    return found.reading()


def _trf_player(number: int, line: str, found: Collector) -> Chair | None:
    """``001`` start number 5–8, sex 10, title 11–13, name 15–47, rating 49–52, federation 54–56, id 58–68, birth
    70–79, points 81–84, rank 86–89. A line that can't be read is a bad row, and the others stay."""
    try:
        start = cells.whole(line[4:8], "the start number")
        name = cells.text(line[14:47], "a player's name")
        id = cells.text(line[57:68], "the player's id")
        points = cells.score(line[80:84].strip(), decimal=".")
        rank = cells.rank(line[85:89])
        if start is None or not name:
            raise RowError("start number or name is missing")
    except RowError as error:
        found.refuse(number, str(error), line)
        return None
    key = f"fide:{id}" if id else f"trf:name:{cells.same(name)}"
    return Chair(person=found.person(key, name), score=points, rank=rank)


def is_swiss(rows: Sequence[Any]) -> bool:
    return bool(rows) and all(isinstance(row, dict) and {"rank", "username"} <= row.keys() for row in rows[:3])


def read_swiss(rows: Sequence[Any], *, id: str, title: str, date: str | None) -> Reading:
    """One line a player. The file says neither which tournament it is nor when: the import must (mapping ``day``,
    ``game``, ``id``); without an id it is known by who took part."""
    found = Collector()
    first = min((row["rank"] for row in rows if isinstance(row.get("rank"), int)), default=1)
    chairs = []
    for number, row in enumerate(rows, 1):
        try:
            chairs.append(_swiss_player(row, 1 if first == 0 else 0, found))
        except (RowError, KeyError, TypeError, ValueError) as error:
            found.refuse(number, str(error) or "this row has another shape than it should", row)
    took_part = "\n".join(sorted(chair.person or "" for chair in chairs))
    who = id or hashlib.sha256(took_part.encode()).hexdigest()

    def play() -> Play:
        if date is None:
            raise RowError("the file has no date: give one in the mapping (day)")
        return Play(row=1, ids=(f"lichess:{who}",), title=title, date=date, chairs=tuple(chairs))

    if chairs:
        found.row(1, "the tournament", play)
    return found.reading()


def _swiss_player(row: dict[str, Any], shift: int, found: Collector) -> Chair:
    name = cells.text(row.get("username"), "the user name")
    if not name:
        raise RowError("the user name is missing")
    points = row.get("points")
    rank = row.get("rank")
    return Chair(
        person=found.person(f"lichess:{name.casefold()}", name),
        score=None if points is None else cells.score(points),
        rank=cells.rank(rank + shift) if isinstance(rank, int) else cells.rank(rank),
    )
