"""Gathers what a format reads, row by row: a bad row is noted and never loses the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any
from unicodedata import normalize

import msgspec

from league.imports import cells
from league.imports.cells import raw_text
from league.imports.plays import MOST_CHAIRS, MOST_PLAYS, Bad, Chair, Person, Play, Reading, RowError, WrongFile
from ledger import lettering
from races.rules.scoresheet.moves import Row
from races.rules.scoresheet.ranking import disagreements

RAW = 500


class Collector:
    """``people`` are those who were named; only those who sit in a play are reported."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.bad: list[Bad] = []
        self.notes: list[Bad] = []
        self.people: dict[str, Person] = {}
        self.removed: list[str] = []
        self.ignored: set[str] = set()
        self.settings: dict[str, str] = {}
        self._seen: dict[str, int] = {}

    def row(self, number: int, raw: Any, work: Callable[[], Iterable[Play] | Play]) -> None:
        """``work`` reads one row into one play or several. Whatever is wrong with it is said of this row alone."""
        try:
            made = work()
            plays = [made] if isinstance(made, Play) else list(made)
            for play in plays:
                self._check(play)
        except RowError as error:
            self.refuse(number, str(error), raw)
        except (KeyError, TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as error:
            self.refuse(number, f"this row has another shape than it should ({type(error).__name__})", raw)
        else:
            for play in plays:
                self._seen[play.ids[0]] = play.row
                self._note(play, raw)
            self.plays += plays
            if len(self.plays) > MOST_PLAYS:
                raise WrongFile(f"An import has at most {MOST_PLAYS:,} plays; split the file.")

    def refuse(self, number: int, reason: str, raw: Any) -> None:
        self.bad.append(Bad(row=number, reason=reason, raw=_shown(raw)))

    def person(self, key: str, name: str) -> str:
        """Remembers who this is. → the key."""
        seen = cells.text(name, "a name", limit=RAW)
        raw = name if seen != normalize("NFC", name).strip() else None
        self.people.setdefault(key, Person(key=key, name=seen or key.rpartition(":")[2], name_raw=raw))
        return key

    def ignore(self, kind: str, found: Mapping[str, Any], known: frozenset[str]) -> None:
        self.ignored |= {raw_text(f"{kind}{name}", 80) for name in found.keys() - known}

    def reading(self) -> Reading:
        sitting = {chair.person for play in self.plays for chair in play.chairs}
        return Reading(
            plays=tuple(self.plays),
            bad=tuple(self.bad),
            people=tuple(person for key, person in self.people.items() if key in sitting),
            removed=tuple(self.removed),
            notes=tuple(self.notes),
            ignored=tuple(sorted(self.ignored)),
            settings=self.settings,
        )

    def _check(self, play: Play) -> None:
        if not play.title:
            raise RowError("the game has no name")
        if not play.chairs:
            raise RowError("nobody played")
        if len(play.chairs) > MOST_CHAIRS:
            raise RowError(f"more than {MOST_CHAIRS} people played")
        known = [chair.person for chair in play.chairs if chair.person is not None]
        if len(known) != len(set(known)):
            raise RowError("the same person sits there twice")
        if play.ids[0] in self._seen:
            raise RowError(f"this play stands in row {self._seen[play.ids[0]]} already")

    def _note(self, play: Play, raw: Any) -> None:
        written = _shown(raw)
        if lettering.cleaned(written) != written:
            self.notes.append(Bad(row=play.row, reason="read without characters that nobody sees", raw=written))
        if play.kind != "cooperative":
            for said in disagreements(rows_of(play.chairs), lowest_wins=play.lowest_wins):
                self.notes.append(Bad(row=play.row, reason=said, raw=written))


def rows_of(chairs: Sequence[Chair]) -> tuple[Row, ...]:
    """The chairs as a score sheet records them, seats in their order. No winner at all means: none was noted."""
    noted = any(chair.winner for chair in chairs)
    teams = {
        team: n for n, team in enumerate(dict.fromkeys(chair.team for chair in chairs if chair.team is not None), 1)
    }
    return tuple(
        Row(
            seat=seat,
            score=None if chair.score is None else Decimal(chair.score),
            rank=chair.rank,
            winner=bool(chair.winner) if noted else None,
            team=None if chair.team is None else teams[chair.team],
        )
        for seat, chair in enumerate(chairs, 1)
    )


def differs(raw: Any, read: str | None) -> str | None:
    """The raw value where it isn't what was read."""
    if raw is None or isinstance(raw, bool):
        return None
    written = raw_text(raw, 200)
    return None if written == (read or "") else written


def _shown(raw: Any) -> str:
    if isinstance(raw, str):
        return raw_text(raw)
    try:
        return raw_text(msgspec.json.encode(raw).decode(), 300)
    except (TypeError, ValueError, OverflowError):
        return raw_text(raw, 300)
