"""Options and state of a score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from races.rules.protocol import COLOURS
from races.rules.scoresheet.events import Line


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``kind``: in a cooperative game all win together or nobody does."""

    kind: Literal["competitive", "cooperative", "team"] = "competitive"
    lowest_wins: bool = False


class Chair(msgspec.Struct, frozen=True):
    seat: int
    colour: str
    closed: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """``lines`` None: nothing is recorded yet."""

    options: Options
    chairs: tuple[Chair, ...]
    lines: tuple[Line, ...] | None = None
    lowest_wins: bool = False
    amended: bool = False
    started_at: str | None = None
    duration_min: int | None = None
    closed: bool = False

    @property
    def over(self) -> bool:
        return self.closed or self.lines is not None

    def chair(self, seat: int) -> Chair | None:
        return next((chair for chair in self.chairs if chair.seat == seat), None)


def initial(options: Options, seats: Sequence[int]) -> State:
    chairs = tuple(Chair(seat, COLOURS[i]) for i, seat in enumerate(seats))
    return State(options=options, chairs=chairs, lowest_wins=options.lowest_wins)
