"""Notices: what an event means to whoever shows tables and results, said beside it in the club's feeds.

``table_changed``: a table may read otherwise after this event; ``result_corrected``: the result of a game that had been
played was mended. Other notices (``night_opened``, ``game_finished``, ``game_voided`` …) are events of that very type.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ledger.reading import Stored

TABLE_CHANGED = "table_changed"
RESULT_CORRECTED = "result_corrected"
TABLES = frozenset(
    {
        *("game_finished", "result_recorded", "game_changed", "game_voided", "game_restored"),
        *("night_changed", "night_voided", "night_restored", "attendance_recorded"),
        *("member_merged", "member_unmerged", "member_left", "member_rejoined", "member_erased"),
        *("scoring_changed", "adjustment_made", "adjustment_voided", "season_divided"),
        *("import_finished", "import_voided"),
    }
)


class _Record(msgspec.Struct, frozen=True):
    data: dict[str, Any]
    move: dict[str, Any]


_record = msgspec.json.Decoder(_Record).decode


def of(event: Stored) -> tuple[str, ...]:
    """The notices that this event is the cause of, in alphabetical order."""
    if event.type in ("rewound", "seat_taken", "result_recorded"):
        record = _record(event.record)
        said, move = record.data, record.move.get("type")
        if said.get("replayed") is True or said.get("since") == "start" or move == "amend":
            return RESULT_CORRECTED, TABLE_CHANGED
    return (TABLE_CHANGED,) if event.type in TABLES or event.type == "rewound" else ()
