"""Ready Set Bet (rules page: the betting game of four horse races), in versions that stay replayable for ever.

Read it beside the rulebook: ``board`` (spots, odds, colours), ``track`` (movement, bonus, red line), ``placing`` (win,
place, show), ``markers``, ``settlement``; then ``moves``, ``events``, ``state``, ``decide``, ``evolve``, ``rewind``,
``view``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from races.rules.protocol import By, Due, Event, Move, Sealed, Seen, Sentence, Standing, Summary, Transfer
from races.rules.ready_set_bet import decide, evolve, rewind, settlement, state, view
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import EVENTS, Rolled
from races.rules.ready_set_bet.moves import MOVES, SHELL_MOVES, PrepareRace
from races.rules.ready_set_bet.sentences import SENTENCES
from races.rules.ready_set_bet.state import Options, State


class Version1:
    """Version 1: track, bets, four races; House ``app`` or ``basic``; no cards. See
    :class:`races.rules.protocol.Ruleset`."""

    key: str = "ready-set-bet"
    version: int = 1
    options: type[msgspec.Struct] = Options
    moves: tuple[type[Move], ...] = MOVES
    shell_moves: tuple[type[Move], ...] = SHELL_MOVES
    events: Mapping[tuple[str, int], type[Event]] = EVENTS
    sentences: Mapping[str, tuple[Sentence, ...]] = SENTENCES

    def check(self, options: Options, seats: Sequence[int]) -> None:
        state.check(options, seats)

    def initial(self, options: Options, seats: Sequence[int], salt: str) -> State:
        return state.initial(options, seats, salt)

    def decide(self, state: State, move: Move, by: By) -> list[Event | Sealed]:
        return decide.decide(state, move, by)

    def evolve(self, state: State, seen: Seen) -> State:
        return evolve.evolve(state, seen)

    def follow(self, state: State, random: Callable[[int], bytes]) -> Move | None:
        if state.phase != "preparing":
            return None
        seed = random(32).hex() if state.clock_rolls else None
        return PrepareRace(race=state.race.number, seed=seed)

    def rewind(self, now: State, then: State, later: Sequence[Seen]) -> list[Event]:
        return rewind.rewind(now, then, later)

    def legal(self, state: State, seat: int | None) -> list[dict[str, Any]]:
        return view.legal(state, seat)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def balances(self, state: State) -> dict[int, int]:
        return {chair.seat: chair.money for chair in state.chairs}

    def postings(self, event: Event) -> list[Transfer]:
        return settlement.postings(event)

    def result(self, state: State) -> tuple[Standing, ...] | None:
        return state.ranking or None

    def summary(self, state: State) -> Summary:
        return view.summary(state)

    def default(self, state: State, seat: int) -> Move | None:
        """Nobody has to bet: nothing is played for a seat that sleeps."""
        return None

    def due(self, state: State) -> Due | None:
        return view.due(state)

    def chance(self, state: State, event: Event) -> Literal["proved", "entered"] | None:
        if not isinstance(event, Rolled):
            return None
        return "proved" if state.clock_rolls else "entered"

    def board(self) -> dict[str, Any]:
        return STANDARD.drawing()


V1 = Version1()
