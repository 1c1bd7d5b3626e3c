"""Lateness of rolls: fifty races at once under the real worker and clock, while their seats bet over HTTP.

What is late is read from the log: ``at`` of the event ``rolled`` (the database's clock under the game's lock) minus
when that roll was due by the state before it. Beside it, before and after: bare Celery tasks with a countdown at the
same pace, in the same worker; they note when they are called, and neither look nor write anywhere.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Sequence
from uuid import uuid4

import redis
from django.conf import settings

from deploy.bench.bets import CONNECTIONS, request
from deploy.bench.clients import Clients
from deploy.bench.figures import Figure, compared, percentile
from deploy.bench.games import bets, chance_of, move, open_game
from deploy.bench.ground import Ground
from deploy.bench.served import served, web_socket
from deploy.bench.tasks import tick
from deploy.processes import wait_until
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.folding import History
from ledger.reading import recorded_events
from ledger.registry import decider_of
from races.rules.protocol import CloseGame
from races.rules.ready_set_bet.moves import StartRace

RACES, PACE_MS, SEATS = 50, 500, 4
BETS_A_SECOND = 50
"""One a second at every table: more than people place."""
ANSWERED = (201, 409)
"""In a real race some bets come too late."""


def measure(ground: Ground) -> list[Figure]:
    with served(ground, "web", "worker", "beat"):
        bare = countdowns(ground)
        calm = races_with_bets(ground, connections=1, a_second=BETS_A_SECOND)
        bare += countdowns(ground)
        together = races_with_bets(ground, connections=1, a_second=BETS_A_SECOND, spread=False)
        busy = races_with_bets(ground, connections=CONNECTIONS, a_second=None)
    return [
        *_figures(f"rolls of {RACES} races, {BETS_A_SECOND} bets/s", calm, bare, goal=10.0),
        *_figures("the same, all races started at once", together),
        *_figures(f"the same, {CONNECTIONS} connections betting without pause", busy),
    ]


def countdowns(ground: Ground, tasks: int = RACES) -> list[float]:
    """How late (ms) so many bare tasks are that follow one another at the races' pace, for the ground's seconds."""
    pace, key = PACE_MS / 1000, f"bench:{uuid4()}"
    each = max(1, round(ground.seconds / pace))
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        for _ in range(tasks):
            due = time.time() + pace
            tick.apply_async((key, due, pace, each - 1), countdown=pace)
            time.sleep(pace / tasks)
        if not wait_until(lambda: client.llen(key) == tasks * each, 10 * ground.seconds + 10):
            raise RuntimeError("the worker takes no tasks")
        return [1000 * float(late) for late in client.lrange(key, 0, -1)]


def races_with_bets(
    ground: Ground, *, connections: int, a_second: int | None, races: int = RACES, spread: bool = True
) -> list[Stream]:
    """Starts so many races (``spread`` over a pace, as tables start theirs when they are ready, or all at once, which
    keeps their rolls together for good) and lets their seats bet for twice the ground's seconds (``a_second`` bets of
    each connection, or as many as are answered); → the games, closed."""
    club, chance = uuid4(), chance_of(connections)
    games = [open_game(club, SEATS, house="app", pace_ms=PACE_MS, races=1) for _ in range(races)]
    for game in games:
        move(game, StartRace(race=1))
        if spread:
            time.sleep(PACE_MS / 1000 / races)
    planned = zip(*(bets(SEATS, 1, chance, house="app") for _ in games), strict=True)
    rounds = [[(game, *bet) for game, bet in zip(games, bets_of_all, strict=True)] for bets_of_all in planned]
    supply: Iterator[bytes] = (request(*each) for each in itertools.cycle(itertools.chain(*rounds)))
    if a_second is not None:
        supply = paced(supply, a_second)
    with Clients(web_socket(ground), connections) as clients:
        clients.run([supply] * connections, 2 * ground.seconds, ANSWERED)
    for game in games:
        try:
            move(game, CloseGame(reason="measured"))
        except Refused:  # the race is over, and so the game
            pass
    return games


def paced(supply: Iterator[bytes], a_second: int) -> Iterator[bytes]:
    """The same, no faster than so many a second."""
    start = time.monotonic()
    for n, each in enumerate(supply):
        time.sleep(max(0.0, start + n / a_second - time.monotonic()))
        yield each


def lateness(game: Stream) -> tuple[list[float], list[int]]:
    """→ how late each roll was (ms), and the rolls' numbers as they stand in the log."""
    decider = decider_of(game.kind)
    events = recorded_events(game)
    history = History(decider, lambda: [])
    state = decider.initial()
    late, numbers = [], []
    for event in events:
        if event.type == "rolled":
            due = state.due
            assert due is not None
            late.append((event.at - due.at) / 1000)
            numbers.append(event.data.roll)
        state = decider.evolve(state, event, history.state_at)
    return late, numbers


def _figures(
    name: str, games: Sequence[Stream], bare: Sequence[float] = (), *, goal: float | None = None
) -> list[Figure]:
    measured = [lateness(game) for game in games]
    late = [one for rolls, _ in measured for one in rolls]
    wrong = sum(numbers != list(range(1, len(numbers) + 1)) for _, numbers in measured)

    def at(per_cent: int, goal: float | None, note: str) -> Figure:
        value, title = percentile(late, per_cent), f"{name}, p{per_cent}"
        if bare:
            peers, of = [percentile(bare, per_cent)], "bare task"
            return compared(title, "ms", [value], of, peers, goal=goal, sense="most", absolute=True, note=note)
        return Figure(name=title, value=value, unit="ms", note=note)

    return [
        at(50, None, f"{len(late)} rolls"),
        at(99, goal, ""),
        Figure(name=f"{name}, holes or doubles", value=wrong, unit="races", goal=0, sense="most"),
    ]
