"""Generic CSV as people have it: a row a play, a row a player, or a column a player, by a mapping (guessed from common
names of columns where none is given, and shown before anything is applied)."""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from league.imports import cells
from league.imports.collecting import Collector, differs
from league.imports.plays import MOST_CHAIRS, Chair, Kind, Play, Reading, RowError, WrongFile
from ledger import lettering

Column = Annotated[str, Meta(min_length=1, max_length=200)]
Text = Annotated[str, Meta(min_length=1, max_length=80)]


class CsvMapping(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which column is which; a column without a name is ``#n`` (from 1). ``layout``: a row a ``play`` (with ``winner``,
    and ``people`` who always played), a row a ``player``, or ``columns``: one for each of ``players``, with scores.
    ``game``, ``day``, ``kind``, ``lowest_wins`` hold for the whole file; ``source`` names it, where ``id`` is a
    column whose values identify a play. ``decimal``: the sign before decimals."""

    layout: Literal["play", "player", "columns"] | None = None
    id: Column | None = None
    date: Column | None = None
    time: Column | None = None
    title: Column | None = None
    duration: Column | None = None
    player: Column | None = None
    score: Column | None = None
    rank: Column | None = None
    winner: Column | None = None
    team: Column | None = None
    cooperative: Column | None = None
    count: Column | None = None
    players: tuple[Column, ...] = ()
    people: tuple[Text, ...] = ()
    game: Text | None = None
    day: Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\d$")] | None = None
    source: Text = "csv"
    kind: Kind = "competitive"
    lowest_wins: bool = False
    date_format: Literal["ymd", "dmy", "mdy"] | None = None
    decimal: Literal[".", ","] | None = None
    delimiter: Literal[",", ";", "\t", "|"] | None = None


GUESSES: dict[str, tuple[str, ...]] = {
    "id": ("playid", "play_id", "play id", "uuid"),
    "date": ("playdate", "date", "played", "dateplayed", "date played", "datum", "tag"),
    "time": ("time", "uhrzeit", "start"),
    "title": ("bggname", "game", "title", "gamename", "game name", "spiel"),
    "duration": ("durationmin", "duration", "minutes", "length", "dauer"),
    "player": ("player", "spieler", "playername", "player name"),
    "score": ("score", "points", "punkte"),
    "rank": ("rank", "place", "position", "platz", "rang"),
    "winner": ("winner", "won", "win", "sieger", "gewinner"),
    "team": ("team",),
    "cooperative": ("coop", "cooperative", "co-op"),
    "count": ("number_players", "players", "number of players", "spieleranzahl"),
}
ROLES = tuple(GUESSES)


def read(text: str, mapping: CsvMapping) -> Reading:
    """Raises :class:`WrongFile`."""
    delimiter = mapping.delimiter or sniffed(text)
    head, rows = _rows(text, delimiter)
    chosen = _chosen(head, mapping)
    found = Collector()
    reader = _Reader(head, chosen, found)
    found.settings = _settings(chosen, delimiter)
    {"play": reader.by_play, "player": reader.by_player, "columns": reader.by_column}[chosen.layout or ""](rows)
    return found.reading()


def header(text: str, mapping: CsvMapping) -> list[str]:
    """The columns, by which a saved mapping is found again."""
    return _rows(text, mapping.delimiter or sniffed(text))[0]


def sniffed(text: str) -> str:
    """The sign that parts the first line most often."""
    first = next(iter(text.splitlines()), "")
    return max((";", ",", "\t", "|"), key=first.count)


def _rows(text: str, delimiter: str) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """→ (names of the columns, numbered rows: the one with the names is 1, as in a spreadsheet)."""
    try:
        rows = [(n, row) for n, row in enumerate(_parsed(text, delimiter), 1) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise WrongFile(f"This is no CSV ({error}).") from None
    if len(rows) < 2 or len(rows[0][1]) < 2:
        raise WrongFile("A CSV needs a line with the columns' names and a line a play; this has no such thing.")
    head = [lettering.cleaned(cells.raw_text(name.strip(), 200)) or f"#{n}" for n, name in enumerate(rows[0][1], 1)]
    return head, rows[1:]


def _parsed(text: str, delimiter: str) -> list[list[str]]:
    """Strictly, and where a quote stands astray as spreadsheets do; never with a quote that is open at the end."""
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        if "end of data" in str(error):
            raise
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))


def _chosen(head: Sequence[str], mapping: CsvMapping) -> CsvMapping:
    """The mapping with the columns that aren't given guessed by their names. Raises :class:`WrongFile`."""
    lower = {name.casefold(): name for name in reversed(head)}
    given = {role: getattr(mapping, role) for role in ROLES}
    named = {*(name for name in given.values() if name), *mapping.players}
    missing = sorted(named - set(head))
    if missing:
        raise WrongFile(f"There is no column {missing[0]!r}; there are: {', '.join(head)}.")
    for role, names in GUESSES.items():
        if given[role] is None:
            given[role] = next((lower[name] for name in names if name in lower and lower[name] not in named), None)
    layout = mapping.layout or ("columns" if mapping.players else "player" if given["player"] else None)
    if layout is None and given["winner"]:
        layout = "play"
    if given["date"] is None and mapping.day is None:
        layout = None
    if given["title"] is None and mapping.game is None:
        layout = None
    needed = {"play": given["winner"] or mapping.people, "player": given["player"], "columns": mapping.players}
    if layout is None or not needed[layout]:
        raise WrongFile(
            "It can't be told which column is what: give a mapping with layout, date, title, and player (a row a"
            f" player), winner (a row a play) or players (a column each). There are: {', '.join(head)}."
        )
    return msgspec.structs.replace(mapping, layout=layout, **given)


