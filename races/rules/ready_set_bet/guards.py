"""Who may make a move, and when: what moves of this game ask before they do anything."""

from __future__ import annotations

from races.rules.protocol import By, Refused
from races.rules.ready_set_bet.state import State
from races.rules.table import Clock, host_only, this_one


def house_or_host(state: State, by: By, what: str) -> None:
    """The person on the House's seat does what the House does; the host may do it in any case."""
    chair = state.chair(by.seat)
    if chair is None or chair.state == "closed" or not state.runs_the_race(chair.seat):
        host_only(by, what)


def this_race(state: State, race: int | None) -> None:
    this_one("race", race, state.race.number)


def running(state: State) -> None:
    if state.phase != "running":
        raise Refused("not_running", "No race is running.")


CLOCK = Clock("race", running)
