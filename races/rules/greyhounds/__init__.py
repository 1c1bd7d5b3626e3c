"""Greyhounds (rules page: the dog race in one, two and three laps), in versions that stay replayable for ever.

Read it beside the rules page: ``dealing`` (sets and ranking, R2), ``odds`` (R13), ``betting`` (R12, R14), ``track``
(movement, lapping, places, R3 and R5–R11), ``settlement`` (R14–R16); then ``moves``, ``events``, ``state``, ``decide``
with ``running`` (what a complete round does), ``evolve``, ``rewind``, ``view`` (with what is played for a seat that
sleeps, R4).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from races.rules.greyhounds import betting, dealing, decide, evolve, odds, rewind, settlement, state, track, view
from races.rules.greyhounds.events import EVENTS, SetRevealed
from races.rules.greyhounds.moves import MOVES, SHELL_MOVES, DealRace, PrepareRace
from races.rules.greyhounds.sentences import SENTENCES
from races.rules.greyhounds.state import Options, State
from races.rules.protocol import Due, Event, Move, Seen, Sentence, Summary, Transfer
from races.rules.table import TableGame


class Version1(TableGame):
    """Version 1: the whole page, with a bank or a bookmaker. See :class:`races.rules.protocol.Ruleset`."""

    key: str = "greyhounds"
    version: int = 1
    options: type[msgspec.Struct] = Options
    moves: tuple[type[Move], ...] = MOVES
    rules = decide.RULES
    shell_moves: tuple[type[Move], ...] = SHELL_MOVES
    events: Mapping[tuple[str, int], type[Event]] = EVENTS
    sentences: Mapping[str, tuple[Sentence, ...]] = SENTENCES
    hands: Mapping[str, Mapping[str, bool]] = {"set_aside": decide.OPENED, "play": decide.OPENED}

    def check(self, options: Options, seats: Sequence[int]) -> None:
        state.check(options, seats)

    def initial(self, options: Options, seats: Sequence[int], salt: str) -> State:
        return state.initial(options, seats, salt)

    def evolve(self, state: State, seen: Seen) -> State:
        return evolve.evolve(state, seen)

    def follow(self, state: State, random: Callable[[int], bytes]) -> Move | None:
        """A race is dealt as soon as the one before is over and its seed is sealed; while it runs, the next one's seed
        is sealed, so that seats can add salt to it."""
        if state.phase == "between" and state.coming is not None:
            return DealRace(race=state.race)
        if state.coming is None and (state.phase == "between" or (state.running and state.race < dealing.RACES)):
            return PrepareRace(race=state.race + state.running, seed=random(32).hex())
        return None

    def public(self, state: State) -> State:
        return view.public(state)

    def rewind(self, now: State, then: State, later: Sequence[Seen]) -> list[Event]:
        return rewind.rewind(now, then, later)

    def legal(self, state: State, seat: int | None) -> list[dict[str, Any]]:
        return view.legal(state, seat)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def postings(self, event: Event) -> list[Transfer]:
        return settlement.postings(event)

    def summary(self, state: State) -> Summary:
        return view.summary(state)

    def default(self, state: State, seat: int) -> Move | None:
        return view.default(state, seat)

    def due(self, state: State) -> Due | None:
        return view.due(state)

    def chance(self, state: State, event: Event) -> Literal["proved", "entered"] | None:
        if not isinstance(event, SetRevealed):
            return None
        rigged = state.setup.options.rigged
        return "entered" if rigged is not None and event.race <= len(rigged.sets) else "proved"

    def board(self) -> dict[str, Any]:
        return {
            "seats": {"least": 3, "most": 4},
            "races": dealing.RACES,
            "prizes": list(settlement.PRIZES),
            "capital": state.CAPITAL,
            "bookmaker_capital": state.BOOKMAKER_CAPITAL,
            "bets": {
                "kinds": list(odds.KINDS),
                "most": betting.MOST_BETS,
                "unit": betting.UNIT,
                "least": betting.LEAST,
                "limit": betting.MOST,
            },
            "odds": {
                str(dogs): {
                    "sieg": list(chart.sieg),
                    "platz": list(chart.platz),
                    "einlauf": [list(row) for row in chart.einlauf],
                }
                for dogs, chart in odds.CHARTS.items()
            },
            "cards": {"low": list(dealing.LOW), "high": list(dealing.HIGH), "set": 2 * dealing.HALF},
            "round_limit": track.ROUND_LIMIT,
        }


V1 = Version1()
