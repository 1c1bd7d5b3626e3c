"""An import: a file's plays as read, and which games were made of them. One stream an import.

What stood in the file (names, identities, raw rows) is written by people, so it lies in sealed parts only. The games
are streams of their own; they are in a table only while an import that made them is applied, which its last piece
makes it, and voiding it unmakes, all of it at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from league.facts.base import Change, Fact, FactDecider, Reason, secret_of
from league.imports.formats.tabular import CsvMapping
from league.imports.plays import Bad, Person, Play
from ledger.decider import Context, Recorded
from ledger.errors import Refused

Status = Literal["staged", "applying", "applied", "void"]
Count = Annotated[int, Meta(ge=0, le=10**6)]
Verdict = Literal["new", "changed", "same", "skipped"]


class Identified(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which game a play became. ``ids``: its identities, its own first; ``removes``: the game it takes the place of."""

    n: int
    game: UUID
    ids: tuple[str, ...]
    fingerprint: str
    modified: str | None
    removes: UUID | None


class Known(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who a person of the source is here, as somebody said by hand."""

    key: str
    member: UUID


class Counts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    new: Count = 0
    changed: Count = 0
    same: Count = 0
    skipped: Count = 0

    def plus(self, other: Counts) -> Counts:
        return Counts(**{name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__})


class StageImport(Change, tag="stage_import", omit_defaults=True):
    """``file``: SHA-256 of the file, hex; ``zone``: the file's own times are local to it."""

    sealed: ClassVar[tuple[str, ...]] = (
        *("mapping", "header", "people", "bad", "notes", "ignored", "removed", "settings"),
    )
    audience: ClassVar[tuple[str, ...]] = ("host",)
    format: str
    zone: str
    file: str
    plays: Count
    mapping: CsvMapping
    header: str = ""
    people: tuple[Person, ...] = ()
    bad: tuple[Bad, ...] = ()
    notes: tuple[Bad, ...] = ()
    ignored: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    settings: dict[str, str] = {}


class StageRows(Change, tag="stage_rows"):
    """Some of the plays, in the file's order."""

    sealed: ClassVar[tuple[str, ...]] = ("rows",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    rows: tuple[Play, ...]


class StartImport(Change, tag="start_import", omit_defaults=True):
    """``people``: by hand, who is whom; ``suggested``: names that are a member's are that member; ``teams``,
    ``cooperative``: such plays count for tables too."""

    sealed: ClassVar[tuple[str, ...]] = ("people",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    people: tuple[Known, ...] = ()
    suggested: bool = False
    teams: bool = False
    cooperative: bool = False


class KnowPerson(Change, tag="know_person"):
    """A person of the source is this member: one move each, so that one person can be forgotten alone."""

    sealed: ClassVar[tuple[str, ...]] = ("key",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    member: UUID
    key: str


class ApplyPiece(Change, tag="apply_piece"):
    """The plays ``first`` up to before ``after`` (from 0) became games. No name stands in ``plays``: they are known
    again also when people of them were forgotten."""

    sealed: ClassVar[tuple[str, ...]] = ("plays",)
    audience: ClassVar[tuple[str, ...]] = ("host",)
    first: Count
    after: Count
    counts: Counts
    games: tuple[UUID, ...]
    removes: tuple[UUID, ...]
    nights: tuple[UUID, ...]
    plays: tuple[Identified, ...]


class VoidImport(Change, tag="void_import"):
    """As if it had not been applied, for every table; an unfinished one goes no further."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    reason: Reason


class ImportStaged(Fact, tag="import_staged"):
    format: str
    zone: str
    file: str
    plays: int
    bad: int


class RowsStaged(Fact, tag="rows_staged"):
    first: int
    after: int


class ImportStarted(Fact, tag="import_started"):
    suggested: bool
    teams: bool
    cooperative: bool


class PersonKnown(Fact, tag="person_known"):
    member: UUID


class PieceApplied(Fact, tag="piece_applied"):
    """``games``: made by this piece; ``removes``: games that no longer count once the import is finished; ``nights``:
    those it put games on that an import opened."""

    first: int
    after: int
    counts: Counts
    games: tuple[UUID, ...]
    removes: tuple[UUID, ...]
    nights: tuple[UUID, ...]


class ImportFinished(Fact, tag="import_finished"):
    counts: Counts


class ImportVoided(Fact, tag="import_voided"):
    pass


class Import(msgspec.Struct, frozen=True, kw_only=True):
    """``plays`` may have fewer rows than ``total`` in a fold without secrets. ``done``: plays looked at so far."""

    status: Status = "staged"
    format: str = ""
    zone: str = "UTC"
    file: str = ""
    total: int = 0
    staged: int = 0
    done: int = 0
    counts: Counts = Counts()
    refused: int = 0
    plays: tuple[Play, ...] = ()
    mapping: CsvMapping | None = None
    header: str = ""
    people: tuple[Person, ...] = ()
    bad: tuple[Bad, ...] = ()
    notes: tuple[Bad, ...] = ()
    ignored: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    settings: dict[str, str] = {}
    named: tuple[Known, ...] = ()
    suggested: bool = False
    teams: bool = False
    cooperative: bool = False
    staged_at: int = 0


class ImportDecider(FactDecider[Import]):
    kind = "import"
    opening = "import_staged"
    state = Import
    changes = (StageImport, StageRows, StartImport, KnowPerson, ApplyPiece, VoidImport)
    facts = (ImportStaged, RowsStaged, ImportStarted, PersonKnown, PieceApplied, ImportFinished, ImportVoided)

    def make(self, state: Import, change: Change, context: Context) -> Sequence[Fact]:
        match change:
            case StageImport():
                return [
                    ImportStaged(
                        format=change.format,
                        zone=change.zone,
                        file=change.file,
                        plays=change.plays,
                        bad=len(change.bad),
                    )
                ]
            case StageRows(rows=rows):
                after = state.staged + len(rows)
                if state.status != "staged" or after > state.total:
                    raise Refused("already_recorded", "All rows of this import have been taken in.")
                return [RowsStaged(first=state.staged, after=after)]
            case StartImport():
                return self._start(state, change)
            case KnowPerson(member=member):
                _require_applying(state)
                return [PersonKnown(member=member)]
            case ApplyPiece():
                return self._apply(state, change)
            case VoidImport():
                return [] if state.status == "void" else [ImportVoided()]
        raise TypeError(change)

    def _start(self, state: Import, change: StartImport) -> Sequence[Fact]:
        if state.status == "void":
            raise Refused("not_running", "This import is void; take the file in again.")
        if state.status == "applied":
            raise Refused("already_recorded", "This import is applied already.")
        if state.status == "applying":
            return []
        return [ImportStarted(suggested=change.suggested, teams=change.teams, cooperative=change.cooperative)]

    def _apply(self, state: Import, change: ApplyPiece) -> Sequence[Fact]:
        """A piece that another worker has applied meanwhile is refused ``version_changed``."""
        _require_applying(state)
        if change.first != state.done or not state.done <= change.after <= state.total:
            raise Refused("version_changed", "This piece has been applied by somebody else.")
        piece = PieceApplied(
            first=change.first,
            after=change.after,
            counts=change.counts,
            games=change.games,
            removes=change.removes,
            nights=change.nights,
        )
        if change.after < state.total:
            return [piece]
        return [piece, ImportFinished(counts=state.counts.plus(change.counts))]

    def take(self, state: Import, event: Recorded) -> Import:
        replace = msgspec.structs.replace
        match event.data:
            case ImportStaged() as fact:
                return _staged(event, fact)
            case RowsStaged(after=after):
                rows = msgspec.convert(secret_of(event, "rows", []), tuple[Play, ...])
                return replace(state, staged=after, plays=(*state.plays, *rows))
            case ImportStarted() as fact:
                return replace(
                    state,
                    status="applying",
                    named=msgspec.convert(secret_of(event, "people", []), tuple[Known, ...]),
                    suggested=fact.suggested,
                    teams=fact.teams,
                    cooperative=fact.cooperative,
                )
            case PieceApplied(after=after, counts=counts):
                return replace(state, done=after, counts=state.counts.plus(counts))
            case PersonKnown():
                return state
            case ImportFinished():
                return replace(state, status="applied")
            case ImportVoided():
                return replace(state, status="void")
        raise TypeError(event.data)


def _require_applying(state: Import) -> None:
    if state.status != "applying":
        raise Refused("not_running", "This import is not being applied.")


def _staged(event: Recorded, fact: ImportStaged) -> Import:
    given = event.move_secret or {}
    return Import(
        format=fact.format,
        zone=fact.zone,
        file=fact.file,
        total=fact.plays,
        refused=fact.bad,
        staged_at=event.at,
        mapping=msgspec.convert(given["mapping"], CsvMapping) if "mapping" in given else None,
        header=given.get("header", ""),
        people=msgspec.convert(given.get("people", []), tuple[Person, ...]),
        bad=msgspec.convert(given.get("bad", []), tuple[Bad, ...]),
        notes=msgspec.convert(given.get("notes", []), tuple[Bad, ...]),
        ignored=tuple(given.get("ignored", ())),
        removed=tuple(given.get("removed", ())),
        settings=given.get("settings", {}),
    )
