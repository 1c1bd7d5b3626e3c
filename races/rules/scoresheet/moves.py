"""What people send: a result, and what it should have been."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from races.rules.protocol import LAST_SEAT, AddSeat, CloseGame, CloseSeat, Move, Reason, ReopenSeat, SeatNo

Score = Annotated[Decimal, Meta(description="A number of at most 4 decimals; may be negative.")]
Team = (
    Annotated[int, Meta(ge=0, le=LAST_SEAT)]
    | Annotated[str, Meta(min_length=1, max_length=8, pattern=r"^[A-Za-z0-9]+$")]
)
Instant = Annotated[
    str, Meta(max_length=40, pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$")
]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known of one seat; what isn't given isn't known (a missing score is not 0). ``rank`` 1 is the best;
    ``winner``: set by hand, it beats ranks and scores; ``team``: seats of the same one share its result."""

    seat: SeatNo
    score: Score | None = None
    rank: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    winner: bool | None = None
    team: Team | None = None


Rows = Annotated[tuple[Row, ...], Meta(min_length=1, max_length=LAST_SEAT)]


class Record(Move, frozen=True, tag="record"):
    """The result of a play; seats without a row didn't play. ``lowest_wins``: as the options say, if not given."""

    sealed: ClassVar[tuple[str, ...]] = ("note",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    rows: Rows
    lowest_wins: bool | None = None
    started_at: Instant | None = None
    duration_min: Annotated[int, Meta(ge=0, le=100_000)] | None = None
    note: Reason | None = None


class Amend(Move, frozen=True, tag="amend"):
    """All rows anew: what was recorded was wrong."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)
    audience: ClassVar[tuple[str, ...]] = ("club",)
    rows: Rows
    reason: Reason


MOVES: tuple[type[Move], ...] = (Record, Amend, AddSeat, CloseSeat, ReopenSeat, CloseGame)
