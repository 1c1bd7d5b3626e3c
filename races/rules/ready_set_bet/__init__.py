"""Ready Set Bet (rules page: the betting game of four horse races), in versions that stay replayable for ever.

Read it beside the rulebook. What the game is made of: ``editions/`` (all content as data), ``edition``, ``board``,
``markers``, ``vips`` (what can be said on a card), ``exotics``. What holds in a race: ``track`` (movement, bonus, red
line), ``placing`` (win, place, show), ``powers`` (what cards do), ``settlement``. What happens: ``moves``, ``events``,
``state``; deciding in ``opening``, ``racing``, ``betting``, ``decks``, ``drafting``, ``housing``, ``hosting`` and
``following``; folding in ``evolve`` and ``evolve_cards``; ``rewind``. What is shown: ``offers``, ``view``,
``scoreboard``, ``calls``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from races.rules.protocol import DeckCheck, Due, Event, Move, Seen, Sentence, Summary, Transfer
from races.rules.ready_set_bet import (
    decide,
    deck_check,
    evolve,
    following,
    offers,
    opening,
    rewind,
    scoreboard,
    settlement,
    view,
)
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.calls import Caller
from races.rules.ready_set_bet.events import EVENTS, Rolled
from races.rules.ready_set_bet.moves import MOVES, SHELL_MOVES
from races.rules.ready_set_bet.sentences import SENTENCES
from races.rules.ready_set_bet.state import Options, State, public
from races.rules.table import TableGame


class Version1(TableGame):
    """Version 1. See :class:`races.rules.protocol.Ruleset` and :class:`races.rules.protocol.Editioned`."""

    key: str = "ready-set-bet"
    version: int = 1
    options: type[msgspec.Struct] = Options
    moves: tuple[type[Move], ...] = MOVES
    rules = decide.RULES
    shell_moves: tuple[type[Move], ...] = SHELL_MOVES
    events: Mapping[tuple[str, int], type[Event]] = EVENTS
    sentences: Mapping[str, tuple[Sentence, ...]] = SENTENCES
    hands: Mapping[str, Mapping[str, bool]] = {"keep_vip": {"decks_opened": True}}

    def check(self, options: Options, seats: Sequence[int]) -> None:
        opening.check(options, seats)

    def edition(self) -> tuple[str, str]:
        return STANDARD.edition.name, STANDARD.hash

    def initial(self, options: Options, seats: Sequence[int], salt: str) -> State:
        return opening.initial(options, seats, salt, STANDARD.hash)

    def initial_of(self, options: Options, seats: Sequence[int], salt: str, edition: str | None) -> State:
        return opening.initial(options, seats, salt, edition)

    def evolve(self, state: State, seen: Seen) -> State:
        return evolve.evolve(state, seen)

    def follow(self, state: State, random: Callable[[int], bytes]) -> Move | None:
        return following.follow(state, random)

    def rewind(self, now: State, then: State, later: Sequence[Seen]) -> list[Event]:
        return rewind.rewind(now, then, later)

    def still_sealed(self, now: State, then: State) -> list[Event]:
        return rewind.still_sealed(now, then, dice=True)

    def legal(self, state: State, seat: int | None) -> list[dict[str, Any]]:
        return offers.legal(state, seat)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return view.view(state, seat)

    def public(self, state: State) -> State:
        """See :class:`races.rules.protocol.Secretive`: hands of a draft are for their seats."""
        return public(state)

    def postings(self, event: Event) -> list[Transfer]:
        return settlement.postings(event)

    def summary(self, state: State) -> Summary:
        return scoreboard.summary(state)

    def default(self, state: State, seat: int) -> Move | None:
        return offers.default(state, seat)

    def due(self, state: State) -> Due | None:
        return offers.due(state)

    def chance(self, state: State, event: Event) -> Literal["proved", "entered"] | None:
        if not isinstance(event, Rolled):
            return None
        return "proved" if state.clock_rolls else "entered"

    def caller(self, state: State) -> Caller:
        """Who calls this game out, from its events (:mod:`.calls`; in other languages: ``races.calling``)."""
        return Caller(state.board)

    deck_option: str = "vip_deck"

    def check_deck(self, text: str) -> DeckCheck:
        return deck_check.check(text, STANDARD)

    def board(self) -> dict[str, Any]:
        return STANDARD.drawing()


V1 = Version1()
