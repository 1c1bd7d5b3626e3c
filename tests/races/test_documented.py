"""What the OpenAPI document says of games is what the server takes."""

from __future__ import annotations

import pytest

from ledger.http.schema import document
from races.rules import registry
from races.service import move_types


@pytest.fixture(scope="module")
def openapi() -> dict:
    return document()


def resolve(openapi: dict, schema: dict) -> dict:
    return openapi["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]] if "$ref" in schema else schema


def test_every_move_of_every_ruleset_is_documented_with_its_seat(openapi: dict) -> None:
    post = openapi["paths"]["/api/v1/games/{game}/moves"]["post"]
    variants = post["requestBody"]["content"]["application/json"]["schema"]["oneOf"]
    documented = {
        (properties["type"]["enum"][0], frozenset(properties) - {"type"})
        for properties in (resolve(openapi, variant)["properties"] for variant in variants)
    }
    for key in registry.RULESETS:
        for kind in move_types(registry.latest(key)):
            assert (kind.__struct_config__.tag, frozenset(kind.__struct_fields__) | {"seat"}) in documented


def test_writing_takes_a_token_and_live_streams_are_there(openapi: dict) -> None:
    for path in ("/moves", "/seats", "/host-link", "/corrections"):
        security = openapi["paths"][f"/api/v1/games/{{game}}{path}"]["post"]["security"]
        assert security and all("bearer" in way for way in security), path
    for path in ("/api/v1/games/{game}/live", "/api/v1/clubs/{slug}/live"):
        assert "text/event-stream" in openapi["paths"][path]["get"]["responses"]["200"]["content"]
