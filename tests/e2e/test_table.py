"""A table over real HTTP: many phones at once, repeated calls, whole races by the clock."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import httpx
import pytest

from tests.e2e.night import Api, Club, Game

pytestmark = pytest.mark.django_db
T = TypeVar("T")


def at_once(calls: list[Callable[[], T]]) -> list[T]:
    """All calls let go at the same moment, each on a connection of its own."""
    barrier = threading.Barrier(len(calls))

    def wait_and(call: Callable[[], T]) -> T:
        barrier.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(wait_and, calls))


def no_hole(game: Game) -> list[dict]:
    events = game.events()
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    return events


def test_eight_seats_fight_for_one_spot_and_one_gets_it(club: Club) -> None:
    game = club.open(seats=8, house="basic")
    game.start()
    answers = at_once([lambda seat=seat: game.bet(seat, "5", "win:7:1", race=1) for seat in range(1, 9)])
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409, 409, 409]
    winner = next(seat for seat, answer in enumerate(answers, 1) if answer.status_code == 201)
    for answer in answers:
        if answer.status_code == 409:
            assert answer.headers["Content-Type"].startswith("application/problem+json")
            problem = answer.json()
            assert (problem["code"], problem["by"]) == ("spot_taken", winner)
    events = no_hole(game)
    assert [event["data"]["seat"] for event in events if event["type"] == "bet_placed"] == [winner]


def test_one_bet_sent_many_times_with_one_key_is_one_event_and_one_answer(club: Club) -> None:
    game = club.open(seats=2, house="basic")
    game.start()

    def bet() -> httpx.Response:
        return game.bet(1, "5", "win:7:1", key="tap-1", race=1)

    first = bet()
    in_a_row = bet()
    assert game.bet(2, "4", "win:8:1").status_code == 201
    in_parallel = at_once([bet] * 6)
    assert first.status_code == 201 and "Idempotent-Replayed" not in first.headers
    for again in (in_a_row, *in_parallel):
        assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
        assert again.content == first.content
    assert sum(event["type"] == "bet_placed" for event in no_hole(game)) == 2

    other = game.bet(1, "5", "win:7:2", key="tap-1", race=1)
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")


def test_a_key_that_is_sent_first_in_parallel_makes_one_event(club: Club) -> None:
    game = club.open(seats=2, house="basic")
    game.start()
    answers = at_once([lambda: game.bet(1, "5", "win:7:1", key="tap-1")] * 8)
    assert {answer.content for answer in answers} == {answers[0].content}
    assert sum("Idempotent-Replayed" not in answer.headers for answer in answers) == 1
    assert sum(event["type"] == "bet_placed" for event in no_hole(game)) == 1


def test_a_refused_key_is_free_for_the_right_body(club: Club) -> None:
    game = club.open(seats=2, house="basic")
    game.start()
    assert game.bet(1, "5", "win:99:1", key="tap-1").json()["code"] == "unknown_spot"
    assert game.bet(1, "5", "win:7:1", key="tap-1").status_code == 201


def test_two_helpers_entering_the_same_roll(club: Club) -> None:
    game = club.open(seats=2, house="basic")
    game.start()
    answers = at_once([lambda: game.move(game.host, "roll", dice=[3, 4], n=1, race=1)] * 2)
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    late = next(answer.json() for answer in answers if answer.status_code == 409)
    assert (late["code"], late["expected"]) == ("roll_out_of_order", 2)


def test_a_bet_of_race_one_sent_again_in_race_two_is_refused(club: Club) -> None:
    game = club.open(seats=2, house="basic", races=2)
    game.start()
    assert game.bet(1, "5", "win:7:1", key="a", race=1).status_code == 201
    for n in range(1, 16):  # 7, 7, 7 … wins after fifteen rolls: no bonus for the black horse
        assert game.move(game.host, "roll", dice=[3, 4], n=n).status_code == 201
    game.start(race=2)
    late = game.bet(1, "5", "win:7:1", key="b", race=1)
    assert (late.status_code, late.json()["code"]) == (409, "wrong_race")


def test_a_whole_race_by_the_clock_is_proved(club: Club) -> None:
    game = club.open(seats=2, pace_ms=50, races=1)
    with game.host.client.stream("GET", f"{game.path}/live", params={"after": 0}) as live:
        game.start()
        for line in live.iter_lines():
            if line.startswith("data:") and '"type":"game_finished"' in line:
                break
    events = no_hole(game)
    rolls = [event["data"]["roll"] for event in events if event["type"] == "rolled"]
    assert rolls == list(range(1, len(rolls) + 1))
    prepared = next(event for event in events if event["type"] == "race_prepared")
    opened = next(event for event in events if event["type"] == "seed_opened")
    assert prepared["secret"]["move"]["seed"] == opened["data"]["seed"]
    audit = game.audit()
    assert (audit["ok"], audit["dice"], audit["checked"]["dice"]) == (True, "proved", len(rolls))


def test_nobody_learns_the_seed_before_the_end(club: Club) -> None:
    game = club.open(seats=2)
    for who in (game.host, game.seats[1], Api(club.url, None)):
        answer = who.get(f"{game.path}/events", limit=500)
        assert b'"seed"' not in answer.content
        assert b'"seed"' not in who.get(game.path).content


def test_two_clubs_do_not_see_or_touch_each_other(club: Club, organiser: str) -> None:
    game, other = club.open(seats=2, house="basic"), Club(club.url, organiser)
    elsewhere = other.open(seats=2, house="basic")
    for stranger in (other.manager, elsewhere.seats[1], Api(club.url, None)):
        for path in ("", "/events", "/moves", "/scoreboard", "/legal-moves", "/audit", "/postings"):
            assert stranger.get(f"{game.path}{path}").status_code in (401, 404), path
        answer = stranger.post(f"{game.path}/moves", {"type": "start_race"})
        assert answer.status_code in (401, 404)
        with stranger.client.stream("GET", f"{game.path}/live") as live:
            assert live.status_code in (401, 404)
    assert [event["type"] for event in no_hole(game)] == ["game_opened", "race_prepared"]
