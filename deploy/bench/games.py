"""Real games of Ready Set Bet, opened and played as the service does it, without a league around them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.reading import load
from ledger.store import Outcome, execute, execute_all
from races import service
from races.game import wrap
from races.rules.protocol import Move
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.markers import marker_set
from races.rules.ready_set_bet.moves import PlaceBet, Roll, StartRace
from races.rules.ready_set_bet.state import State

HOST = Actor(kind="host", id="bench")
RACES = 4


def open_game(club: UUID, seats: int, house: str = "basic", **options: Any) -> Stream:
    """An opened game whose first race can be started: without cards, for nobody is there to choose his."""
    stream, command = service.open_game_command(
        club,
        uuid4(),
        HOST,
        ruleset="ready-set-bet",
        options={"house": house, "vips": False, "props": False, "exotics": False, **options},
        members=[None] * seats,
    )
    execute_all([command])
    return stream


def move(game: Stream, body: Move, seat: int | None = None) -> Outcome:
    """The host's move, or a seat's own."""
    actor = HOST if seat is None else Actor(kind="seat", id=f"seat:{game.id}:{seat}", seat=seat)
    return execute(game, wrap(body), actor=actor)


def chance_of(seed: int) -> random.Random:
    """Dice and spots of the bench; the same seed gives the same game."""
    return random.Random(seed)  # noqa: S311 - nobody's money


def dice(chance: random.Random) -> tuple[int, int]:
    return chance.randint(1, 6), chance.randint(1, 6)


def bets(seats: int, race: int, chance: random.Random, house: str = "basic") -> list[tuple[int, PlaceBet]]:
    """Every marker of every seat on a spot of its own, in random order: all of them are accepted while betting is
    open."""
    markers = [(seat, marker) for seat in range(1, seats + 1) for marker in marker_set(house, seats)]
    spots = chance.sample(list(STANDARD.spots), len(markers))
    return [
        (seat, PlaceBet(marker=marker, spot=spot, race=race))
        for (seat, marker), spot in zip(markers, spots, strict=True)
    ]


def play_whole(club: UUID, seats: int, chance: random.Random) -> Stream:
    """A complete game: four races, all bets placed before the first roll."""
    game = open_game(club, seats, races=RACES)
    for race in range(1, RACES + 1):
        move(game, StartRace(race=race))
        for seat, bet in bets(seats, race, chance):
            move(game, bet, seat)
        for _ in rolls(game, chance):
            pass
    return game


def rolls(game: Stream, chance: random.Random) -> Iterator[Outcome]:
    """The host enters dice until the race is over."""
    while True:
        outcome = move(game, Roll(dice=dice(chance)))
        yield outcome
        if outcome.state.play.phase != "running":
            return


class Table:
    """One whole game after the other with a person as the House, every seat betting with all it has: an endless supply
    of small moves that are accepted, also where several writers play at the same table at once (writer ``index`` of
    ``count`` brings his share of the bets; all of them start races and roll)."""

    def __init__(self, club: UUID, seats: int, games: Iterator[Stream], index: int = 0, count: int = 1) -> None:
        self.club, self.seats, self.games, self.index, self.count = club, seats, games, index, count
        self.chance = chance_of(index)
        self._sit(next(games))

    def step(self) -> None:
        """One accepted move: a bet; where all mine are placed, a roll; where no race runs, the start of one."""
        while True:
            seat, body = self.hand[-1] if self.hand else (None, self._own())
            try:
                outcome = move(self.game, body, seat)
            except Refused:  # another writer was faster
                self._look(load(self.game).state.play)
                continue
            if seat is not None:
                self.hand.pop()
            self._look(outcome.state.play)
            return

    def _own(self) -> Move:
        return Roll(dice=dice(self.chance)) if self.running else StartRace()

    def _sit(self, game: Stream) -> None:
        self.game, self.race, self.running = game, 0, False
        self.hand: list[tuple[int, PlaceBet]] = []

    def _look(self, play: State) -> None:
        """Takes in how the table stands."""
        self.running = play.phase == "running"
        if play.phase == "finished":
            self._sit(next(self.games))
        elif not self.running or not play.race.betting:
            self.hand = []
        elif play.race.number != self.race:
            self.race = play.race.number
            self.hand = bets(self.seats, self.race, chance_of(self.race))[self.index :: self.count]
