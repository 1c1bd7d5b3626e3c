"""The events of a score sheet."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from races.rules.protocol import Event, Rewound, SeatAdded, SeatClosed, SeatOpened


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat. ``rank``: 1-2-2-4, as worked out from what was recorded (None: it can't be said, or nobody plays
    against anybody); ``score``: a canonical decimal; ``winner``: as recorded, else who has rank 1."""

    seat: int
    rank: int | None
    score: str | None
    winner: bool
    team: str | None


class ResultRecorded(Event, frozen=True, tag="result_recorded"):
    """``started_at``: as sent."""

    rows: tuple[Line, ...]
    lowest_wins: bool
    amended: bool
    started_at: str | None
    duration_min: int | None


class SheetClosed(Event, frozen=True, tag="sheet_closed"):
    """Nothing will be recorded."""


EVENTS: Mapping[tuple[str, int], type[Event]] = {
    (str(event.__struct_config__.tag), event.schema): event
    for event in (ResultRecorded, SheetClosed, SeatAdded, SeatClosed, SeatOpened, Rewound)
}
