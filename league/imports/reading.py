"""From a file's bytes to plays: which format it is, and the format's reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args

import msgspec

from league.imports.formats import arenas, bgg, bgstats, nemestats, pushlink, tabular, tournaments
from league.imports.formats.tabular import CsvMapping
from league.imports.plays import Reading, WrongFile

Format = Literal["bgstats", "bgstats-link", "bgg", "nemestats", "bga", "yucata", "lichess", "trf", "csv"]
FORMATS: tuple[str, ...] = get_args(Format)
MOST_DEPTH = 60
_LINK = re.compile(rb"\s*(https?://|bgstats://)\S+\s*\Z")
_BRACKETS = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)|([\[{])|([\]}])', re.DOTALL)


def read(raw: bytes, format: str | None, mapping: CsvMapping) -> tuple[str, Reading]:
    """→ (the format, what is in the file). ``format`` None: found out by the content. Raises :class:`WrongFile`."""
    if not raw.strip():
        raise WrongFile("The file is empty.")
    found, reading = _reader(raw, mapping)
    if format is not None and found != format:
        raise WrongFile(f"This is no file of the format {format}; it looks like {found}.")
    reading = reading()
    if not reading.plays and not reading.bad and not reading.removed:
        raise WrongFile("There are no plays in this file.")
    return found, reading


def _reader(raw: bytes, mapping: CsvMapping) -> tuple[str, Callable[[], Reading]]:
    if nemestats.is_excel(raw):
        return "nemestats", lambda: nemestats.read_excel(raw)
    if b"\x00" in raw:
        raise WrongFile("This is no file that can be imported: it has NUL characters in it.")
    if bgg.looks_like(raw):
        return "bgg", lambda: bgg.read(raw)
    if _LINK.match(raw):
        return "bgstats-link", lambda: pushlink.read(pushlink.from_link(raw.decode("ascii", "replace")))
    start = raw.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] in (b"{", b"["):
        return _json(start, mapping)
    text = tabular.decoded(raw)
    if tournaments.is_trf(text):
        return "trf", lambda: tournaments.read_trf(text)
    return "csv", lambda: tabular.read(text, mapping)


def _json(raw: bytes, mapping: CsvMapping) -> tuple[str, Callable[[], Reading]]:
    _check_depth(raw)
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        rows = _lines(raw)
        if rows is None or not tournaments.is_swiss(rows):
            raise WrongFile(f"This JSON is broken or cut off ({error}).") from None
        title = mapping.game or "Chess (Swiss)"
        return "lichess", lambda: tournaments.read_swiss(rows, id=mapping.id or "", title=title, date=mapping.day)
    known: list[tuple[str, Callable[[Any], bool], Callable[[Any], Reading]]] = [
        ("bgstats", bgstats.looks_like, bgstats.read),
        ("bgstats-link", pushlink.looks_like, pushlink.read),
        ("nemestats", nemestats.looks_like, nemestats.read),
        ("bga", arenas.is_bga, arenas.read_bga),
        ("yucata", arenas.is_yucata, arenas.read_yucata),
    ]
    for name, looks_like, reader in known:
        if looks_like(data):
            return name, partial(reader, data)
    raise WrongFile("This JSON is none that BG Stats, NemeStats, Board Game Arena, Yucata or lichess write.")


def _lines(raw: bytes) -> list[Any] | None:
    """JSON, one object a line."""
    try:
        return [msgspec.json.decode(line) for line in raw.splitlines() if line.strip()]
    except msgspec.DecodeError:
        return None


def _check_depth(raw: bytes) -> None:
    depth = 0
    for match in _BRACKETS.finditer(raw):
        if match[1]:
            depth += 1
            if depth > MOST_DEPTH:
                raise WrongFile(f"This JSON is nested more than {MOST_DEPTH} levels deep.")
        elif match[2]:
            depth -= 1
