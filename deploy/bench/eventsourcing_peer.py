"""The same table with the PyPI package ``eventsourcing``, as its manual writes it: load the aggregate, decide, save;
where somebody else was faster, again. Default settings, PostgreSQL recorder, no snapshot."""

from __future__ import annotations

import os
import time
from functools import cache
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import IntegrityError
from psycopg.conninfo import conninfo_to_dict

from deploy.bench.games import RACES, bets, chance_of, dice
from deploy.bench.writers import Step
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.events import BetSettled, SeatSettled
from races.rules.ready_set_bet.placing import finish
from races.rules.ready_set_bet.settlement import settle
from races.rules.ready_set_bet.state import Bet, Chair
from races.rules.ready_set_bet.track import advance, arrived, closing, gate
from races.rules.table import ranking

EVENTS_A_GAME = 450
"""Of four seats, roughly."""
TURN = 0.25
"""Seconds that a writer stays with a game."""


class Game(Aggregate):
    """A table whose host enters dice and whose seats bet with all they have: the rules, and the kinds of events, of our
    own game."""

    @event("Opened")
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.race = 0
        self.running = False
        self.finished = False
        self.track = gate(STANDARD)
        self.bets: list[Bet] = []
        self.chairs = [Chair(seat, "") for seat in range(1, seats + 1)]

    def play(self, thrown: tuple[int, int]) -> bool:
        """One move; False once the game is over."""
        if self.finished:
            return False
        planned = plan(self.seats, max(self.race, 1))
        if not self.running:
            if self.race == 0:
                self.race_prepared(1)
            self.race_started(self.race)
        elif len(self.bets) < len(planned):
            self.bet_placed(self.race, *planned[len(self.bets)])
        else:
            self._roll(thrown)
        return True

    def _roll(self, thrown: tuple[int, int]) -> None:
        race, before = self.race, self.track
        horse = STANDARD.of_total[sum(thrown)]
        stride = advance(STANDARD, before, horse)
        name, position = STANDARD.horses[horse], stride.track.positions[horse]
        self.rolled(race, stride.track.roll, list(thrown), name, stride.steps, stride.bonus, position)
        if stride.crosses:
            self.red_line_crossed(race, name, len(stride.track.crossed))
        reason = closing(STANDARD, before, stride.track)
        if reason is not None:
            self.betting_closed(race, reason)
        if not arrived(STANDARD, stride.track):
            return
        result = finish(stride.track.positions)
        places = [list(STANDARD.names(horses)) for horses in (result.win, result.place, result.show)]
        self.race_finished(race, list(stride.track.positions), *places)
        for settled in settle(STANDARD, race, result, self.bets, self.chairs):
            match settled:
                case BetSettled(seat=seat, marker=marker, spot=spot, hit=hit, amount=amount):
                    self.bet_settled(race, seat, marker, spot, hit, amount)
                case SeatSettled(seat=seat, won=won, lost=lost, forgiven=forgiven, balance=balance):
                    self.seat_settled(race, seat, won, lost, forgiven, balance)
        if race == RACES:
            standings = ranking((chair.seat, chair.money) for chair in self.chairs)
            self.game_finished([[standing.seat, standing.rank, standing.money] for standing in standings])
        else:
            self.race_prepared(race + 1)

    @event("RacePrepared")
    def race_prepared(self, race: int) -> None:
        self.race = race
        self.running = False
        self.track = gate(STANDARD)
        self.bets = []

    @event("RaceStarted")
    def race_started(self, race: int) -> None:
        self.running = True

    @event("BetPlaced")
    def bet_placed(self, race: int, seat: int, marker: str, spot: str, pays: int, loses: int) -> None:
        self.bets.append(Bet(seat, marker, spot, pays, loses))

    @event("Rolled")
    def rolled(self, race: int, roll: int, dice: list[int], horse: str, steps: int, bonus: int, position: int) -> None:
        self.track = advance(STANDARD, self.track, STANDARD.index[horse]).track

    @event("RedLineCrossed")
    def red_line_crossed(self, race: int, horse: str, count: int) -> None:
        self.crossings = count

    @event("BettingClosed")
    def betting_closed(self, race: int, reason: str) -> None:
        self.closed_by = reason

    @event("RaceFinished")
    def race_finished(self, race: int, positions: list[int], win: list[str], place: list[str], show: list[str]) -> None:
        self.running = False
        self.result = (win, place, show)

    @event("BetSettled")
    def bet_settled(self, race: int, seat: int, marker: str, spot: str, hit: bool, amount: int) -> None:
        self.settled = seat

    @event("SeatSettled")
    def seat_settled(self, race: int, seat: int, won: int, lost: int, forgiven: int, balance: int) -> None:
        self.chairs[seat - 1] = Chair(seat, "", balance)

    @event("GameFinished")
    def game_finished(self, ranking: list[list[int]]) -> None:
        self.finished = True


