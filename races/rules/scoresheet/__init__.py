"""The score sheet: any game, recorded after play. Scores, ranks, winners, teams; what is missing stays missing.

``moves`` (what people send), ``ranking`` (who came where), ``events``, ``state``, ``decide``, ``view``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from races.rules.protocol import (
    By,
    Due,
    Event,
    Move,
    Rewound,
    Sealed,
    SeatAdded,
    SeatClosed,
    SeatOpened,
    Seen,
    Sentence,
    Standing,
    Summary,
    Transfer,
)
from races.rules.scoresheet import decide, state, view
from races.rules.scoresheet.events import EVENTS, ResultRecorded, SheetClosed
from races.rules.scoresheet.moves import MOVES
from races.rules.scoresheet.state import Chair, Options, State

SENTENCES: Mapping[str, tuple[Sentence, ...]] = {
    "result_recorded": (
        Sentence(text="The result is amended.", when={"amended": True}),
        Sentence(text="The result is recorded."),
    ),
    "sheet_closed": (Sentence(text="The sheet is closed without a result."),),
}


class Version1:
    """Version 1. See :class:`races.rules.protocol.Ruleset`."""

    key: str = "scoresheet"
    version: int = 1
    options: type[msgspec.Struct] = Options
    moves: tuple[type[Move], ...] = MOVES
    shell_moves: tuple[type[Move], ...] = ()
    events: Mapping[tuple[str, int], type[Event]] = EVENTS
    sentences: Mapping[str, tuple[Sentence, ...]] = SENTENCES

    def check(self, options: Options, seats: Sequence[int]) -> None:
        """Any number of seats that a game may have."""

    def initial(self, options: Options, seats: Sequence[int], salt: str) -> State:
        return state.initial(options, seats)

    def decide(self, state: State, move: Move, by: By) -> list[Event | Sealed]:
        return decide.decide(state, move, by)

    def evolve(self, state: State, seen: Seen) -> State:
        replace = msgspec.structs.replace
        match seen.event:
            case ResultRecorded() as event:
                return replace(
                    state,
                    lines=event.rows,
                    lowest_wins=event.lowest_wins,
                    amended=event.amended,
                    started_at=event.started_at,
                    duration_min=event.duration_min,
                )
            case SheetClosed():
                return replace(state, closed=True)
            case SeatAdded(seat=seat, colour=colour):
                return replace(state, chairs=(*state.chairs, Chair(seat, colour)))
            case SeatClosed(seat=seat) | SeatOpened(seat=seat):
                closed = isinstance(seen.event, SeatClosed)
                chairs = [replace(chair, closed=closed) if chair.seat == seat else chair for chair in state.chairs]
                return replace(state, chairs=tuple(chairs))
            case Rewound():
                return state
        raise TypeError(seen.event)

    def follow(self, state: State, random: Callable[[int], bytes]) -> Move | None:
        return None

    def rewind(self, now: State, then: State, later: Sequence[Seen]) -> list[Event]:
        return []

    def legal(self, state: State, seat: int | None) -> list[dict[str, Any]]:
        return view.legal(state, seat)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state)

    def balances(self, state: State) -> dict[int, int]:
        """No money moves."""
        return {chair.seat: 0 for chair in state.chairs}

    def postings(self, event: Event) -> list[Transfer]:
        return []

    def result(self, state: State) -> tuple[Standing, ...] | None:
        return view.result(state)

    def summary(self, state: State) -> Summary:
        return view.summary(state)

    def default(self, state: State, seat: int) -> Move | None:
        return None

    def due(self, state: State) -> Due | None:
        return None

    def chance(self, state: State, event: Event) -> Literal["proved", "entered"] | None:
        return None

    def board(self) -> dict[str, Any]:
        return {"kinds": ["competitive", "cooperative", "team"], "decimals": 4}


V1 = Version1()
