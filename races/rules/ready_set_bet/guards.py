"""Who may make a move, and when: what every move asks before it does anything."""

from __future__ import annotations

from races.rules.protocol import By, Event, Refused, Sealed
from races.rules.ready_set_bet.state import Chair, State

Outcome = list[Event | Sealed]
"""What a move makes happen."""


def host_only(by: By, what: str) -> None:
    if not by.host and not by.clock:
        raise Refused("wrong_scope", f"Only the host {what}.")


def server_only(by: By, what: str) -> None:
    if not by.clock:
        raise Refused("wrong_scope", f"Only the server {what}.")


def house_or_host(state: State, by: By, what: str) -> None:
    """The person on the House's seat does what the House does; the host may do it in any case."""
    chair = state.chair(by.seat)
    if chair is None or chair.state == "closed" or not state.runs_the_race(chair.seat):
        host_only(by, what)


def own_chair(state: State, by: By) -> Chair:
    if by.seat is None:
        raise Refused("not_your_seat", "This move belongs to a seat: say which.")
    chair = state.chair(by.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {by.seat}.")
    return chair


def this_race(state: State, race: int | None) -> None:
    if race is not None and race != state.race.number:
        sentence = f"That was meant for race {race}; now it is race {state.race.number}."
        raise Refused("wrong_race", sentence, expected=state.race.number)


def running(state: State) -> None:
    if state.phase != "running":
        raise Refused("not_running", "No race is running.")


def unpaused(state: State) -> None:
    if state.paused:
        raise Refused("paused", "The race is paused.")
