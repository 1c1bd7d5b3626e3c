"""A whole night of Racehorse by ``manage.py demo racehorse``; its checks find what is wrong; a bot fills a chair."""

from __future__ import annotations

import copy
import io
import json
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from deploy.demo import card_checks
from deploy.demo.card_story import CardStory
from deploy.demo.terminal import Screen
from tests.e2e.cards import open_cards
from tests.e2e.night import Club
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
    done = manage(served, "demo", "racehorse", "--races", "3", "--url", served.url, "--token-file", str(token))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def get(served: Served, path: str) -> Any:
    with urllib.request.urlopen(f"{served.url}/api/v1{path}", timeout=10) as response:
        return json.load(response)


@pytest.fixture(scope="module")
def log(served: Served, story: str) -> list[dict[str, Any]]:
    """The events of the night's game, as everybody may read them."""
    nights = get(served, "/clubs/the-rail/nights?limit=500")["results"]
    games = [game for night in nights for game in get(served, f"/nights/{night['id']}/games")["results"]]
    game = next(game["id"] for game in games if game["ruleset"] == "racehorse")
    events: list[dict[str, Any]] = []
    while page := get(served, f"/games/{game}/events?limit=500&after={len(events)}")["results"]:
        events += page
    return events


def test_a_night_is_told_and_all_of_it_was_right(story: str) -> None:
    for told in (
        "Deal 3 of 3",
        "pitches for",
        "are trump.",
        "takes it:",
        "of 4 for",
        "Astrid salts the next deck.",
        "(asleep: the clock speaks)",
        "90 cards, each the one that was sealed",
        "5 phones: each was shown its own 3 hands and no other",
        "The audit's verdict and ours: all of it was right.",
    ):
        assert told in story
    assert [line for line in story.splitlines() if len(line) > 100] == []
    assert "\x1b" not in story


def test_a_card_another_place_or_a_hash_too_many_are_named(log: list[dict[str, Any]]) -> None:
    assert card_checks.cards(log).wrong == ()
    for type, field, value in (
        ("card_played", "card", "2C"),
        ("card_played", "place", 1),
        ("dealt", "places", [1, 2, 3, 4, 5, 6]),
    ):
        wrong = copy.deepcopy(log)
        events = [event for event in wrong if event["type"] == type and event["data"][field] != value]
        events[7]["data"][field] = value
        assert len(card_checks.cards(wrong).wrong) == 1, type


def test_money_that_is_not_the_postings_is_named(log: list[dict[str, Any]]) -> None:
    paid = next(event for event in log if event["type"] == "seat_paid")
    posting = {"version": paid["version"], "from": "bank", "to": f"seat:{paid['data']['seat']}", "amount": 99}
    wrong = card_checks.money([paid], [posting], {"seats": []}).wrong
    assert f"seat {paid['data']['seat']} has 99" in wrong[0] and "the bank -99" in wrong[-1]


def test_bots_fill_the_chairs_of_a_game(served: Served, token: Path) -> None:
    table = open_cards(Club(served.url, token.read_text().strip()), deals=1, bots=(1, 2, 3, 4, 5))
    minds = ["sensible", "random", "sensible", "random", "sensible"]
    command = [sys.executable, str(REPOSITORY / "manage.py"), "bot", "--game", table.id, "--url", served.url]
    players = [
        subprocess.Popen(
            [*command, seat.client.headers["Authorization"].removeprefix("Bearer "), "--mind", mind],
            env=served.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seat, mind in zip(table.seats.values(), minds, strict=True)
    ]
    said = [player.communicate(timeout=60)[0] for player in players]
    assert [player.returncode for player in players] == [0] * 5
    assert all(line.startswith(f"Seat {n}: ") for n, line in enumerate(said, 1))
    assert table.state()["phase"] == "finished"
    assert table.audit()["ok"]


def test_a_card_that_the_clock_played_is_told_like_a_call() -> None:
    told = io.StringIO()
    story = CardStory(Screen(told), {4: "Bram"})
    card = {"seat": 4, "card": "AS", "trump": "S", "trick": 1}
    trick = {"seat": 4, "cards": ["AS"], "points": 4, "trick": 1}
    story._card(card, by_clock=True)
    story._taken(trick)
    assert "* Bram (asleep: the clock speaks)" in told.getvalue()
