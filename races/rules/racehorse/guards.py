"""Who may make a move, and when."""

from __future__ import annotations

from races.rules.protocol import By, Refused
from races.rules.racehorse.state import Chair, Deal, State


def host_only(by: By, what: str) -> None:
    if not by.host and not by.clock:
        raise Refused("wrong_scope", f"Only the host {what}.")


def server_only(by: By, what: str) -> None:
    if not by.clock:
        raise Refused("wrong_scope", f"Only the server {what}.")


def own_chair(state: State, by: By) -> Chair:
    if by.seat is None:
        raise Refused("not_your_seat", "This move belongs to a seat: say which.")
    chair = state.chair(by.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {by.seat}.")
    return chair


def this_deal(state: State, deal: int | None) -> None:
    if deal is not None and deal != state.number:
        raise Refused(
            "wrong_race", f"That was meant for deal {deal}; now it is deal {state.number}.", expected=state.number
        )


def running(state: State) -> Deal:
    if not state.running or state.deal is None:
        raise Refused("not_running", "No deal is on the table.")
    return state.deal


def my_turn(state: State, by: By, deal: int | None, phase: str, code: str, otherwise: str) -> Deal:
    """The deal on the table, if it is ``phase`` and the mover's turn; ``otherwise``: what is wrong in another phase."""
    chair = own_chair(state, by)
    this_deal(state, deal)
    table = running(state)
    if state.paused:
        raise Refused("paused", "The game is paused.")
    if state.phase != phase:
        raise Refused(code, otherwise)
    if table.turn != chair.seat:
        raise Refused("not_your_turn", f"It is the turn of seat {table.turn}.", expected=table.turn)
    return table
