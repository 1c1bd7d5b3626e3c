"""Racehorse (rules page: a money form of Pitch for five to eight), in versions that stay replayable for ever.

Read it beside the rules page: ``cards`` (ranks, following, taking), ``auction``, ``scoring`` (the four points,
payments, next dealer); then ``dealing`` (the sealed deck), ``turns`` (whose turn, the default), ``moves``, ``events``,
``state``, ``decide``, ``evolve``, ``rewind``, ``view``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from races.rules.protocol import Due, Event, Move, Seen, Sentence, Summary, Transfer
from races.rules.racehorse import decide, evolve, rewind, scoring, state, turns, view
from races.rules.racehorse.events import EVENTS, Dealt
from races.rules.racehorse.moves import MOVES, SHELL_MOVES, Deal, PrepareDeal
from races.rules.racehorse.sentences import SENTENCES
from races.rules.racehorse.state import Options, State
from races.rules.table import TableGame


class Version1(TableGame):
    """Version 1: see :class:`races.rules.protocol.Ruleset`."""

    key: str = "racehorse"
    version: int = 1
    options: type[msgspec.Struct] = Options
    moves: tuple[type[Move], ...] = MOVES
    rules = decide.RULES
    shell_moves: tuple[type[Move], ...] = SHELL_MOVES
    events: Mapping[tuple[str, int], type[Event]] = EVENTS
    sentences: Mapping[str, tuple[Sentence, ...]] = SENTENCES
    hands: Mapping[str, Mapping[str, bool]] = {"play": {"deal_scored": True, "deal_abandoned": False}}

    def check(self, options: Options, seats: Sequence[int]) -> None:
        state.check(options, seats)

    def initial(self, options: Options, seats: Sequence[int], salt: str) -> State:
        return state.initial(options, seats, salt)

    def evolve(self, state: State, seen: Seen) -> State:
        return evolve.evolve(state, seen)

    def follow(self, state: State, random: Callable[[int], bytes]) -> Move | None:
        """Seals the next deck as soon as a deal is dealt, so that salts can be added while it is played; and deals."""
        coming = state.number + state.running
        if state.phase not in ("ready", "bidding", "playing") or coming > state.options.deals:
            return None
        if state.deck is None:
            return PrepareDeal(deal=coming, seed=random(32).hex())
        if state.phase == "ready" and state.options.deal_by == "server":
            return Deal(deal=coming)
        return None

    def rewind(self, now: State, then: State, later: Sequence[Seen]) -> list[Event]:
        return rewind.rewind(now, then, later)

    def legal(self, state: State, seat: int | None) -> list[dict[str, Any]]:
        return view.legal(state, seat)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def public(self, state: State) -> State:
        """See :class:`races.rules.protocol.Secretive`."""
        return view.public(state)

    def postings(self, event: Event) -> list[Transfer]:
        return scoring.postings(event)

    def summary(self, state: State) -> Summary:
        return view.summary(state)

    def default(self, state: State, seat: int) -> Move | None:
        return turns.default(state, seat)

    def due(self, state: State) -> Due | None:
        return turns.due(state)

    def chance(self, state: State, event: Event) -> Literal["proved", "entered"] | None:
        """A hand comes from the sealed deck, or is one that somebody stacked."""
        if not isinstance(event, Dealt):
            return None
        rigged = state.options.rigged
        return "entered" if rigged is not None and rigged.deal(event.deal) else "proved"

    def board(self) -> dict[str, Any]:
        return view.board()


V1 = Version1()
