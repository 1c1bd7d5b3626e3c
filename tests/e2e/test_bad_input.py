"""Everything that can be sent wrongly to a table: a problem document with a stable code, and no event."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import httpx
import pytest

from tests.e2e.night import Api, Club, Game
from tests.serving import Served

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def game(served: Served, organiser: str) -> Iterator[Game]:
    """A running race; seat 1 has 5 on win:7:1. Nothing that these tests send changes it."""
    opened = Club(served.url, organiser).open(seats=2, house="basic")
    opened.start()
    assert opened.bet(1, "5", "win:7:1").status_code == 201
    yield opened
    assert [event["type"] for event in opened.events()][-2:] == ["race_started", "bet_placed"]


REFUSED_MOVES = [
    ({"type": "place_bet", "marker": "4", "spot": "win:7:1"}, 2, 409, "spot_taken"),
    ({"type": "place_bet", "marker": "5", "spot": "win:8:1"}, 1, 409, "marker_used"),
    ({"type": "place_bet", "marker": "6", "spot": "win:8:1"}, 1, 400, "unknown_marker"),
    ({"type": "place_bet", "marker": "4", "spot": "win:1:1"}, 1, 400, "unknown_spot"),
    ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "race": 2}, 1, 409, "wrong_race"),
    ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "seat": 2}, 1, 403, "not_your_seat"),
    ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "colour": "red"}, 1, 400, "unknown_field"),
    ({"type": "place_bet", "marker": "4"}, 1, 400, "invalid"),
    ({"type": "place_bet", "marker": 4, "spot": "win:8:1"}, 1, 400, "invalid"),
    ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "race": "1"}, 1, 400, "invalid"),
    ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "race": 1.5}, 1, 400, "invalid"),
    ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "race": 10**30}, 1, 400, "invalid"),
    ({"type": "roll", "dice": [1, 2]}, 1, 403, "wrong_scope"),
    ({"type": "start_race"}, 1, 403, "wrong_scope"),
    ({"type": "fly"}, 1, 400, "invalid"),
    ({}, 1, 400, "invalid"),
    ({"type": ["roll"]}, 1, 400, "invalid"),
    ({"type": "prepare_race", "race": 1, "seed": "00" * 32}, 1, 400, "invalid"),
    ({"type": "open_game"}, 1, 400, "invalid"),
]


@pytest.mark.parametrize(("move", "seat", "status", "code"), REFUSED_MOVES)
def test_a_wrong_move_of_a_seat(game: Game, move: dict, seat: int, status: int, code: str) -> None:
    _is_problem(game.seats[seat].post(f"{game.path}/moves", move), status, code)


@pytest.mark.parametrize(
    ("move", "status", "code"),
    [
        ({"type": "start_race"}, 409, "already_running"),
        ({"type": "roll", "dice": [0, 7]}, 400, "invalid"),
        ({"type": "roll", "dice": [1, 2, 3]}, 400, "invalid"),
        ({"type": "roll", "dice": [1, 2], "n": 2}, 409, "roll_out_of_order"),
        ({"type": "roll", "dice": [1, 2], "race": 2}, 409, "wrong_race"),
        ({"type": "rewind", "to": 10**6, "reason": "x"}, 400, "invalid"),
        ({"type": "rewind", "to": 1, "reason": ""}, 400, "invalid"),
        ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "seat": 9}, 409, "seat_closed"),
        ({"type": "place_bet", "marker": "4", "spot": "win:8:1", "seat": "x"}, 400, "invalid"),
        ({"type": "resume"}, 409, "already_running"),
    ],
)
def test_a_wrong_move_of_a_host(game: Game, move: dict, status: int, code: str) -> None:
    _is_problem(game.host.post(f"{game.path}/moves", move), status, code)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"{", 400, "malformed"),
        (b"[]", 400, "invalid"),
        (b"null", 400, "invalid"),
        (b'{"type": "roll", "dice": [NaN, 1]}', 400, "malformed"),
        (b'{"type": "roll", "dice": [Infinity, 1]}', 400, "malformed"),
        (b'{"type": "place_bet", "marker": "\\ud800", "spot": "win:8:1"}', 400, "malformed"),
        (b'{"type": "place_bet", "marker": "\\u0000", "spot": "win:8:1"}', 400, "malformed"),
        (b'{"type": "place_bet", "marker": "\x00", "spot": "win:8:1"}', 400, "malformed"),
        (b'{"type": "place_bet", "marker": "\xff", "spot": "win:8:1"}', 400, "malformed"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, 400, "malformed"),
        (b"[" * 3000, 400, "malformed"),
        (b'{"type": "' + b"x" * 10_000_000 + b'"}', 413, "too_large"),
        (b'{"type": "roll", "type": "roll"}', 400, "malformed"),
    ],
    ids=lambda value: repr(value[:40]) if isinstance(value, bytes) else None,
)
def test_a_body_that_is_no_move(game: Game, body: bytes, status: int, code: str) -> None:
    client = game.host.client
    answer = client.post(f"{game.path}/moves", content=body, headers={"Content-Type": "application/json"})
    _is_problem(answer, status, code)


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("text/plain", 415, "unsupported"),
        ("application/x-www-form-urlencoded", 415, "unsupported"),
        ("application/json; charset=latin-1", 415, "unsupported"),
    ],
)
def test_another_kind_of_body(game: Game, kind: str, status: int, code: str) -> None:
    answer = game.host.client.post(f"{game.path}/moves", content=b'{"type":"x"}', headers={"Content-Type": kind})
    _is_problem(answer, status, code)


def test_no_such_game_and_no_such_address(game: Game, served: Served) -> None:
    _is_problem(game.host.post(f"/games/{uuid4()}/moves", {"type": "start_race"}), 404, "not_found")
    _is_problem(game.host.get("/games/not-an-id"), 404, "not_found")
    _is_problem(game.host.get("/nothing/here"), 404, "not_found")
    _is_problem(game.host.client.delete(game.path), 405, "method_not_allowed")


def test_no_token_and_wrong_tokens(game: Game, served: Served) -> None:
    for token in (None, "x", "rbs_x", "rbc_" + "a" * 40, "é"):
        headers = {} if token is None else {"Authorization": f"Bearer {token}".encode()}
        answer = httpx.post(f"{served.url}/api/v1{game.path}/moves", json={"type": "start_race"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) in ((401, "no_token"), (404, "not_found")), answer.text


@pytest.mark.parametrize("key", ["x" * 256, "tab\there", "ü"])
def test_a_bad_idempotency_key(game: Game, key: str) -> None:
    headers = {"Idempotency-Key": key.encode()}
    answer = game.host.client.post(f"{game.path}/moves", json={"type": "start_race"}, headers=headers)
    _is_problem(answer, 400, "invalid")


def test_if_match_of_another_version(game: Game) -> None:
    version = game.host.get(game.path).json()["version"]
    headers = {"If-Match": f'"{version - 1}"'}
    bet = {"type": "place_bet", "marker": "4", "spot": "win:8:1"}
    answer = game.seats[1].client.post(f"{game.path}/moves", json=bet, headers=headers)
    _is_problem(answer, 412, "version_changed")
    assert answer.json()["version"] == version


def test_a_token_of_a_seat_can_not_open_or_manage(game: Game) -> None:
    seat: Api = game.seats[1]
    night = game.opened["night"]
    for path in (f"/nights/{night}/games", f"{game.path}/host-link", f"{game.path}/seats", f"{game.path}/seats/2/link"):
        answer = seat.post(path, {"ruleset": "ready-set-bet", "seats": [{}, {}]} if "nights" in path else {})
        assert answer.status_code in (403, 404), (path, answer.text)


def _is_problem(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"].startswith("application/problem+json")
    assert answer.headers["Request-Id"] and answer.json()["detail"]


@pytest.mark.parametrize("token", [None, "rbc_wrong"])
def test_a_huge_body_of_a_stranger_is_answered_not_cut_off(game: Game, served: Served, token: str | None) -> None:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    for _ in range(5):
        answer = httpx.post(f"{served.url}/api/v1{game.path}/moves", content=b"x" * 9_000_000, headers=headers)
        assert answer.status_code in (401, 404, 413, 415), answer.text
