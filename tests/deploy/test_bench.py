"""The bench measures: each measurement for a moment, on the tests' own servers. How fast this machine is today is no
matter here."""

from __future__ import annotations

import math
from pathlib import Path
from uuid import uuid4

import pytest

from deploy.bench import bets, decided, lateness, locked_insert, replay
from deploy.bench.eventsourcing_peer import Game
from deploy.bench.figures import Figure, compared, percentile, table
from deploy.bench.games import chance_of, dice, play_whole
from deploy.bench.ground import Ground
from deploy.bench.served import served
from deploy.bench.writers import Writers
from deploy.postgres import OWNER
from ledger.reading import stream_events
from tests.embedded import Embedded


@pytest.fixture
def ground(embedded: Embedded, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "deploy.settings")  # of the processes that a measurement starts
    return Ground(owner_url=embedded.postgres.url(OWNER, embedded.database), folder=tmp_path, seconds=0.1)


def test_a_ratio_is_the_median_of_paired_rounds_and_is_held_against_its_goal() -> None:
    figure = compared("bets", "/s", [100, 300, 600], "bare view", [200, 400, 400], goal=0.75)
    assert (figure.value, figure.peer, figure.ratio, figure.met) == (300, 400, 0.75, True)
    late = Figure(name="rolls, p99", value=12.5, unit="ms", goal=10, sense="most")
    assert late.met is False
    assert table([figure, late]).splitlines()[2:] == [
        "bets           300 /s  400 bare view   0.75   ≥ 0.75  met",
        "rolls, p99   12.50 ms                        ≤ 10 ms  missed",
    ]


def test_percentiles() -> None:
    assert [percentile([3, 1, 2, 4], share) for share in (0, 50, 99)] == [1, 3, 4]


@pytest.mark.django_db
def test_both_sides_play_the_same_game() -> None:
    ours = {event.type for event in stream_events(play_whole(uuid4(), 4, chance_of(1)), limit=10_000)}
    peer, chance = Game(seats=4), chance_of(1)
    while peer.play(dice(chance)):
        pass
    kinds = {type(event).__name__ for event in peer.pending_events}
    assert kinds == {"".join(word.title() for word in type.split("_")) for type in ours - {"game_opened"}} | {"Opened"}


def test_decided_commands(ground: Ground) -> None:
    ground.prepare(locked_insert.SCHEMA)
    club = uuid4()
    try:
        with Writers(2) as two:
            record = decided.rolled_record(club)
            figures = decided.layout(ground, two, "2 writers on 1 stream", [0, 0], [club], record, least=0.15)
    finally:
        ground.clear()
    assert [figure.peer_name for figure in figures] == ["eventsourcing", "locked insert", "locked insert"]
    assert all(_measured(figure) for figure in figures)


def test_bets_over_http(ground: Ground) -> None:
    figures = bets.measure(ground)
    assert [figure.name for figure in figures] == [
        "bets over HTTP, 8 games",
        "bets over HTTP, 8 games, p99",
        "bets over HTTP, 1 game",
        "bets over HTTP, 1 game, p99",
    ]
    assert all(_measured(figure) for figure in figures)


def test_replay(ground: Ground) -> None:
    (figure,) = replay.measure(ground, count=1)
    assert _measured(figure)


def test_lateness_is_read_from_the_log(ground: Ground) -> None:
    with served(ground, "web", "worker", "beat"):
        longer = Ground(owner_url=ground.owner_url, folder=ground.folder, seconds=0.8)
        games = lateness.races_with_bets(longer, connections=1, a_second=20, races=2)
    for game in games:
        late, numbers = lateness.lateness(game)
        assert numbers == list(range(1, len(numbers) + 1))
        assert len(numbers) >= 2  # of three within 1.6 s
        assert min(late) >= 0
        assert "bet_placed" in {event.type for event in stream_events(game)}


def _measured(figure: Figure) -> bool:
    return figure.ratio is not None and math.isfinite(figure.ratio) and figure.ratio > 0 and figure.value > 0
