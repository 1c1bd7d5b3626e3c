"""What a good answer carries: location, versions, formats, pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, RequestFactory

from ledger.errors import Refused
from ledger.http import conditions

GAME = "/api/v1/games/00000000-0000-4000-8000-000000000001/moves"
ROLL = {"type": "roll", "dice": [3, 4]}


def move(client: Client, **headers: str) -> Any:
    return client.post(GAME, ROLL, content_type="application/json", headers={"Authorization": "Bearer read"} | headers)


def test_created_says_where_by_the_address_people_use(client: Client) -> None:
    response = move(client)
    assert response.status_code == 201
    assert response.headers["Location"] == f"http://192.0.2.7:8000{GAME}/18"
    assert response.headers["Cache-Control"] == "no-store"
    assert "Idempotent-Replayed" not in response.headers


def test_a_replayed_answer_says_so(client: Client) -> None:
    assert move(client, **{"Idempotency-Key": "seen"}).headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize("key", ["", "x" * 256, "tab\there", "häst"])
def test_keys_are_printable_ascii(client: Client, key: str) -> None:
    response = client.post(
        GAME, ROLL, content_type="application/json", HTTP_AUTHORIZATION="Bearer read", HTTP_IDEMPOTENCY_KEY=key
    )
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert response.json()["errors"][0]["field"] == "Idempotency-Key"


@pytest.mark.parametrize(
    ("given", "version"),
    [('"17-5f0c9a12"', 17), ('"17"', 17), ('W/"17-5f0c9a12"', 17), ('"17-5f0c9a12-gzip"', 17), ("*", None)],
)
def test_if_match_compares_the_version(given: str, version: int | None) -> None:
    assert conditions.if_match(RequestFactory().post("/", headers={"If-Match": given})) == version


@pytest.mark.parametrize("given", ["17", '"x"', '"17", "18"', "", '"' + "9" * 40 + '"'])
def test_if_match_must_be_one_of_our_etags(given: str) -> None:
    with pytest.raises(Refused) as refused:
        conditions.if_match(RequestFactory().post("/", headers={"If-Match": given}))
    assert refused.value.code == "invalid"


def test_another_version_is_refused(client: Client) -> None:
    assert move(client, **{"If-Match": '"17-5f0c9a12"'}).status_code == 201
    response = move(client, **{"If-Match": '"16-5f0c9a12"'})
    assert (response.status_code, response.json()["code"], response.json()["version"]) == (412, "version_changed", 17)


def test_an_etag_is_version_and_viewer() -> None:
    assert conditions.etag(17, "seat:1") != conditions.etag(17, "seat:2")
    assert conditions.etag(17, "seat:1").startswith('"17-')
    assert len(conditions.etag(17, "seat:1")) == len('"17-12345678"')


def test_what_is_known_is_not_sent_again(client: Client) -> None:
    first = client.get("/api/v1/game")
    assert first.json() == {"version": 17, "points": 2.5}
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert first.headers["Vary"].startswith("Authorization, Cookie, Accept")
    tag = first.headers["ETag"]
    for known in (tag, "W/" + tag, f'"1-00000000", {tag}', "*"):
        again = client.get("/api/v1/game", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    assert client.get("/api/v1/game", headers={"If-None-Match": '"16-00000000"'}).status_code == 200


def test_feeds_go_on_after_the_last_event(client: Client) -> None:
    first = client.get("/api/v1/events?limit=2&types=rolled,paused").json()
    assert [row["cursor"] for row in first["results"]] == [1, 2]
    assert first["next"] == "http://192.0.2.7:8000/api/v1/events?limit=2&types=rolled%2Cpaused&after=2"
    assert first["previous"] is None
    seen = [1, 2]
    following = first["next"]
    while following:
        page = client.get(following.removeprefix("http://192.0.2.7:8000")).json()
        seen += [row["cursor"] for row in page["results"]]
        following = page["next"]
    assert seen == [1, 2, 3, 4, 5]


def test_a_key_is_not_written_into_links(client: Client) -> None:
    assert client.get("/api/v1/events?limit=2&key=secret").json()["next"] == (
        "http://192.0.2.7:8000/api/v1/events?limit=2&after=2"
    )


@pytest.mark.parametrize(
    ("query", "accept", "content_type", "start"),
    [
        ("", "*/*", "application/json", b'{"next":null,'),
        ("", "text/html,application/xhtml+xml,*/*;q=0.8", "application/json", b'{"next":null,'),
        ("", "text/csv", "text/csv; charset=utf-8", b"cursor,type,note\r\n1,rolled,'=1+1\r\n"),
        ("format=csv", "application/json", "text/csv; charset=utf-8", b"cursor,type,note\r\n1,rolled,'=1+1\r\n"),
        ("format=json", "text/csv", "application/json", b'{"next":null,'),
        ("format=jsonl", "*/*", "application/jsonl; charset=utf-8", b'{"cursor":1,"type":"rolled","note":"=1+1"}\n{'),
    ],
)  # fmt: skip
def test_formats(client: Client, query: str, accept: str, content_type: str, start: bytes) -> None:
    response = client.get(f"/api/v1/events?{query}", headers={"Accept": accept})
    assert response.headers["Content-Type"] == content_type
    assert response.content.startswith(start)


@pytest.mark.parametrize(("query", "accept"), [("format=xml", "*/*"), ("", "text/html"), ("format=csv", "*/*")])
def test_no_such_format(client: Client, query: str, accept: str) -> None:
    response = client.get(f"/api/v1/game?{query}", headers={"Accept": accept})
    assert (response.status_code, response.json()["code"]) == (406, "not_acceptable")


def test_head_is_get_without_its_body(client: Client) -> None:
    response = client.head("/api/v1/game")
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["ETag"] == client.get("/api/v1/game").headers["ETag"]
