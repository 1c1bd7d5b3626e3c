"""What every game at a table does alike, whatever its rulebook says: how a move finds its rule, who may make it, the
host's hand on the clock, the coming and going of seats. Sentences name the game's own things (a race, a deal)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from races.rules.protocol import (
    COLOURS,
    LAST_SEAT,
    AddSeat,
    By,
    CloseSeat,
    Event,
    Move,
    Pause,
    Paused,
    Refused,
    ReopenSeat,
    Resume,
    Resumed,
    Sealed,
    SeatOpened,
    SeatScore,
    Standing,
)

Outcome = list[Event | Sealed]
"""What a move makes happen."""


class Chair(Protocol):
    """``state``: ``playing``, ``leaving`` (where a game knows that) or ``closed``."""

    @property
    def seat(self) -> int: ...
    @property
    def colour(self) -> str: ...
    @property
    def money(self) -> int: ...
    @property
    def delta(self) -> int: ...
    @property
    def state(self) -> str: ...


Seated = TypeVar("Seated", bound=Chair, covariant=True)


class Table(Protocol[Seated]):
    """What is asked of a game's state."""

    @property
    def phase(self) -> str: ...
    @property
    def paused(self) -> object:
        """Truth: does the clock stand?"""

    @property
    def chairs(self) -> Sequence[Seated]: ...
    def chair(self, seat: int | None) -> Seated | None: ...


Rule = Callable[[Any, Any, By], Outcome]


def decided(rules: Mapping[type[Move], Rule], state: Table[Chair], move: Move, by: By) -> Outcome:
    """The events of ``move`` by the rule for its type. Raises :class:`Refused` with a code of the contract
    (``too_early``, for a clock that comes before its time, stays inside the server)."""
    rule = rules.get(type(move))
    if rule is None:
        raise Refused("invalid", "This game has no such move.")
    if state.phase == "finished":
        raise Refused("game_over", "This game is over.")
    return rule(state, move, by)


class TableGame:
    """Base of rulesets with one rule a move, money on chairs, and a ``ranking`` in the state (empty: none)."""

    rules: Mapping[type[Move], Rule]

    def decide(self, state: Any, move: Move, by: By) -> Outcome:
        return decided(self.rules, state, move, by)

    def balances(self, state: Any) -> dict[int, int]:
        return {chair.seat: chair.money for chair in state.chairs}

    def result(self, state: Any) -> tuple[Standing, ...] | None:
        return state.ranking or None


# Money and places


def ranking(money: Iterable[tuple[int, int]]) -> tuple[Standing, ...]:
    """(seat, dollars) → standings, richest first; equal money shares the rank: 1, 1, 3."""
    ordered = sorted(money, key=lambda pair: (-pair[1], pair[0]))
    amounts = [amount for _, amount in ordered]
    return tuple(Standing(seat=seat, rank=amounts.index(amount) + 1, money=amount) for seat, amount in ordered)


def scores(chairs: Sequence[Chair]) -> tuple[SeatScore, ...]:
    """A scoreboard's lines, richest first. Whoever is leaving still plays."""
    standings = ranking((chair.seat, chair.money) for chair in chairs)
    ranks = [line.rank for line in standings]
    by_seat = {chair.seat: chair for chair in chairs}
    return tuple(
        SeatScore(
            seat=line.seat,
            rank=line.rank,
            shared=ranks.count(line.rank) > 1,
            score=line.money,
            unit="$",
            delta=by_seat[line.seat].delta,
            state="closed" if by_seat[line.seat].state == "closed" else "playing",
        )
        for line in standings
    )


# Who may make a move


def host_only(by: By, what: str) -> None:
    if not by.host and not by.clock:
        raise Refused("wrong_scope", f"Only the host {what}.")


def server_only(by: By, what: str) -> None:
    if not by.clock:
        raise Refused("wrong_scope", f"Only the server {what}.")


