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
    Refused,
    ReopenSeat,
    SaltAdded,
    SeatAdded,
    SeatClosed,
)
from races.rules.racehorse.events import DealAbandoned, GameFinished, SeatLeaving
from races.rules.racehorse.guards import running
from races.rules.racehorse.state import FEWEST, MOST, State
from races.rules.table import (
    Outcome,
    free_colour,
    host_only,
    leaver,
    newcomer,
    own_chair,
    ranking,
    reopened,
    still_here,
)


def leavers(state: State) -> list[Event]:
    return [SeatClosed(seat=chair.seat) for chair in state.chairs if chair.state == "leaving"]


def ended(state: State) -> GameFinished:
    """The end before its time. Without a scored deal there is no result."""
    return GameFinished(ranking=ranking((chair.seat, chair.money) for chair in state.chairs) if state.scored else ())


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
    chair = leaver(state, move, by)
    if not state.running:
        staying = [seat for seat in state.open_seats if seat != move.seat]
        return [SeatClosed(seat=move.seat), *([ended(state)] if len(staying) < FEWEST else [])]
    still_here(chair, "deal")
    return [SeatLeaving(seat=move.seat)]


def open_seat(state: State, move: ReopenSeat, by: By) -> Outcome:
    """Like a latecomer, it is dealt to from the next deal on; a seat that is leaving plays this one anyway."""
    return reopened(state, move, by, MOST)


def add_seat(state: State, move: AddSeat, by: By) -> Outcome:
    """A latecomer is dealt to from the next deal on."""
    host_only(by, "adds a seat")
    seat = newcomer(state, move, MOST)
    return [SeatAdded(seat=seat, colour=free_colour(state.chairs))]
