"""Headers that every answer has, and who may read from another origin."""

from __future__ import annotations

import pytest
from django.test import Client

EXPOSED = "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Request-Id, Idempotent-Replayed"


@pytest.mark.parametrize("address", ["/api/v1/game", "/api/v1/nowhere", "/api/v1/plain", "/plain", "/nowhere"])
def test_every_answer_has_a_request_id_and_no_referrer(client: Client, address: str) -> None:
    first, second = client.get(address), client.get(address)
    assert len(first.headers["Request-Id"]) == 24
    assert first.headers["Request-Id"] != second.headers["Request-Id"]
    assert first.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    ("given", "kept"), [("abc-12345.x", True), ("short", False), ("a b c d e f", False), ("x" * 65, False)]
)
def test_a_sane_request_id_is_kept(client: Client, given: str, kept: bool) -> None:
    response = client.get("/api/v1/game", headers={"Request-Id": given})
    assert (response.headers["Request-Id"] == given) is kept


def test_public_reads_answer_any_origin(client: Client) -> None:
    for address, status in (("/api/v1/game", 200), ("/api/v1/game?gone=1", 404)):
        response = client.get(address, headers={"Origin": "null"})
        assert response.status_code == status
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Access-Control-Expose-Headers"] == EXPOSED
    tag = client.get("/api/v1/game").headers["ETag"]
    unchanged = client.get("/api/v1/game", headers={"Origin": "null", "If-None-Match": tag})
    assert (unchanged.status_code, unchanged.headers["Access-Control-Allow-Origin"]) == (304, "*")


def test_other_answers_dont(client: Client) -> None:
    assert "Access-Control-Allow-Origin" not in client.get("/api/v1/events", headers={"Origin": "null"}).headers


@pytest.mark.parametrize(("method", "allowed"), [("GET", True), ("POST", False), ("DELETE", False)])
def test_preflights(client: Client, method: str, allowed: bool) -> None:
    response = client.options(
        "/api/v1/game", headers={"Origin": "https://club.example", "Access-Control-Request-Method": method}
    )
    assert response.status_code == 204
    assert ("Access-Control-Allow-Origin" in response.headers) is allowed
    if allowed:
        assert "Authorization" in response.headers["Access-Control-Allow-Headers"]
