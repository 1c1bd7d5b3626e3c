"""Bets over HTTP at eight connections, on eight games at once and on one, beside a bare view of DRF in the same
processes. Every bet is accepted: a seat puts a marker on a spot of its own, as a phone sends it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from uuid import UUID, uuid4

from deploy.bench import bare
from deploy.bench.clients import Clients, post
from deploy.bench.figures import Figure, compared, percentile
from deploy.bench.games import bets, chance_of, move, open_game
from deploy.bench.ground import Ground
from deploy.bench.served import served, web_socket
from deploy.bench.writers import Written
from ledger.decider import Stream
from races.links import seat_token
from races.rules.ready_set_bet.moves import PlaceBet, StartRace

CONNECTIONS, SEATS = 8, 8
BETS_A_SEAT = 4
BETS_A_GAME = SEATS * BETS_A_SEAT
FASTEST = 4000
"""More bets a second than any machine takes here."""
BARE = "bare DRF view"


class Supply:
    """Bets on one running game after the other; an iterator of requests."""

    def __init__(self, club: UUID, seed: int) -> None:
        self.club, self.chance = club, chance_of(seed)
        self._ready: list[bytes] = []

    def fill(self, least: int) -> None:
        """Opens games until so many bets are ready (outside of what is measured)."""
        while len(self._ready) < least:
            game = open_game(self.club, SEATS)
            move(game, StartRace(race=1))
            planned = bets(SEATS, 1, self.chance)
            self._ready = [request(game, seat, bet) for seat, bet in reversed(planned)] + self._ready

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return self._ready.pop()


def request(game: Stream, seat: int, bet: PlaceBet) -> bytes:
    """As our own pages send a bet: with its race and a key."""
    body = {"type": "place_bet", "race": bet.race, "marker": bet.marker, "spot": bet.spot}
    token = seat_token(game.id, seat, 0)
    return post(
        f"/api/v1/games/{game.id}/moves", body, Authorization=f"Bearer {token}", Idempotency_Key=f"bet-{uuid4()}"
    )


def bare_bets() -> Iterator[bytes]:
    """The same facts for the bare view, endlessly."""
    game = str(uuid4())
    for n in count():
        bet = {"game": game, "marker": "3a", "spot": f"win:7:{1 + n % 3}"}
        yield post(bare.ADDRESS, bet, Authorization=f"Bearer {n // BETS_A_SEAT}")  # of as many callers as ours


def measure(ground: Ground) -> list[Figure]:
    ground.clear()
    ground.prepare(bare.SCHEMA)
    club = uuid4()
    try:
        with served(ground, "web"), Clients(web_socket(ground), CONNECTIONS) as clients:
            each = [Supply(club, seed) for seed in range(CONNECTIONS)]
            figures = _layout(ground, clients, "8 games", each, least=0.55)
            together = Supply(club, CONNECTIONS)
            return figures + _layout(ground, clients, "1 game", [together] * CONNECTIONS, least=0.35)
    finally:
        ground.clear()


def _layout(ground: Ground, clients: Clients, layout: str, supplies: list[Supply], *, least: float) -> list[Figure]:
    """``least``: the goal of the rates' ratio; the p99 may be twice the bare view's."""
    bare_supply = [bare_bets()] * CONNECTIONS
    warm = min(0.5, ground.turn)

    def ours(seconds: float) -> Written:
        share = int(FASTEST * seconds / len({id(supply) for supply in supplies})) + CONNECTIONS
        for supply in supplies:
            supply.fill(share)
        return clients.run(supplies, seconds)

    for _ in range(2):  # every process and thread shall have had some
        ours(warm)
        clients.run(bare_supply, warm)
    done = [(ours(ground.turn), clients.run(bare_supply, ground.turn)) for _ in range(ground.rounds)]
    name = f"bets over HTTP, {layout}"
    slow, bare_slow = (1000 * percentile([s for pair in done for s in pair[side].latencies], 99) for side in (0, 1))
    return [
        compared(name, "/s", [o.rate for o, _ in done], BARE, [b.rate for _, b in done], goal=least),
        Figure(
            name=f"{name}, p99",
            value=slow,
            unit="ms",
            peer_name=BARE,
            peer=bare_slow,
            ratio=slow / bare_slow,
            goal=2.0,
            sense="most",
        ),
    ]
