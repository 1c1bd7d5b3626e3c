"""Taking a file in, starting and voiding an import. Nothing of a file that can't be used is kept."""

from __future__ import annotations

import hashlib
from uuid import UUID

import msgspec

from league import access, keys
from league.facts.base import sent
from league.facts.club import AdmitImport
from league.facts.imported import Import as State
from league.facts.imported import Known, StageImport, StageRows, StartImport, VoidImport
from league.imports import reading
from league.imports.formats import tabular
from league.imports.formats.tabular import CsvMapping
from league.imports.plays import WrongFile
from league.models import Club, Import
from league.selectors import members
from league.services.clubs import check_zone
from league.services.refusing import invalid
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.reading import load
from ledger.store import Command, Outcome, execute_all
from races.principal import Principal

MOST_BYTES = 16 * 1024 * 1024
ROWS_A_PIECE = 120
"""So that the largest file is taken in by fewer than 200 events."""


def take_in(
    club: Club,
    raw: bytes,
    principal: Principal,
    *,
    format: str | None = None,
    mapping: CsvMapping | None = None,
    zone: str | None = None,
    key: str | None = None,
) -> tuple[UUID, bool]:
    """Reads a file and keeps what is in it, to be looked at and applied. → (the import, has the key been used before?).
    A table without a mapping is read by the one that was used last for the same columns. Refuses ``no_token,
    not_found, wrong_scope, too_large, invalid``, and ``malformed`` for a file that can't be read."""
    access.require_manager(principal, club.club)
    if len(raw) > MOST_BYTES:
        raise Refused("too_large", f"A file has at most {MOST_BYTES // 2**20} MB here; split it.")
    zone = zone or club.timezone
    check_zone(zone)
    file = hashlib.sha256(raw).hexdigest()
    body = [file, format, zone, msgspec.to_builtins(mapping)]
    made = keys.key_of(keys.collection(club.club, "imports"), principal, key, "imports", body)
    stream = Stream(club=club.club, id=keys.new_id(made), kind="import")
    try:
        used = mapping or _saved(club.club, raw) or CsvMapping()
        found, read = reading.read(raw, format, used)
        header = _header(raw, used) if found == "csv" else ""
    except WrongFile as wrong:
        raise Refused("malformed", str(wrong)) from None
    actor = access.actor_of(principal)
    head = StageImport(
        format=found,
        zone=zone,
        file=file,
        plays=len(read.plays),
        mapping=used,
        header=header,
        people=read.people,
        bad=read.bad,
        notes=read.notes,
        ignored=read.ignored,
        removed=read.removed,
        settings=read.settings,
    )
    pieces = [read.plays[n : n + ROWS_A_PIECE] for n in range(0, len(read.plays), ROWS_A_PIECE)]
    moves = [head, *(StageRows(rows=rows) for rows in pieces)]
    commands = [Command(stream=stream, move=sent(move), actor=actor) for move in moves]
    return stream.id, execute_all(commands, key=made)[-1].replayed


def _header(raw: bytes, mapping: CsvMapping) -> str:
    return "\n".join(tabular.header(tabular.decoded(raw), mapping))


def _saved(club: UUID, raw: bytes) -> CsvMapping | None:
    """The mapping that was applied last to a table with the same columns."""
    try:
        header = _header(raw, CsvMapping())
    except WrongFile:
        return None
    rows = Import.objects.filter(club=club, format="csv", header=header, status="applied", mapping__isnull=False)
    mapping = rows.order_by("-staged_at").values_list("mapping", flat=True).first()
    return None if mapping is None else msgspec.convert(mapping, CsvMapping)


def start(
    stream: Stream,
    principal: Principal,
    *,
    people: dict[str, UUID],
    suggested: bool = False,
    teams: bool = False,
    cooperative: bool = False,
    key: str | None = None,
) -> Outcome:
    """Lets the workers apply an import; nothing happens to one that is being applied. Refuses ``no_token, not_found,
    wrong_scope, already_recorded, not_running`` (void), ``already_running`` while another one is applied in the
    club, ``invalid`` for a person who isn't in the file."""
    access.require_manager(principal, stream.club)
    state: State = load(stream).state
    strangers = people.keys() - {person.key for person in state.people}
    if strangers:
        raise invalid("people", f"there is nobody with the key {sorted(strangers)[0]!r} in this file")
    members.require_in_club(stream.club, list(people.values()))
    move = StartImport(
        people=tuple(Known(key=each, member=member) for each, member in sorted(people.items())),
        suggested=suggested,
        teams=teams,
        cooperative=cooperative,
    )
    actor = access.actor_of(principal)
    made = keys.key_of(stream.id, principal, key, "apply", msgspec.to_builtins(move))
    return execute_all([_alone(stream, principal), Command(stream=stream, move=sent(move), actor=actor)], key=made)[-1]


def void(stream: Stream, reason: str, principal: Principal, key: str | None = None) -> Outcome:
    """Takes all of an import out of every table at once, finished or not. Refuses ``no_token, not_found, wrong_scope,
    already_running`` while another import is applied, which may lean on this one."""
    access.require_manager(principal, stream.club)
    actor = access.actor_of(principal)
    made = keys.key_of(stream.id, principal, key, "void", reason)
    voiding = Command(stream=stream, move=sent(VoidImport(reason=reason)), actor=actor)
    return execute_all([_alone(stream, principal), voiding], key=made)[-1]


def _alone(stream: Stream, principal: Principal) -> Command:
    """One import at a time: what is known already must not change while one is applied."""

    def nobody_else(_: object) -> None:
        if Import.objects.filter(club=stream.club, status="applying").exclude(id=stream.id).exists():
            raise Refused("already_running", "Another import is being applied in this club; wait for it, or void it.")

    club = Stream(club=stream.club, id=stream.club, kind="club")
    return Command(stream=club, move=sent(AdmitImport()), actor=access.actor_of(principal), guard=nobody_else)
