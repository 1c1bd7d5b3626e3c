"""The host's hand on the game, and the coming and going of seats."""

from __future__ import annotations

from races.rules.protocol import (
    Abandon,
    AddSalt,
    AddSeat,
    By,
    CloseGame,
    CloseSeat,
    Event,
    Pause,
    Paused,
    Refused,
    Resume,
    Resumed,
    SaltAdded,
    Sealed,
    SeatAdded,
    SeatClosed,
)
from races.rules.racehorse.events import DealAbandoned, GameFinished, SeatLeaving
from races.rules.racehorse.guards import host_only, own_chair, running
from races.rules.racehorse.scoring import ranking
from races.rules.racehorse.state import FEWEST, MOST, State, free_colour

Outcome = list[Event | Sealed]


def leavers(state: State) -> list[Event]:
    return [SeatClosed(seat=chair.seat) for chair in state.chairs if chair.state == "leaving"]


def ended(state: State) -> GameFinished:
    """The end before its time. Without a scored deal there is no result."""
    return GameFinished(ranking=ranking((chair.seat, chair.money) for chair in state.chairs) if state.scored else ())


def pause(state: State, move: Pause, by: By) -> Outcome:
    host_only(by, "pauses a game")
    running(state)
    if state.paused:
        raise Refused("paused", "The game is paused.")
    return [Paused(reason="host")]


def resume(state: State, move: Resume, by: By) -> Outcome:
    host_only(by, "resumes a game")
    running(state)
    if not state.paused:
        raise Refused("already_running", "The game is not paused.")
    return [Resumed()]


def abandon(state: State, move: Abandon, by: By) -> Outcome:
    host_only(by, "abandons a deal")
    running(state)
    return void(state)


def void(state: State) -> Outcome:
    """The running deal doesn't count; who wanted to leave leaves."""
    events: Outcome = [DealAbandoned(deal=state.number), *leavers(state)]
    if len(state.open_seats) < FEWEST:
        events.append(ended(state))
    return events


def close_game(state: State, move: CloseGame, by: By) -> Outcome:
    """A running deal is void; no hand is opened."""
    host_only(by, "closes a game")
    void: Outcome = [DealAbandoned(deal=state.number)] if state.running else []
    return [*void, *leavers(state), ended(state)]


# Seats


def add_salt(state: State, move: AddSalt, by: By) -> Outcome:
    """From the sealing of a deck until it is dealt: so neither side can choose the hands."""
    chair = own_chair(state, by)
    if state.deck is None:
        raise Refused("not_running", "No deck waits to be dealt.")
    return [SaltAdded(seat=chair.seat, salt=move.salt)]


def close_seat(state: State, move: CloseSeat, by: By) -> Outcome:
    """Takes effect between deals: during one, after its payments. With fewer than five seats the game is over."""
    if by.seat != move.seat:
        host_only(by, "closes the seat of somebody else")
    chair = state.chair(move.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {move.seat}.")
    if not state.running:
        staying = [seat for seat in state.open_seats if seat != move.seat]
        return [SeatClosed(seat=move.seat), *([ended(state)] if len(staying) < FEWEST else [])]
    if chair.state == "leaving":
        raise Refused("seat_closed", f"Seat {move.seat} is leaving already, after this deal.")
    return [SeatLeaving(seat=move.seat)]


def add_seat(state: State, move: AddSeat, by: By) -> Outcome:
    """A latecomer is dealt to from the next deal on."""
    host_only(by, "adds a seat")
    if sum(chair.state != "closed" for chair in state.chairs) >= MOST:
        raise Refused("game_full", "This table is full.")
    seat = move.seat if move.seat is not None else max(chair.seat for chair in state.chairs) + 1
    if state.chair(seat) is not None:
        raise Refused("seat_taken", f"Seat {seat} has been given; a chair is never used again.")
    return [SeatAdded(seat=seat, colour=free_colour(state))]
