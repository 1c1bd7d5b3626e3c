"""The same table with the PyPI package ``eventsourcing``, as its manual writes it: load the aggregate, decide, save;
where somebody else was faster, again. Default settings, PostgreSQL recorder, no snapshot."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from eventsourcing.persistence import IntegrityError
from psycopg.conninfo import conninfo_to_dict

from deploy.bench.games import RACES, chance_of, dice
from deploy.bench.writers import Step
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.placing import finish
from races.rules.ready_set_bet.track import advance, arrived, closing, gate


class Game(Aggregate):
    """A table whose host enters dice: the rules of our own game without its money."""

    @event("Opened")
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.race = 0
        self.running = False
        self.track = gate(STANDARD)

    def play(self, thrown: tuple[int, int]) -> bool:
        """One move; False once the game is over."""
        if not self.running:
            if self.race == RACES:
                return False
            self.start_race(self.race + 1)
            return True
        before = self.track
        horse = STANDARD.of_total[sum(thrown)]
        stride = advance(STANDARD, before, horse)
        name = STANDARD.horses[horse]
        self.rolled(self.race, stride.track.roll, list(thrown), name, stride.steps, stride.bonus)
        if stride.crosses:
            self.red_line_crossed(self.race, name, len(stride.track.crossed))
        reason = closing(STANDARD, before, stride.track)
        if reason is not None:
            self.betting_closed(self.race, reason)
        if arrived(STANDARD, stride.track):
            result = finish(stride.track.positions)
            places = [list(STANDARD.names(horses)) for horses in (result.win, result.place, result.show)]
            self.race_finished(self.race, list(stride.track.positions), *places)
        return True

    @event("RaceStarted")
    def start_race(self, race: int) -> None:
        self.race = race
        self.running = True
        self.track = gate(STANDARD)

    @event("Rolled")
    def rolled(self, race: int, roll: int, dice: list[int], horse: str, steps: int, bonus: int) -> None:
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


def writer(given: dict[str, Any]) -> Step:
    """``given``: ``url``, ``games`` (ids, played one after the other)."""
    app = application(given["url"])
    chance = chance_of(os.getpid())
    games: Iterator[UUID] = iter([UUID(id) for id in given["games"]])
    current = next(games)

    def step() -> None:
        nonlocal current
        while True:
            game: Game = app.repository.get(current)
            if not game.play(dice(chance)):
                current = next(games)
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
