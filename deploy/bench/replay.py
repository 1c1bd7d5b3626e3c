"""Replay from the database: complete games read and folded, nothing cached, beside the same in ``eventsourcing``."""

from __future__ import annotations

import time
from collections.abc import Callable
from uuid import uuid4

from deploy.bench import eventsourcing_peer
from deploy.bench.figures import Figure, compared
from deploy.bench.games import chance_of, play_whole
from deploy.bench.ground import Ground
from ledger.cache import states
from ledger.decider import Stream
from ledger.reading import load

GAMES, SEATS = 8, 6


def measure(ground: Ground, count: int = GAMES) -> list[Figure]:
    ground.clear()
    ground.prepare("")
    chance = chance_of(3)
    club = uuid4()
    games = [play_whole(club, SEATS, chance) for _ in range(count)]
    try:
        loop = eventsourcing_peer.Replay(ground.owner_url, count, SEATS)
        ours, peers = [], []
        _rate(lambda: cold(games), 0)
        _rate(loop.read, 0)
        for _ in range(ground.rounds):
            ours.append(_rate(lambda: cold(games), ground.turn))
            peers.append(_rate(loop.read, ground.turn))
        loop.close()
    finally:
        ground.clear()
    figure = compared("replay from the database", "events/s", ours, "eventsourcing", peers, goal=250_000, absolute=True)
    return [figure]


def cold(games: list[Stream]) -> int:
    """Loads each game with an empty cache; → how many events that were."""
    events = 0
    for game in games:
        states.clear()
        events += load(game).version
    return events


def _rate(read: Callable[[], int], seconds: float) -> float:
    events, start = 0, time.monotonic()
    while True:
        events += read()
        took = time.monotonic() - start
        if took >= seconds:
            return events / took
