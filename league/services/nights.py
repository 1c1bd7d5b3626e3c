"""Opening, changing, closing nights."""

from __future__ import annotations

from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from league import access, keys
from league.facts.base import Change, sent
from league.facts.night import ChangeNight, Mark, OpenNight, RecordAttendance
from league.facts.season import AdmitNight
from league.selectors import members, seasons
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.reading import stream_of
from ledger.store import Command, Outcome, execute_all
from races.principal import Principal


def open(
    club: UUID, night: OpenNight, principal: Principal, *, season: UUID | UnsetType | None, key: str | None = None
) -> tuple[UUID, bool]:
    """Opens a night in a season (unset: the one that holds its date, if any; None: in none). → (the night, has the key
    been used before?). Refuses ``no_token, not_found, wrong_scope, season_ambiguous, season_closed``."""
    access.require_host(principal, club)
    body = [msgspec.to_builtins(night), None if season is UNSET else str(season)]
    made = keys.key_of(keys.collection(club, "nights"), principal, key, "nights", body)
    stream = Stream(club=club, id=keys.new_id(made), kind="night")
    if made is not None and stream_of(stream.id, "night") is not None:
        chosen = night.season  # a repeat: the key answers, whatever seasons there are by now
    else:
        chosen = seasons.holding(club, night.date) if season is UNSET else season
    commands = admitted(club, chosen, principal)
    opening = msgspec.structs.replace(night, season=chosen)
    commands.append(Command(stream=stream, move=sent(opening), actor=access.actor_of(principal)))
    return stream.id, execute_all(commands, key=made)[-1].replayed


def change(
    club: UUID,
    night: UUID,
    change: Change,
    principal: Principal,
    *,
    key: str | None = None,
    expected: int | None = None,
) -> Outcome:
    """A new date, name, season or kind, closing, reopening. Refuses ``no_token, not_found, wrong_scope,
    version_changed, season_closed`` (the season it would go to)."""
    access.require_host(principal, club)
    stream = Stream(club=club, id=night, kind="night")
    made = keys.key_of(night, principal, key, "night", msgspec.to_builtins(change))
    to = change.season if isinstance(change, ChangeNight) and change.season is not UNSET else None
    commands = admitted(club, to, principal)
    actor = access.actor_of(principal)
    commands.append(Command(stream=stream, move=sent(change), actor=actor, expected_version=expected))
    return execute_all(commands, key=made)[-1]


def mark(
    club: UUID, night: UUID, marks: tuple[Mark, ...], principal: Principal, expected: int | None = None
) -> Outcome:
    """Who was there. Refuses ``no_token, not_found, wrong_scope, invalid, version_changed``."""
    access.require_host(principal, club)
    members.require_in_club(club, [id for each in marks for id in (each.member, each.stands_for) if id is not None])
    return change(club, night, RecordAttendance(marks=marks), principal, expected=expected)


def admitted(club: UUID, season: UUID | UnsetType | None, principal: Principal) -> list[Command]:
    """The command that keeps a season from closing meanwhile; none without a season. Refuses ``not_found``."""
    if season is None or season is UNSET:
        return []
    stream = stream_of(season, "season")
    if stream is None or stream.club != club:
        raise Refused("not_found", "There is no such season in this club.")
    return [Command(stream=stream, move=sent(AdmitNight()), actor=access.actor_of(principal))]
