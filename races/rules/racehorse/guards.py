"""Who may make a move, and when."""

from __future__ import annotations

from races.rules.protocol import By, Refused
from races.rules.racehorse.state import Deal, State
from races.rules.table import Clock, own_chair, this_one


def this_deal(state: State, deal: int | None) -> None:
    this_one("deal", deal, state.number)


def running(state: State) -> Deal:
    if not state.running or state.deal is None:
        raise Refused("not_running", "No deal is on the table.")
    return state.deal


CLOCK = Clock("game", running)


def my_turn(state: State, by: By, deal: int | None, phase: str, code: str, otherwise: str) -> Deal:
    """The deal on the table, if it is ``phase`` and the mover's turn; ``otherwise``: what is wrong in another phase."""
    chair = own_chair(state, by)
    this_deal(state, deal)
    table = running(state)
    CLOCK.unpaused(state)
    if state.phase != phase:
        raise Refused(code, otherwise)
    if table.turn != chair.seat:
        raise Refused("not_your_turn", f"It is the turn of seat {table.turn}.", expected=table.turn)
    return table
