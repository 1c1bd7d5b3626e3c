"""What dies comes back, and nothing that was acknowledged is lost: the whole instance, killed part by part.

One instance for the module; the tests run in order and leave it running.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise

import psutil
import pytest

from deploy.processes import wait_until
from tests.e2e.night import Club, Game
from tests.instance import REPOSITORY, Up, clean_environment

PACE_MS = 200


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with Up(tmp_path_factory.mktemp("faults") / "data") as running:
        running.wait_until_ready()
        yield running


@pytest.fixture
def club(up: Up) -> Club:
    return Club(up.url, (up.data / "organiser-token").read_text().strip())


def rolls(game: Game) -> list[dict]:
    return [event for event in game.events() if event["type"] == "rolled"]


def wait_for_rolls(game: Game, count: int, seconds: float = 20) -> float:
    """Seconds until the game has at least ``count`` rolls."""
    begin = time.monotonic()
    assert wait_until(lambda: len(rolls(game)) >= count or finished(game), seconds), game.scoreboard()
    return time.monotonic() - begin


def finished(game: Game) -> bool:
    return game.scoreboard()["status"] == "finished"


def check_race(game: Game, last: int | None = None) -> None:
    """No roll lost, none twice, no burst (two rolls are never closer than half a pace), all of it proved."""
    shown = rolls(game)
    assert [roll["data"]["roll"] for roll in shown] == list(range(1, len(shown) + 1))
    times = [_seconds(roll["recorded_at"]) for roll in shown]
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert min(gaps) > PACE_MS / 2000, gaps
    audit = game.audit()
    assert audit["ok"], audit["findings"]


def _seconds(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


def boot_seconds() -> float:
    """What starting Python with Django takes just now: about 0.4 s on a quiet machine, where a killed worker is back
    within the promised two seconds. Figures on a busy one are only fair beside this one."""
    begin = time.monotonic()
    environment = {**clean_environment(), "DJANGO_SETTINGS_MODULE": "deploy.settings"}
    command = [sys.executable, "-c", "import django; django.setup(); import deploy.celery"]
    subprocess.run(command, cwd=REPOSITORY, env=environment, check=True)
    return time.monotonic() - begin


def open_and_start(club: Club, **options: int) -> Game:
    game = club.open(seats=2, pace_ms=PACE_MS, races=1, **options)
    game.start()
    wait_for_rolls(game, 3)
    return game


def test_a_killed_worker_loses_no_roll(up: Up, club: Club) -> None:
    game = open_and_start(club)
    limit = max(2.0, 4 * boot_seconds())
    up.kill("worker")
    before = len(rolls(game))
    assert wait_for_rolls(game, before + 2) < limit + 2 * PACE_MS / 1000
    check_race(game)


def test_a_killed_broker_refuses_no_bet_and_the_race_goes_on_when_it_is_back(up: Up, club: Club) -> None:
    game = open_and_start(club)
    other = club.open(seats=2, pace_ms=PACE_MS, races=1)
    limit = max(2.0, 4 * boot_seconds())
    broker = psutil.Process(up.running().processes["valkey"].pid)
    broker.suspend()  # a broker that answers nobody is worse than a dead one
    try:
        begin = time.monotonic()
        answer = game.bet(1, "5", "win:7:1", race=1)
        assert answer.status_code == 201, answer.text
        other.start()  # which asks for a wake-up that nobody takes
        assert time.monotonic() - begin < 4
    finally:
        broker.resume()
    up.kill("valkey")
    assert game.bet(1, "4", "win:8:1", race=1).status_code == 201
    before = len(rolls(game))
    assert wait_for_rolls(game, before + 2) < 4 + limit
    wait_for_rolls(other, 3)
    check_race(game)


def test_a_restarted_database_gives_503_then_201_and_never_a_500(up: Up, club: Club) -> None:
    game = club.open(seats=2, house="basic")
    game.start()
    launcher = psutil.Process(up.running().launcher.pid)
    launcher.suspend()  # so that nobody starts the database again before a request has met its absence
    try:
        postgres = psutil.Process(up.running().processes["postgres"].pid)
        backends = postgres.children()
        postgres.kill()
        psutil.wait_procs([postgres, *backends], timeout=10)  # they notice, each in its own time
        statuses = [game.move(game.host, "roll", key="roll-1", dice=[1, 1], n=1).status_code]
    finally:
        launcher.resume()
    assert statuses == [503]
    n = 0
    begin = time.monotonic()
    while time.monotonic() - begin < 40:
        answer = game.move(game.host, "roll", key=f"roll-{n + 1}", dice=[1 + n % 6, 1 + n % 5], n=n + 1)
        statuses.append(answer.status_code)
        if answer.status_code == 201:
            n += 1
            if n >= 20 or game.scoreboard().get("status") == "finished":
                break
        else:
            assert answer.json()["code"] == "unavailable" and answer.headers["Retry-After"]
    assert set(statuses) <= {201, 503} and statuses[-1] == 201
    shown = [roll["data"]["roll"] for roll in rolls(game)]
    assert shown == list(range(1, n + 1))
    assert game.audit()["ok"]
    assert up.wait_ready_again() < 30


def test_everything_killed_goes_on_where_it_was(up: Up, club: Club) -> None:
    game = open_and_start(club)
    acknowledged = game.bet(1, "5", "win:7:1", race=1, key="tap")
    assert acknowledged.status_code == 201
    up.kill_everything()
    with Up(up.data, port=up.port) as again:
        again.wait_until_ready()
        repeated = game.bet(1, "5", "win:7:1", race=1, key="tap")
        assert (repeated.status_code, repeated.content) == (201, acknowledged.content)
        before = len(rolls(game))
        wait_for_rolls(game, before + 3)
        check_race(game)
        # Not running for longer than pause_after_gap_s: one pause, and no roll until the host resumes.
        long = open_and_start(club, pause_after_gap_s=10)
        shown = len(rolls(long))
        again.kill_everything()
        stopped = time.monotonic()
        assert wait_until(lambda: time.monotonic() - stopped > 10.5, 20)  # the outage itself
    with Up(up.data, port=up.port) as again:
        again.wait_until_ready()
        assert wait_until(lambda: long.scoreboard()["status"] == "paused", 10)
        events = long.events()
        assert [event["data"] for event in events if event["type"] == "paused"] == [{"reason": "gap"}]
        assert len(rolls(long)) in (shown, shown + 1, shown + 2)  # what fell before the power went
        still = len(rolls(long))
        assert long.move(long.seats[1], "place_bet", marker="5", spot="win:7:1").json()["code"] == "paused"
        assert long.move(long.host, "resume").status_code == 201
        wait_for_rolls(long, still + 2)
        check_race(long)