@cache
def plan(seats: int, race: int) -> list[tuple[int, str, str, int, int]]:
    """The bets of a race: seat, marker, spot, and what it pays and loses there."""
    spots = STANDARD.spots
    return [
        (seat, bet.marker, bet.spot, spots[bet.spot].pays, spots[bet.spot].loses)
        for seat, bet in bets(seats, race, chance_of(race))
    ]


class Tables(Application[UUID]):
    """Named, so that its tables are."""


def application(url: str, *, create: bool = False) -> Tables:
    """On the database of ``url``, its tables in the schema ``bench``; ``create``: make them where they are missing
    (which only one may do at a time)."""
    given = conninfo_to_dict(url)
    return Tables(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": str(given["dbname"]),
            "POSTGRES_HOST": str(given.get("host", "")),
            "POSTGRES_PORT": str(given.get("port", "5432")),
            "POSTGRES_USER": str(given["user"]),
            "POSTGRES_PASSWORD": str(given.get("password", "")),
            "POSTGRES_SCHEMA": "bench",
            "CREATE_TABLE": "yes" if create else "no",
        }
    )


def open_games(url: str, count: int, seats: int) -> list[str]:
    """The ids of so many new games."""
    app = application(url, create=True)
    games = [Game(seats=seats) for _ in range(count)]
    for game in games:
        app.save(game)
    app.close()
    return [str(game.id) for game in games]


def begun_games(url: str, count: int, seats: int) -> list[str]:
    """The ids of so many games, the first at its beginning, the others further and further on."""
    app = application(url, create=True)
    chance = chance_of(count)
    games = [Game(seats=seats) for _ in range(count)]
    for index, game in enumerate(games):
        events = (index + 0.5) / count * EVENTS_A_GAME
        while game.version < events and game.play(dice(chance)):
            pass
        app.save(game)
    app.close()
    return [str(game.id) for game in games]


def writer(given: dict[str, Any]) -> Step:
    """``given``: ``url``, ``games`` (ids, each played for a while in turn: all writers at this table play the same one,
    for they go by the machine's clock)."""
    app = application(given["url"])
    chance = chance_of(os.getpid())
    games = [UUID(id) for id in given["games"]]

    def step() -> None:
        turn = int(time.monotonic() / TURN)
        while True:
            game: Game = app.repository.get(games[turn % len(games)])
            if not game.play(dice(chance)):
                turn += 1
                continue
            try:
                app.save(game)
                return
            except IntegrityError:
                continue

    return step


class Replay:
    """Complete games, to be loaded again and again."""

    def __init__(self, url: str, games: int, seats: int) -> None:
        ids = open_games(url, games, seats)
        self._app = application(url)
        self._games = [UUID(id) for id in ids]
        chance = chance_of(3)
        for id in self._games:
            game: Game = self._app.repository.get(id)
            while game.play(dice(chance)):
                pass
            self._app.save(game)

    def read(self) -> int:
        """→ how many events that were."""
        return sum(self._app.repository.get(id).version for id in self._games)

    def close(self) -> None:
        self._app.close()
