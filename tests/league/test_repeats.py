"""Idempotency keys: one call sent twice, in a row or at once, does one thing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from ledger import reading
from tests.league.calling import Answer, Caller, Club, organiser

pytestmark = pytest.mark.django_db


def at_once(times: int, caller: Caller, path: str, body: Any) -> list[Answer]:
    """The same call with the same key from several threads at once."""
    name = uuid4().hex

    def call(_: int) -> Answer:
        try:
            return Caller(caller.token).post(path, body, Idempotency_Key=name)
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(call, range(times)))


def collections(club: Club) -> list[tuple[str, Any]]:
    span = {"name": "S", "starts_on": "2027-01-01", "ends_on": "2027-01-31"}
    return [
        (f"{club.path}/members", {"name": "Ann"}),
        (f"{club.path}/members", [{"name": "Bo"}, {"name": "Cy"}]),
        (f"{club.path}/seasons", span),
        (f"{club.path}/nights", {"date": "2026-03-14"}),
        (f"/nights/{club.night()}/games", {"ruleset": "ready-set-bet", "seats": [{"guest": "Dee"}, {}]}),
    ]


def without_clock(json: Any) -> Any:
    return {name: value for name, value in json.items() if name != "server_time"} if isinstance(json, dict) else json


def test_a_repeat_gives_the_first_answer_and_does_nothing() -> None:
    club = Club()
    for path, body in collections(club):
        key = uuid4().hex
        first = club.manager.post(path, body, Idempotency_Key=key)
        cursor = reading.head_cursor(club.json["id"])
        again = club.manager.post(path, body, Idempotency_Key=key)
        assert (first.status, again.status, without_clock(again.json)) == (201, 201, without_clock(first.json))
        assert again.headers["Idempotent-Replayed"] == "true" and "Idempotent-Replayed" not in first.headers
        assert again.headers["Location"] == first.headers["Location"]
        assert reading.head_cursor(club.json["id"]) == cursor


def test_the_same_key_with_another_body_is_refused() -> None:
    club = Club()
    club.manager.post(f"{club.path}/members", {"name": "Ann"}, Idempotency_Key="k")
    answer = club.manager.post(f"{club.path}/members", {"name": "Bo"}, Idempotency_Key="k")
    assert (answer.status, answer.code) == (422, "key_reused")


def test_a_key_belongs_to_its_collection_and_its_caller() -> None:
    club, other = Club(), Club()
    ann = club.manager.post(f"{club.path}/members", {"name": "Ann"}, Idempotency_Key="k").json
    bo = club.token("host").post(f"{club.path}/members", {"name": "Bo"}, Idempotency_Key="k")
    night = club.manager.post(f"{club.path}/nights", {"date": "2026-03-14"}, Idempotency_Key="k")
    cy = other.manager.post(f"{other.path}/members", {"name": "Cy"}, Idempotency_Key="k")
    assert [bo.status, night.status, cy.status] == [201, 201, 201]
    assert len({ann["id"], bo.json["id"], night.json["id"], cy.json["id"]}) == 4


def test_sent_six_times_at_once_each_makes_one_thing() -> None:
    club = Club()
    for path, body in collections(club):
        answers = at_once(6, club.manager, path, body)
        assert [answer.status for answer in answers] == [201] * 6, answers
        assert len({answer.headers["Location"] for answer in answers}) == 1
        assert sorted("Idempotent-Replayed" in answer.headers for answer in answers) == [False] + [True] * 5


def test_a_club_founded_six_times_at_once_is_one_club_with_one_token() -> None:
    slug = f"club-{uuid4().hex[:12]}"
    answers = at_once(6, organiser(), "/clubs", {"name": "Turf", "slug": slug})
    assert [answer.status for answer in answers] == [201] * 6
    assert len({answer.json["id"] for answer in answers}) == 1
    assert sum("token" in answer.json for answer in answers) == 1


def test_a_refused_call_is_not_remembered() -> None:
    club = Club()
    body = {"date": "2026-03-14"}
    club.manager.post(f"/seasons/{club.season}/close")
    refused = club.manager.post(f"{club.path}/nights", body, Idempotency_Key="k")
    assert refused.code == "season_closed"
    club.manager.post(f"/seasons/{club.season}/reopen", {"reason": "not yet"})
    assert club.manager.post(f"{club.path}/nights", body, Idempotency_Key="k").status == 201


def test_eight_people_at_once_take_the_six_free_seats_of_a_game() -> None:
    club = Club()
    game = club.manager.made(f"/nights/{club.night()}/games", {"ruleset": "ready-set-bet", "seats": [{}] * 6})

    def join(n: int) -> Answer:
        try:
            return Caller().post(f"/join/{game['join_code']}", {"guest": f"Guest {n}"})
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(join, range(8)))
    assert sorted(answer.json["seat"] for answer in answers if answer.status == 201) == [1, 2, 3, 4, 5, 6]
    assert [answer.code for answer in answers if answer.status != 201] == ["game_full", "game_full"]


def test_a_repeated_call_for_a_new_link_kills_no_second_one() -> None:
    club = Club()
    game = club.game(club.night(), "Ann", "Bo")
    ann = game["seats"][0]["member"]["id"]
    for path in (f"/members/{ann}/claim-link", f"/games/{game['id']}/host-link", f"/games/{game['id']}/seats/1/link"):
        first = club.manager.post(path, Idempotency_Key=path)
        again = club.manager.post(path, Idempotency_Key=path)
        assert (first.status, again.status, again.json) == (201, 201, first.json), path
        assert again.headers["Idempotent-Replayed"] == "true" and "Idempotent-Replayed" not in first.headers
        assert club.manager.post(path, Idempotency_Key=f"{path} again").json["token"] != first.json["token"]
        assert club.manager.post(path, Idempotency_Key=path).json == first.json
