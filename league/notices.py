"""Notices: what an event means to whoever announces nights, shows tables or keeps checkpoints, said beside it in the
club's feed and its live stream.

A notice is worked out from its cause alone (and from where game and night belong today), so a feed that is read again
says the same. It names ids, never people: whoever wants to show them asks for what he may see.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec

from ledger.checkpoints import Checkpoint
from ledger.reading import Stored

Name = Literal[
    "night_opened",
    "night_closed",
    "game_opened",
    "game_finished",
    "table_changed",
    "result_corrected",
    "game_voided",
    "member_erased",
    "checkpoint_signed",
]
OWN = frozenset(
    {
        "night_opened",
        "night_closed",
        "game_opened",
        "game_finished",
        "game_voided",
        "member_erased",
        "checkpoint_signed",
    }
)
"""Those that have the name of their cause."""
TABLES = frozenset(
    {
        *("game_finished", "result_recorded", "game_changed", "game_voided", "game_restored", "rewound"),
        *("night_changed", "night_voided", "night_restored", "attendance_recorded"),
        *("member_merged", "member_unmerged", "member_left", "member_rejoined", "member_erased"),
        *("scoring_changed", "adjustment_made", "adjustment_voided", "season_divided"),
        *("import_finished", "import_voided"),
    }
)
"""After these a table may read otherwise."""
MENDING = frozenset({"rewound", "seat_taken", "result_recorded"})
"""Only one of their kinds mends a result that was there."""
WHOLE = frozenset({"import_finished", "import_voided", "checkpoint_signed"})
"""What is told of an import."""
CAUSES: dict[str, frozenset[str]] = {
    **{name: frozenset({name}) for name in OWN},
    "game_finished": frozenset({"game_finished", "result_recorded"}),
    "result_corrected": MENDING,
    "table_changed": TABLES | {"seat_taken"},
}
"""Notice → the types of event that may cause it."""


class Notice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One notice. ``cursor``: its cause's; ``season``: whose table, where it is one season's; ``checkpoint``: all of
    it, worth keeping outside (``GET /clubs/{slug}/checkpoints``)."""

    notice: Name
    cursor: int
    club: UUID
    night: UUID | None = None
    game: UUID | None = None
    season: UUID | None = None
    member: UUID | None = None
    checkpoint: Checkpoint | None = None


class Place(msgspec.Struct, frozen=True):
    """Where in the club an event's stream stands today."""

    night: UUID | None = None
    game: UUID | None = None
    season: UUID | None = None
    member: UUID | None = None


class _Record(msgspec.Struct, frozen=True):
    data: dict[str, Any]
    move: dict[str, Any]
    actor: dict[str, Any]


_record = msgspec.json.Decoder(_Record).decode


def causes(names: Collection[str]) -> set[str]:
    """The types of event that may cause one of these notices."""
    return {cause for name in names for cause in CAUSES.get(name, ())}


def of(event: Stored) -> tuple[Name, ...]:
    """The names of the notices that this event causes, in the order of the contract."""
    if event.type not in OWN and event.type not in TABLES and event.type not in MENDING:
        return ()
    record = _record(event.record)
    if record.actor.get("kind") == "import" and event.type not in WHOLE:
        return ()  # one of hundreds, of a night long ago
    said: list[Name] = [event.type] if event.type in OWN else []  # type: ignore[list-item]
    mends = event.type in MENDING and _mends(record)
    if event.type == "result_recorded" and not mends:
        said.append("game_finished")  # a score sheet is over with its first result
    if event.type in TABLES or mends:
        said.append("table_changed")
    if mends:
        said.append("result_corrected")
    return tuple(said)


def _mends(record: _Record) -> bool:
    said = record.data
    return said.get("replayed") is True or said.get("since") == "start" or record.move.get("type") == "amend"


def notices(event: Stored, place: Place, names: Collection[str] | None = None) -> Sequence[Notice]:
    """The event's notices, of these names (None: all)."""
    return [_notice(event, place, name) for name in of(event) if names is None or name in names]


def _notice(event: Stored, place: Place, name: Name) -> Notice:
    checkpoint = None
    if name == "checkpoint_signed":
        checkpoint = msgspec.convert({**_record(event.record).data, "club": str(event.club)}, Checkpoint)
    return Notice(
        notice=name,
        cursor=event.cursor,
        club=event.club,
        night=place.night,
        game=place.game,
        season=place.season,
        member=place.member,
        checkpoint=checkpoint,
    )
