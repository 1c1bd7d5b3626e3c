"""What the server does at once after a move: the next step that waits for nobody."""

from __future__ import annotations

from collections.abc import Callable

from races.rules.protocol import Move
from races.rules.ready_set_bet.decks import uses_cards
from races.rules.ready_set_bet.drafting import undecided
from races.rules.ready_set_bet.housing import house_pay, must_choose
from races.rules.ready_set_bet.moves import ChooseHouse, OpenVips, PayHouse, PrepareRace, SealDecks
from races.rules.ready_set_bet.state import State


def follow(state: State, random: Callable[[int], bytes]) -> Move | None:
    """The server's next move, or None while it is for people (or the clock) to move. ``random(n)`` gives n fresh
    bytes: drawn nowhere else."""
    race = state.race.number
    if state.phase == "running" or state.phase in ("settled", "finished"):
        return None
    if must_choose(state):
        by_lot = state.setup.options.house == "rotating" and state.phase == "preparing"
        return ChooseHouse(race=race, seed=random(32).hex() if by_lot else None)
    if house_pay(state):
        return PayHouse(race=race)
    if state.phase == "drafting" and not undecided(state):
        return OpenVips(race=race)
    if state.phase != "preparing":
        return None
    if uses_cards(state.setup) and not state.cards.sealed:
        return SealDecks(seed=random(32).hex())
    return PrepareRace(race=race, seed=random(32).hex() if state.clock_rolls else None)