def own_chair(state: Table[Seated], by: By) -> Seated:
    """The chair that the move is for, if somebody plays on it."""
    if by.seat is None:
        raise Refused("not_your_seat", "This move belongs to a seat: say which.")
    chair = state.chair(by.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {by.seat}.")
    return chair


def this_one(thing: str, meant: int | None, now: int) -> None:
    """Was the move meant for the current race or deal (``thing``)? None: for whatever there is."""
    if meant is not None and meant != now:
        sentence = f"That was meant for {thing} {meant}; now it is {thing} {now}."
        raise Refused("wrong_race", sentence, expected=now)


# The host's hand on the clock


class Clock:
    """Pausing and resuming: ``thing`` is what the host pauses, ``running(state)`` refuses where nothing runs."""

    def __init__(self, thing: str, running: Callable[[Any], object]) -> None:
        self._thing, self._running = thing, running

    def pause(self, state: Table[Chair], move: Pause, by: By) -> Outcome:
        host_only(by, f"pauses a {self._thing}")
        self._running(state)
        self.unpaused(state)
        return [Paused(reason="host")]

    def resume(self, state: Table[Chair], move: Resume, by: By) -> Outcome:
        host_only(by, f"resumes a {self._thing}")
        self._running(state)
        if not state.paused:
            raise Refused("already_running", f"The {self._thing} is not paused.")
        return [Resumed()]

    def unpaused(self, state: Table[Chair]) -> None:
        if state.paused:
            raise Refused("paused", f"The {self._thing} is paused.")


# Seats


def leaver(state: Table[Seated], move: CloseSeat, by: By) -> Seated:
    """The chair that is to be closed: somebody's own, or any at the host's word."""
    if by.seat != move.seat:
        host_only(by, "closes the seat of somebody else")
    chair = state.chair(move.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {move.seat}.")
    return chair


def still_here(chair: Chair, thing: str) -> None:
    """Refuses a second leaving during the same race or deal."""
    if chair.state == "leaving":
        raise Refused("seat_closed", f"Seat {chair.seat} is leaving already, after this {thing}.")


def reopened(state: Table[Chair], move: ReopenSeat, by: By, most: int, *, joining: bool = True) -> Outcome:
    """A seat is back at the host's word: one that is leaving at any time, a closed one where a latecomer could join
    (``joining``) a table with at most ``most`` open seats."""
    host_only(by, "opens a seat again")
    chair = state.chair(move.seat)
    if chair is None:
        raise Refused("not_found", f"There is no seat {move.seat} in this game.")
    if chair.state == "playing":
        raise Refused("seat_taken", f"Seat {move.seat} is not closed.")
    if chair.state == "closed" and not joining:
        raise Refused("join_closed", "A closed seat is opened between races: wait for the end of this one.")
    if chair.state == "closed" and is_full(state, most):
        raise Refused("game_full", "This table is full.")
    return [SeatOpened(seat=move.seat)]


def reopenable(state: Table[Chair], most: int, *, joining: bool = True) -> list[dict[str, Any]]:
    """The moves that :func:`reopened` takes now, as JSON for a host."""
    back = {"leaving", "closed"} if joining and not is_full(state, most) else {"leaving"}
    return [{"type": "open_seat", "seat": chair.seat} for chair in state.chairs if chair.state in back]


def is_full(state: Table[Chair], most: int) -> bool:
    """Are ``most`` seats open? A seat that is leaving still is."""
    return sum(chair.state != "closed" for chair in state.chairs) >= most


def newcomer(state: Table[Chair], move: AddSeat, most: int) -> int:
    """The number of a latecomer's chair: the one asked for, or the next; at most ``most`` are open at a time."""
    if is_full(state, most):
        raise Refused("game_full", "This table is full.")
    seat = move.seat if move.seat is not None else max(chair.seat for chair in state.chairs) + 1
    if state.chair(seat) is not None:
        raise Refused("seat_taken", f"Seat {seat} has been given; a chair is never used again.")
    if seat > LAST_SEAT:
        raise Refused("game_full", f"There is no chair after {LAST_SEAT}: ask for a lower number.")
    return seat


def free_colour(chairs: Sequence[Chair]) -> str:
    """A colour for a latecomer: one that nobody had, or else one that nobody at the table has."""
    ever = {chair.colour for chair in chairs}
    now = {chair.colour for chair in chairs if chair.state != "closed"}
    return next(colour for worn in (ever, now) for colour in COLOURS if colour not in worn)
