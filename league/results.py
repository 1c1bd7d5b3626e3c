"""What a game says to a table: the result of those who sat in it, and since which event it says just that.

A pure fold of a game's states: the projection keeps it as rows, and a table as known at an earlier time folds again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import groupby
from typing import Any
from uuid import UUID

import msgspec

from ledger.decider import Recorded
from races.frame import GameState
from races.rules.protocol import Standing


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. ``rank`` 1-2-2-4 among the ``players`` seats that had somebody; ``money``: whole dollars at the end;
    ``score`` None: the money is the score."""

    seat: int
    member: UUID
    rank: int
    shared: bool
    players: int
    money: int
    score: Decimal | None = None


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """``played``: which game it is (its title in small letters, else its ruleset). ``version`` and ``at``: of the event
    since which it is so; ``in_force``: false while the game has no result (any more) or is void."""

    night: UUID
    counts: bool
    played: str
    seats: tuple[SeatResult, ...]
    version: int
    at: int
    in_force: bool

    def says(self) -> tuple[Any, ...]:
        return self.night, self.counts, self.played, self.seats


def standings(state: GameState) -> tuple[Standing, ...]:
    """The ranking of a finished game among the seats on which somebody sat or played, ranks 1-2-2-4 closed up; empty
    while the game has no result."""
    if state.frame is None:
        return ()
    ranking = state.frame.ruleset.result(state.play)
    if ranking is None:
        return ()
    return closed_up(state, ranking)


def closed_up(state: GameState, ranking: Sequence[Standing]) -> tuple[Standing, ...]:
    assert state.frame is not None
    taken = {chair.seat for chair in state.frame.seats if chair.member is not None}
    sat = [line for line in ranking if line.seat in taken or line.played]
    replace = msgspec.structs.replace
    return tuple(replace(line, rank=1 + sum(other.rank < line.rank for other in sat)) for line in sat)


TELLING = frozenset({"game_finished", "result_recorded", "seat_taken", "game_changed"})


def teller(events: Sequence[Recorded]) -> Recorded:
    """Of the events of one transaction, the one by which a game says something new: the same one whether moves are
    taken together or one after the other."""
    return next((event for event in reversed(events) if event.type in TELLING), events[-1])


def over_time(events: Sequence[Recorded], state_at: Callable[[int], GameState]) -> GameResult | None:
    """What a game says after these events, all from its first on."""
    said: GameResult | None = None
    for _, together in groupby(events, key=lambda event: event.at):
        batch = list(together)
        by = teller(batch)
        said = told(said, state_at(batch[-1].version), by.version, by.at)
    return said


def told(before: GameResult | None, state: GameState, version: int, at: int) -> GameResult | None:
    """What the game says after an event, given what it said before (None: nothing yet). A result that went (rewound,
    void) and comes back as it was is the old one: it says so since the old event."""
    after = _result(state, standings(state), version, at)
    if after is None:
        return None if before is None else msgspec.structs.replace(before, in_force=False)
    if before is not None and before.says() == after.says():
        return msgspec.structs.replace(before, in_force=after.in_force)
    return after


def so_far(state: GameState, version: int, at: int) -> GameResult | None:
    """As if a running game were over now."""
    if state.frame is None:
        return None
    ranking = [
        Standing(seat=seat.seat, rank=seat.rank, money=int(seat.score or 0))
        for seat in state.summary.seats
        if seat.unit == "$"  # what is recorded after play has no result so far
    ]
    return _result(state, closed_up(state, ranking), version, at)


def _result(state: GameState, lines: Sequence[Standing], version: int, at: int) -> GameResult | None:
    frame = state.frame
    if frame is None or not lines:
        return None
    ranks = [line.rank for line in lines]
    who = {chair.seat: chair.member for chair in frame.seats if chair.member is not None}
    return GameResult(
        night=frame.night,
        counts=frame.counts and not frame.rigged,
        played=frame.title.strip().casefold() or frame.ruleset.key,
        seats=tuple(
            SeatResult(
                seat=line.seat,
                member=who[line.seat],
                rank=line.rank,
                shared=ranks.count(line.rank) > 1,
                players=len(lines),
                money=line.money,
                score=line.score,
            )
            for line in lines
            if line.seat in who  # of who else played nothing is known but that they were there
        ),
        version=version,
        at=at,
        in_force=not frame.void,
    )