def _settings(chosen: CsvMapping, delimiter: str) -> dict[str, str]:
    shown = {name: value for name, value in msgspec.to_builtins(chosen).items() if isinstance(value, str)}
    return {**shown, "delimiter": delimiter}


class _Reader:
    def __init__(self, head: Sequence[str], mapping: CsvMapping, found: Collector) -> None:
        self.head, self.mapping, self.found = head, mapping, found
        self._times: dict[str, int] = {}

    def by_play(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        for number, row in rows:
            self.found.row(number, self._raw(row), lambda n=number, r=row: self._play(n, [r], self._winners(r)))

    def by_column(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        for number, row in rows:
            self.found.row(number, self._raw(row), lambda n=number, r=row: self._play(n, [r], self._columns(r)))

    def by_player(self, rows: Sequence[tuple[int, list[str]]]) -> None:
        """Rows of one play follow each other: the same id, or the same date, time and game until somebody is named
        for the second time."""
        for group in self._groups(rows):
            number = group[0][0]
            chairs: list[Chair] = []
            bad = False
            for n, row in group:
                try:
                    chairs.append(self._player(row))
                except RowError as error:
                    self.found.refuse(n, str(error), self._raw(row))
                    bad = True
            if bad and chairs:
                # Ranks among some of those who played would be wrong ones.
                self.found.refuse(number, "another row of the same play can't be used", self._raw(group[0][1]))
            elif chairs:
                found = [row for _, row in group]
                self.found.row(number, self._raw(found[0]), lambda n=number, r=found, c=chairs: self._play(n, r, c))

    def _groups(self, rows: Sequence[tuple[int, list[str]]]) -> Iterator[list[tuple[int, list[str]]]]:
        group: list[tuple[int, list[str]]] = []
        last: tuple[str, ...] = ()
        names: set[str] = set()
        for number, row in rows:
            id = self._cell(row, "id")
            play = (id,) if id else tuple(self._cell(row, role) for role in ("date", "time", "title"))
            name = cells.same(self._cell(row, "player"))
            if group and (play != last or (not id and name and name in names)):
                yield group
                group, names = [], set()
            group.append((number, row))
            names.add(name)
            last = play
        if group:
            yield group

    def _cell(self, row: Sequence[str], role: str) -> str:
        column = getattr(self.mapping, role)
        return self._in(row, column) if column else ""

    def _in(self, row: Sequence[str], column: str) -> str:
        at = self.head.index(column)
        return row[at] if at < len(row) else ""

    def _raw(self, row: Sequence[str]) -> str:
        return cells.raw_text(" | ".join(row), 300)

    def _play(self, number: int, rows: Sequence[Sequence[str]], chairs: Sequence[Chair]) -> Play:
        row, mapping = rows[0], self.mapping
        if mapping.date:
            date, time = cells.when(self._cell(row, "date"), mapping.date_format)
        else:
            date, time = mapping.day or "", None
        time = cells.clock(self._cell(row, "time")) or time
        together = bool(mapping.cooperative) and cells.yes(self._cell(row, "cooperative"), "cooperative")
        team = any(chair.team for chair in chairs)
        return Play(
            row=number,
            ids=(self._identity(rows),),
            title=cells.text(self._cell(row, "title"), "the game's name") or mapping.game or "",
            date=date,
            time=time,
            minutes=cells.whole(self._cell(row, "duration"), "the duration", 100_000),
            kind="cooperative" if together else "team" if team else mapping.kind,
            lowest_wins=mapping.lowest_wins,
            chairs=tuple(chairs),
        )

    def _identity(self, rows: Sequence[Sequence[str]]) -> str:
        """The id column; without one a play is known by its whole row and how many equal ones came before it."""
        source = cells.same(self.mapping.source)
        id = cells.text(self._cell(rows[0], "id"), "the id", 100)
        if self.mapping.id and not id:
            raise RowError("the id is missing")
        if id:
            return f"{source}:{id}"
        digest = hashlib.sha256("\x1e".join("\x1f".join(row) for row in rows).encode()).hexdigest()
        self._times[digest] = self._times.get(digest, 0) + 1
        return f"{source}:row:{digest}:{self._times[digest]}"

    def _person(self, name: str) -> str | None:
        """By name, which is all a CSV knows; initials are nobody in particular."""
        same = cells.same(name)
        if len(same.replace(".", "").replace(" ", "")) < 2:
            return None
        return self.found.person(f"{cells.same(self.mapping.source)}:name:{same}", name)

    def _player(self, row: Sequence[str]) -> Chair:
        raw = self._cell(row, "score")
        score = cells.score(raw, sums=True, decimal=self.mapping.decimal)
        winner = self._cell(row, "winner")
        return Chair(
            person=self._person(cells.text(self._cell(row, "player"), "the player's name")),
            score=score,
            score_raw=differs(raw, score),
            rank=cells.rank(self._cell(row, "rank")),
            winner=cells.yes(winner, "winner") if self.mapping.winner else None,
            team=cells.text(self._cell(row, "team"), "the team", 40) or None,
        )

    def _columns(self, row: Sequence[str]) -> list[Chair]:
        """Who has an empty cell didn't play."""
        winner = cells.same(self._cell(row, "winner"))
        chairs = []
        for column in self.mapping.players:
            raw = self._in(row, column)
            if not raw.strip():
                continue
            name = cells.text(column, "the player's name")
            score = cells.score(raw, sums=True, decimal=self.mapping.decimal)
            won = cells.same(name) == winner if winner else None
            chairs.append(Chair(person=self._person(name), score=score, score_raw=differs(raw, score), winner=won))
        return chairs

    def _winners(self, row: Sequence[str]) -> list[Chair]:
        """The winner, whoever always plays, and as many nobody knows as there were players."""
        winner = cells.text(self._cell(row, "winner"), "the winner's name")
        if winner.casefold() in cells.NOTHING:
            winner = ""
        names = [cells.text(name, "a name") for name in self.mapping.people]
        if winner and cells.same(winner) not in map(cells.same, names):
            names.append(winner)
        count = cells.whole(self._cell(row, "count"), "the number of players", MOST_CHAIRS) or len(names)
        if len(names) > count:
            raise RowError("there are more names than players")
        chairs = [
            Chair(person=self._person(name), winner=bool(winner) and cells.same(name) == cells.same(winner))
            for name in names
        ]
        return chairs + [Chair(winner=False)] * (count - len(chairs))


def decoded(raw: bytes) -> str:
    """UTF-8 with or without a mark, else the one that old spreadsheets write. Raises :class:`WrongFile`."""
    if b"\x00" in raw:
        raise WrongFile("This is no text file: it has NUL characters in it.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")
