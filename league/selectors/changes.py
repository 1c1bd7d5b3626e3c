"""What changed a season's table otherwise than by playing: who, when, why, and the rows before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec

from league.models import Night, Season
from league.selectors import tables
from league.shapes import ChangeOut, TableRow
from ledger.errors import Refused
from ledger.reading import Stored, club_events
from ledger.records import record_decoder
from ledger.sealing import part_decoder
from races.models import Game
from races.principal import Principal

CHANGING = (
    *("rewound", "seat_taken", "game_changed", "game_voided", "game_restored", "result_recorded"),
    *("night_changed", "night_voided", "night_restored", "attendance_recorded"),
    *("member_merged", "member_unmerged", "import_finished", "import_voided"),
    *("scoring_changed", "adjustment_made", "adjustment_voided", "season_divided", "season_closed", "season_reopened"),
)
ANYWHERE = frozenset(
    {"member_merged", "member_unmerged", "night_changed", "game_changed", "import_finished", "import_voided"}
)
"""What may change a table of which its stream is no part (any more)."""
LOOK = 200


def of_season(season: Season, principal: Principal, after: int, limit: int) -> tuple[list[ChangeOut], int | None]:
    """→ (at most ``limit`` changes after a cursor, the cursor to go on after; None: nothing more)."""
    found: list[ChangeOut] = []
    nights = set(Night.objects.filter(club=season.club, season=season.id).values_list("id", flat=True))
    games = set(Game.objects.filter(club=season.club, night__in=nights).values_list("id", flat=True))
    own = {season.id} | nights | games
    while True:
        events = club_events(season.club, after, LOOK, CHANGING)
        for event in events:
            after = event.cursor
            if event.stream not in own and event.type not in ANYWHERE:
                continue
            change = _change(season, event, principal)
            if change is not None:
                found.append(change)
                if len(found) == limit:
                    return found, after
        if len(events) < LOOK:
            return found, None


def _change(season: Season, event: Stored, principal: Principal) -> ChangeOut | None:
    """None where no row of this season's table changed (nor the season itself)."""
    record = record_decoder.decode(event.record)
    if event.type == "seat_taken" and msgspec.json.decode(record.data)["since"] != "start":
        return None  # somebody sat down to play
    if event.type == "result_recorded" and not msgspec.json.decode(record.data)["amended"]:
        return None  # it was played
    rows = _rows_around(season, event, principal)
    if rows is None or (rows[0] == rows[1] and event.stream != season.id):
        return None
    before, after = rows
    old = {row.member.id: row for row in before}
    new = {row.member.id: row for row in after}
    touched = [id for id in dict.fromkeys([*old, *new]) if old.get(id) != new.get(id)]
    return ChangeOut(
        cursor=event.cursor,
        type=event.type,
        stream=event.stream,
        actor=msgspec.to_builtins(record.actor),
        recorded_at=record.at,
        reason=_reason(event, principal, season.club),
        before=[old[id] for id in touched if id in old],
        after=[new[id] for id in touched if id in new],
    )


def _rows_around(
    season: Season, event: Stored, principal: Principal
) -> tuple[Sequence[TableRow], Sequence[TableRow]] | None:
    try:
        before = tables.rows_known(season, principal, event.cursor - 1)
        after = tables.rows_known(season, principal, _last_of(event))
    except Refused:  # the season was not there yet
        return None
    return before, after


def _last_of(event: Stored) -> int:
    """The cursor of the last event of the same append: a correction is one change, whatever it makes again."""
    last = event.cursor
    for other in _following(event):
        if other.at != event.at or other.cursor != last + 1:
            break
        last = other.cursor
    return last


def _following(event: Stored) -> Iterator[Stored]:
    after = event.cursor
    while events := club_events(event.club, after, LOOK):
        for other in events:
            if other.stream != event.stream:
                return
            yield other
            after = other.cursor


def _reason(event: Stored, principal: Principal, club: UUID) -> str | None:
    from league.selectors.feeds import audience

    if not event.visible_to(audience(principal, club, event.stream)):
        return None
    part: Any = part_decoder.decode(event.sealed) if event.sealed is not None else None
    reason = None if part is None or part.move is None else part.move.get("reason")
    return reason if isinstance(reason, str) else None
