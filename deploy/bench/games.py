"""Real games of Ready Set Bet, opened and played as the service does it, without a league around them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.store import Outcome, execute, execute_all
from races import service
from races.game import wrap
from races.rules.protocol import Move
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.markers import marker_set
from races.rules.ready_set_bet.moves import PlaceBet, Roll, StartRace

HOST = Actor(kind="host", id="bench")
RACES = 4


def open_game(club: UUID, seats: int, house: str = "basic", **options: Any) -> Stream:
    """An opened game whose first race can be started."""
    stream, command = service.open_game_command(
        club,
        uuid4(),
        HOST,
        ruleset="ready-set-bet",
        options={"house": house, **options},
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
    """One table after the other with a person as the House: an endless supply of small moves that are accepted, also
    where several writers play at the same table at once."""

    def __init__(self, club: UUID, seats: int, games: Iterator[Stream], chance: random.Random) -> None:
        self.club, self.seats, self.games, self.chance = club, seats, games, chance
        self.game = next(games)

    def step(self) -> None:
        """One accepted move: a roll; where no race runs, the start of one; where the game is over, the next game's."""
        while True:
            try:
                move(self.game, Roll(dice=dice(self.chance)))
                return
            except Refused as refused:
                if refused.code == "game_over":
                    self.game = next(self.games)
                elif refused.code != "not_running":
                    raise
            try:
                move(self.game, StartRace())
                return
            except Refused as refused:
                if refused.code not in ("already_running", "game_over"):
                    raise
