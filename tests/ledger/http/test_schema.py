"""The OpenAPI document says what the endpoints declare, and its page needs no network."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

MOVES = "/api/v1/games/{game}/moves"


@pytest.fixture
def document(client: Client) -> dict[str, Any]:
    made: dict[str, Any] = client.get("/api/v1/schema").json()
    return made


def test_it_is_valid_openapi(document: dict[str, Any]) -> None:
    assert document["openapi"] == "3.1.0"
    validator = pytest.importorskip("openapi_spec_validator", reason="openapi-spec-validator isn't installed")
    assert [error.message for error in validator.OpenAPIV31SpecValidator(document).iter_errors()] == []


def test_addresses_come_from_the_urls(document: dict[str, Any]) -> None:
    assert sorted(document["paths"]) == [
        "/api/v1/events",
        "/api/v1/failing/{what}",
        "/api/v1/game",
        MOVES,
        "/api/v1/schema",
        "/api/v1/start",
    ]
    assert document["paths"][MOVES]["post"]["parameters"][0] == {
        "name": "game",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "format": "uuid"},
    }


def test_an_operation(document: dict[str, Any]) -> None:
    post = document["paths"][MOVES]["post"]
    assert post["operationId"] == "postMoves"
    assert post["summary"] == "Makes a move."
    assert post["description"] == "The spot ``win:7:1`` is taken already."
    assert post["tags"] == ["games"]
    assert post["security"] == [{"bearer": ["read"]}]
    assert [parameter["name"] for parameter in post["parameters"]] == ["game", "Idempotency-Key", "If-Match"]
    body = post["requestBody"]["content"]["application/json"]["schema"]
    assert body["discriminator"]["mapping"] == {
        "place_bet": "#/components/schemas/Bet",
        "roll": "#/components/schemas/Roll",
    }
    created = post["responses"]["201"]
    assert created["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Moved"}
    assert sorted(created["headers"]) == ["Idempotent-Replayed", "Location", "Request-Id"]


def test_types_are_the_ones_that_check(document: dict[str, Any]) -> None:
    bet = document["components"]["schemas"]["Bet"]
    assert bet["additionalProperties"] is False
    assert bet["properties"]["spot"] == {"type": "string", "maxLength": 40}
    assert bet["properties"]["type"] == {"enum": ["place_bet"]}
    assert bet["required"] == ["type", "marker", "spot"]


def test_refusals_are_listed_with_their_codes(document: dict[str, Any]) -> None:
    responses = document["paths"][MOVES]["post"]["responses"]
    assert list(responses) == [
        *("201", "400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "429", "500", "503")
    ]
    schema = responses["409"]["content"]["application/problem+json"]["schema"]
    assert schema["allOf"][0] == {"$ref": "#/components/schemas/Problem"}
    assert schema["allOf"][1] == {"properties": {"code": {"enum": ["spot_taken"]}}}


def test_parameters_come_from_the_query_struct(document: dict[str, Any]) -> None:
    get = document["paths"]["/api/v1/events"]["get"]
    parameters = {parameter["name"]: parameter for parameter in get["parameters"]}
    assert sorted(parameters) == ["after", "format", "limit", "live", "types"]
    assert parameters["limit"]["schema"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 500,
        "default": 100,
        "description": "How many at most.",
    }
    assert parameters["format"]["schema"] == {"enum": ["json", "csv", "jsonl"]}
    assert sorted(get["responses"]["200"]["content"]) == ["application/json", "application/jsonl", "text/csv"]
    assert get["security"] == []


def test_public_reads_need_no_token(document: dict[str, Any]) -> None:
    assert document["paths"]["/api/v1/game"]["get"]["security"] == [{"bearer": ["read"]}, {"key": ["read"]}, {}]


def test_the_document_is_sent_once(client: Client) -> None:
    first = client.get("/api/v1/schema")
    assert first.headers["Access-Control-Allow-Origin"] == "*"
    assert client.get("/api/v1/schema", headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


def test_the_page_loads_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode() + client.get("/api/v1/docs/start.js").content.decode()
    assert '<script src="/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"></script>' in page
    assert "//" not in page.replace("<!doctype html>", "")


@pytest.mark.parametrize("name", ["swagger-ui-bundle.js", "swagger-ui.css"])
def test_what_the_page_loads_is_served_here(client: Client, name: str) -> None:
    assert client.get(f"/static/drf_spectacular_sidecar/swagger-ui-dist/{name}").status_code == 200
