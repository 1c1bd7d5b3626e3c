"""A whole night at the dogs by ``manage.py demo greyhounds``; its checks find what is wrong; bots fill the chairs."""

from __future__ import annotations

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deploy.demo import greyhounds
from tests.e2e.night import Api, Club, Game
from tests.instance import REPOSITORY
from tests.serving import Served


def manage(served: Served, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(REPOSITORY / "manage.py"), *arguments],
        env=served.environment,
        capture_output=True,
        text=True,
        timeout=90,
    )


@pytest.fixture(scope="module")
def token(served: Served, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("organiser") / "organiser-token"
    made = manage(served, "organiser", "--token-file", str(file))
    assert made.returncode == 0, made.stderr
    return file


@pytest.fixture(scope="module")
def story(served: Served, token: Path) -> str:
    done = manage(served, "demo", "greyhounds", "--url", served.url, "--token-file", str(token))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def log(served: Served, story: str) -> list[dict[str, Any]]:
    """The events of the night's game, as everybody may read them."""
    public = Api(served.url)
    nights = public.get("/clubs/the-rail/nights", limit=500).json()["results"]
    games = [game for night in nights for game in public.get(f"/nights/{night['id']}/games").json()["results"]]
    game = next(game["id"] for game in games if game["ruleset"] == "greyhounds")
    events: list[dict[str, Any]] = []
    while page := public.get(f"/games/{game}/events", limit=500, after=len(events)).json()["results"]:
        events += page
    return events


def test_a_night_is_told_and_all_of_it_was_right(story: str) -> None:
    for told in (
        "Race 3 of 3: three laps",
        "Hund 1",
        "Sheets, face down:",
        "Colette sleeps, the clock acts",
        "everybody takes the same five cards again",
        "FIRST!",
        "Had set aside:",
        "prize $1500",
        "none shown early, all open now",
        "12 sets proved from the opened seeds",
        "The audit's verdict and ours: all of it was right.",
    ):
        assert told in story, story
    assert [line for line in story.splitlines() if len(line) > 100] == []
    assert "\x1b" not in story


def test_a_sealed_part_shown_to_another_seat_or_never_opened_is_named(log: list[dict[str, Any]]) -> None:
    assert greyhounds.secrets(log, {}).wrong == ()
    sealed = next(event for event in log if event["type"] == "bets_sealed")
    other = sealed["data"]["seat"] % 4 + 1
    assert len(greyhounds.secrets(log, {other: [sealed]}).wrong) == 1
    wrong = copy.deepcopy(log)
    del next(event for event in wrong if event["type"] == "card_laid")["secret"]
    assert len(greyhounds.secrets(wrong, {}).wrong) == 1


def test_money_that_is_not_the_postings_is_named(log: list[dict[str, Any]]) -> None:
    settled = next(event for event in log if event["type"] == "seat_settled")
    seat = settled["data"]["seat"]
    posting = {"version": settled["version"], "from": "bank", "to": f"seat:{seat}", "amount": 99}
    wrong = greyhounds.money([settled], [posting], {"seats": [{"seat": seat, "score": 98}]}).wrong
    assert [sentence.split()[1] for sentence in wrong] == ["last", "scoreboard"]


def test_bots_fill_the_chairs_of_a_game(served: Served, token: Path) -> None:
    club = Club(served.url, token.read_text().strip())
    seats = [{"guest": f"Bot {n}", "bot": True} for n in (1, 2, 3)]
    body = {"ruleset": "greyhounds", "options": {"track_length": 8}, "seats": seats}
    game = Game(served.url, club.manager.made(f"/nights/{club.night['id']}/games", body), club.manager)
    command = [sys.executable, str(REPOSITORY / "manage.py"), "bot", "--game", game.id, "--url", served.url]
    players = [
        subprocess.Popen(
            [*command, seat.client.headers["Authorization"].removeprefix("Bearer "), "--mind", mind],
            env=served.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seat, mind in zip(game.seats.values(), ("sensible", "random", "sensible"), strict=True)
    ]
    said = [player.communicate(timeout=60)[0] for player in players]
    assert [player.returncode for player in players] == [0] * 3
    assert all(line.startswith(f"Seat {n}: ") for n, line in enumerate(said, 1))
    assert game.scoreboard()["status"] == "finished"
    assert game.audit()["ok"]
