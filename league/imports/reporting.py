"""What an import would do, or did: the dry-run report."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from league import access
from league.facts.imported import Counts, Import
from league.imports import identifying
from league.imports.identifying import Judged
from league.imports.plays import Chair, Play
from league.models import Import as Row
from league.selectors import clubs
from league.shapes import Out
from ledger.decider import Stream
from ledger.reading import load
from ledger.records import time_text
from races.principal import Principal


class BadRow(Out):
    """``row``: its number in the file (a table's first row has the columns' names and is 1)."""

    row: int
    reason: str
    raw: str


class NamedPerson(Out, omit_defaults=True):
    """Somebody in the file. ``name_raw``: as it stands there, where characters that nobody sees were left out.
    ``suggested``: the one member of the same name; ``known``: who an earlier import, or
    somebody by hand, said it is; ``key`` names the person when applying."""

    name: str
    suggested: UUID | None
    known: UUID | None
    key: str
    name_raw: str | None = None


class ImportLine(Out):
    """An import in a list. ``done`` of ``plays`` are applied."""

    id: UUID
    club: UUID
    status: str
    format: str
    plays: int
    done: int
    staged_at: str
    version: int


class ImportOut(Out, omit_defaults=True):
    """``new, changed, same, skipped``: plays that will be (or were) added, corrected, left as they are, left out;
    ``removed``: plays known here that the source deleted. ``bad``: rows that can't be used; ``notes``: rows that
    contradict themselves and are taken as they are; ``uncounted``: plays kept, but out of tables, and why.
    ``settings``: how a table was read; ``ignored``: what in the file is not known here."""

    id: UUID
    club: UUID
    status: str
    format: str
    timezone: str
    plays: int
    done: int
    new: int
    changed: int
    same: int
    skipped: int
    removed: int
    bad: list[BadRow]
    people: list[NamedPerson]
    skips: list[BadRow]
    notes: list[BadRow]
    uncounted: dict[str, int]
    ignored: list[str]
    settings: dict[str, str]
    mapping: dict[str, Any]
    staged_at: str
    version: int
    dry_run: bool | UnsetType = UNSET


def find(id: UUID, principal: Principal) -> Stream:
    """The import's stream, for a host of its club: names stand in it. Refuses ``no_token, not_found, wrong_scope``."""
    stream = clubs.stream_for("import", id, principal)
    access.require_host(principal, stream.club)
    return stream


def report(stream: Stream) -> ImportOut:
    """As things stand: of plays that wait to be applied what would become of them, of the others what did."""
    loaded = load(stream)
    state: Import = loaded.state
    waiting = state.plays[state.done :] if state.status in ("staged", "applying") else ()
    who = identifying.known_people(stream.club, stream.id, state)
    known = identifying.known_plays(stream.club, {id for play in waiting for id in play.ids} | set(state.removed))
    judged = identifying.judge(waiting, known, who)
    counts = state.counts.plus(_counted(judged))
    suggested = identifying.suggested(stream.club, state.people)
    return ImportOut(
        id=stream.id,
        club=stream.club,
        status=state.status,
        format=state.format,
        timezone=state.zone,
        plays=state.total,
        done=state.done,
        **msgspec.structs.asdict(counts),
        removed=sum(known[id].own for id in state.removed if id in known),
        bad=[BadRow(row=bad.row, reason=bad.reason, raw=bad.raw) for bad in state.bad],
        people=[
            NamedPerson(
                name=each.name,
                suggested=suggested[each.key],
                known=who.get(each.key),
                key=each.key,
                name_raw=each.name_raw,
            )
            for each in state.people
        ],
        skips=[
            BadRow(row=play.row, reason=each.reason, raw=play.title)
            for play, each in zip(waiting, judged, strict=True)
            if each.reason is not None
        ],
        notes=[BadRow(row=note.row, reason=note.reason, raw=note.raw) for note in state.notes],
        uncounted=_uncounted(state),
        ignored=list(state.ignored),
        settings=state.settings,
        mapping={} if state.mapping is None else msgspec.to_builtins(state.mapping),
        staged_at=time_text(state.staged_at),
        version=loaded.version,
        dry_run=True if state.status == "staged" else UNSET,
    )


def first_plays(stream: Stream, n: int) -> list[tuple[Play, list[str]]]:
    """The first plays of an import that waits to be applied, each with who sat there and what they had."""
    state: Import = load(stream).state
    names = {each.key: each.name for each in state.people}
    return [(play, [_sat(chair, names) for chair in play.chairs]) for play in state.plays[:n]]


def _sat(chair: Chair, names: dict[str, str]) -> str:
    """``Ann 12``, ``Bo (2.)``: by score, else by rank."""
    name = names.get(chair.person or "", "") or "N. N."
    if chair.score is not None:
        return f"{name} {chair.score}"
    return name if chair.rank is None else f"{name} ({chair.rank}.)"


def line(row: Row) -> ImportLine:
    return ImportLine(
        id=row.id,
        club=row.club,
        status=row.status,
        format=row.format,
        plays=row.plays,
        done=row.done,
        staged_at=time_text(row.staged_at),
        version=row.version,
    )


def _counted(judged: list[Judged]) -> Counts:
    verdicts = [each.verdict for each in judged]
    return Counts(**{name: verdicts.count(name) for name in ("new", "changed", "same", "skipped")})  # type: ignore[arg-type]


def _uncounted(state: Import) -> dict[str, int]:
    """``{reason: plays}``. Cooperative and team plays count only where that was asked for."""
    found: dict[str, int] = {}
    for play in state.plays:
        reason = play.why_not
        if reason is None and (play.kind == "cooperative" and not state.cooperative):
            reason = "cooperative"
        if reason is None and (play.kind == "team" and not state.teams):
            reason = "team"
        if reason is not None:
            found[reason] = found.get(reason, 0) + 1
    return found
