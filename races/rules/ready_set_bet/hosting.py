"""The host's hand on the game, and who sits at it."""

from __future__ import annotations

from races.rules.protocol import AddSalt, AddSeat, By, CloseSeat, Refused, ReopenSeat, SaltAdded, SeatAdded, SeatClosed
from races.rules.ready_set_bet.drafting import undecided
from races.rules.ready_set_bet.events import HouseOffered, HousePassed, PaceSet, SeatLeaving, VipChosen
from races.rules.ready_set_bet.guards import this_race
from races.rules.ready_set_bet.housing import asked, returned_pay
from races.rules.ready_set_bet.moves import PlayDefaults, SetPace
from races.rules.ready_set_bet.state import State
from races.rules.table import (
    Outcome,
    free_colour,
    host_only,
    leaver,
    newcomer,
    own_chair,
    reopened,
    server_only,
    still_here,
)


def set_pace(state: State, move: SetPace, by: By) -> Outcome:
    host_only(by, "sets the pace")
    if not state.clock_rolls:
        raise Refused("invalid", "A person rolls in this game, at any pace.")
    return [PaceSet(pace_ms=move.pace_ms)]


def play_defaults(state: State, move: PlayDefaults, by: By) -> Outcome:
    """Between races, after ``default_after_s``: a sleeping seat keeps the card dealt first; a House that is asked gives
    it up, another seat passes."""
    server_only(by, "plays for a seat that sleeps")
    this_race(state, move.race)
    if state.phase not in ("drafting", "offering"):
        raise Refused("not_running", "Nobody's answer is awaited.")
    if not by.replay and (state.next_at is None or by.at < state.next_at):
        raise Refused("too_early", "There is still time to answer.")
    race = state.race.number
    if state.phase == "drafting":
        return [VipChosen(race=race, seat=seat, unseen=True) for seat in undecided(state)]
    seat = asked(state)
    if seat is None:
        raise Refused("not_your_turn", "Nobody is asked to be House now.")
    return [HouseOffered(race=race, seat=seat) if state.runs_the_race(seat) else HousePassed(race=race, seat=seat)]


def add_salt(state: State, move: AddSalt, by: By) -> Outcome:
    """Between the sealing of the race's seed and its start: so neither side can choose the dice."""
    chair = own_chair(state, by)
    if not state.clock_rolls:
        raise Refused("invalid", "A person rolls in this game: its dice need no salt.")
    if state.phase == "running":
        raise Refused("already_running", "The race has started: its dice are settled.")
    if state.phase not in ("drafting", "ready"):
        raise Refused("not_running", "The next race is not prepared yet.")
    return [SaltAdded(seat=chair.seat, salt=move.salt)]


def close_seat(state: State, move: CloseSeat, by: By) -> Outcome:
    """Takes effect between races: during one, after its settlement."""
    chair = leaver(state, move, by)
    if state.phase != "running":
        return [*returned_pay(state, move.seat), SeatClosed(seat=move.seat)]
    still_here(chair, "race")
    return [SeatLeaving(seat=move.seat)]


def open_seat(state: State, move: ReopenSeat, by: By) -> Outcome:
    return reopened(state, move, by, most=state.kind.seats[1], joining=state.phase != "running")


def add_seat(state: State, move: AddSeat, by: By) -> Outcome:
    host_only(by, "adds a seat")
    if state.phase == "running":
        raise Refused("join_closed", "A latecomer joins between races: wait for the end of this one.")
    seat = newcomer(state, move, most=state.kind.seats[1])
    return [SeatAdded(seat=seat, colour=free_colour(state.chairs))]
