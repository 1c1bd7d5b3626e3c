"""A game at a table, for tests below the API: a club without a league around it."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from ledger import reading
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.store import Outcome, execute, execute_all
from ledger.writer import CLOCK
from races import links, service
from races.game import wrap
from races.principal import Principal

HOST_SCOPES = frozenset({"read", "host"})


def host_of(club: UUID) -> Principal:
    return Principal(club=club, scopes=HOST_SCOPES, caller="token:host")


def seat_of(game: Stream, seat: int, generation: int = 0) -> Principal:
    principal = links.principal_of(links.seat_token(game.id, seat, generation))
    assert principal is not None
    return principal


SIMPLIFIED = {"props": False, "exotics": False, "vips": False}
"""Options of a game without cards, where no draft stands between two races."""


def open_game(seats: int = 4, club: UUID | None = None, ruleset: str = "ready-set-bet", **options: Any) -> Stream:
    """A game of Ready Set Bet is without cards unless the options say otherwise."""
    stream, command = service.open_game_command(
        club or uuid4(),
        uuid4(),
        Actor(kind="host", id="token:host"),
        ruleset=ruleset,
        options=SIMPLIFIED | options if ruleset == "ready-set-bet" else options,
        members=[None] * seats,
    )
    execute_all([command])
    return stream


def act(game: Stream, who: Principal, type: str, **fields: Any) -> Outcome:
    return service.play(game.id, who, {"type": type, **fields})


def roll_race(game: Stream, dice: list[list[int]]) -> None:
    """The host of a basic House enters a race's dice."""
    host = host_of(game.club)
    for n, pair in enumerate(dice, 1):
        act(game, host, "roll", dice=pair, n=n)


def clock_rolls(game: Stream, count: int) -> None:
    """The server's next rolls, each as soon as it is due."""
    for _ in range(count):
        while True:
            due = reading.load(game).state.frame.ruleset.due(reading.load(game).state.play)
            assert due is not None
            try:
                execute(game, wrap(due.move), actor=CLOCK)
                break
            except Refused as refused:
                assert refused.code == "too_early"
