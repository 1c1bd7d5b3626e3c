"""Every refusal under /api/ is one kind of document, whoever refuses."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.test import Client

from ledger.http.codes import CODES, register

HOST = {"Authorization": "Bearer host"}


def test_a_refusal_in_full(client: Client) -> None:
    response = client.post(
        "/api/v1/games/00000000-0000-4000-8000-000000000001/moves",
        {"type": "place_bet", "marker": "5", "spot": "win:7:1"},
        content_type="application/json",
        headers={"Authorization": "Bearer read", "Request-Id": "from-the-client-1"},
    )
    assert response.status_code == 409
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json() == {
        "type": "urn:railbird:problem:spot_taken",
        "title": "Spot taken",
        "status": 409,
        "detail": "Ana was faster: win 7 (1) is taken.",
        "code": "spot_taken",
        "instance": "urn:railbird:request:from-the-client-1",
        "by": 2,
        "version": 17,
    }


@pytest.mark.parametrize(
    ("what", "status", "code", "headers"),
    [
        ("refused", 409, "too_early", {}),
        ("unknown-code", 409, "never_heard", {}),
        ("unavailable", 503, "unavailable", {"Retry-After": "3"}),
        ("operational", 503, "unavailable", {"Retry-After": "1"}),
        ("pool", 503, "unavailable", {"Retry-After": "1"}),
        ("statement-timeout", 503, "unavailable", {"Retry-After": "1"}),
        ("lock-timeout", 503, "unavailable", {"Retry-After": "1"}),
        ("idle", 503, "unavailable", {"Retry-After": "1"}),
        ("not-found", 404, "not_found", {}),
        ("denied", 403, "wrong_scope", {}),
        ("throttled", 429, "slow_down", {"Retry-After": "3"}),
        ("suspicious", 400, "malformed", {}),
        ("bug", 500, "internal", {}),
    ],
)
def test_exceptions(client: Client, what: str, status: int, code: str, headers: dict[str, str]) -> None:
    response = client.get(f"/api/v1/failing/{what}")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert {name: response.headers.get(name) for name in headers} == headers


@pytest.mark.parametrize("address", ["/api/v1/failing/bug", "/api/v1/plain"])
def test_a_bug_is_logged_and_says_nothing(client: Client, caplog: Any, address: str) -> None:
    with caplog.at_level(logging.ERROR, "ledger.http.problems"):
        response = client.get(address)
    assert response.status_code == 500
    assert response.headers["Content-Type"] == "application/problem+json"
    assert b"hunter2" not in response.content
    (record,) = caplog.records
    assert response.headers["Request-Id"] in record.getMessage()
    assert "hunter2" in str(record.exc_info)


@pytest.mark.parametrize("debug", [False, True])
def test_what_django_refuses_by_itself(client: Client, settings: Any, debug: bool) -> None:
    settings.DEBUG = debug
    nowhere = client.get("/api/v1/nowhere")
    assert nowhere.headers["Content-Type"] == "application/problem+json"
    assert (nowhere.status_code, nowhere.json()["code"]) == (404, "not_found")
    assert nowhere.json()["detail"] == "There is nothing at this address."
    settings.ALLOWED_HOSTS = ["railbird.example"]
    settings.RAILBIRD_URL = None
    host = client.get("/api/v1/events?limit=1", headers={"Host": "evil.example"})
    assert host.headers["Content-Type"] == "application/problem+json"
    assert (host.status_code, host.json()["code"]) == (400, "malformed")


def test_pages_keep_djangos_answers(client: Client) -> None:
    response = client.get("/plain")
    assert response.status_code == 500
    assert response.headers["Content-Type"].startswith("text/html")


def test_no_such_method(client: Client) -> None:
    response = client.delete("/api/v1/game")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert response.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert client.options("/api/v1/game").headers["Allow"] == "GET, HEAD, OPTIONS"


def test_no_token_and_too_little_of_a_token(client: Client) -> None:
    none = client.post("/api/v1/start")
    assert (none.status_code, none.json()["code"]) == (401, "no_token")
    assert none.headers["WWW-Authenticate"] == "Bearer"
    unknown = client.post("/api/v1/start", headers={"Authorization": "Bearer guessed"})
    assert (unknown.status_code, unknown.json()["code"]) == (401, "no_token")
    assert unknown.json()["detail"] == "Nobody knows this token."
    read = client.post("/api/v1/start", headers={"Authorization": "Bearer read"})
    assert (read.status_code, read.json()["code"]) == (403, "wrong_scope")
    assert client.post("/api/v1/start", b"", "application/json", headers=HOST).status_code == 200


def test_the_contracts_codes() -> None:
    """contract.md, Codes."""
    by_status = {
        400: "malformed unknown_field invalid unknown_spot unknown_marker",
        401: "no_token",
        403: "wrong_scope not_your_seat",
        404: "not_found",
        409: "spot_taken marker_used spot_forbidden exotic_card_used betting_closed house_cannot_bet not_running "
        "already_running paused wrong_race roll_out_of_order too_late not_your_turn illegal_card illegal_bid game_over "
        "seat_taken seat_closed game_full join_closed member_already_seated dice_already_seen already_recorded "
        "merge_conflict season_ambiguous season_closed key_in_flight",
        412: "version_changed",
        413: "too_large",
        415: "unsupported",
        422: "key_reused",
        429: "slow_down",
        503: "unavailable",
    }
    for status, codes in by_status.items():
        assert {CODES[code].status for code in codes.split()} == {status}


def test_a_code_means_one_thing() -> None:
    register("spot_taken", 409, "Spot taken")
    with pytest.raises(ValueError, match="spot_taken"):
        register("spot_taken", 404, "Spot taken")
