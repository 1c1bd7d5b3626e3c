"""From a record to the event that the API promises."""

from __future__ import annotations

import hashlib
import json

import msgspec

from ledger.http.events import EventOut, event_json, places

FIRST = (
    '{"actor":{"id":"c1","kind":"host"},"at":"2026-10-02T18:00:00.000250Z","club":"11111111-1111-4111-8111-111111111111",'
    '"data":{"dice":[3,4],"horse":"7"},"move":{"dice":[3,4],"id":"m1","n":5,"type":"roll"},"n":1,"of":2,"prev":null,'
    '"schema":1,"sealed":"sha256:00ff","stream":"22222222-2222-4222-8222-222222222222","type":"rolled","version":1}'
)
SECOND = (
    '{"actor":{"id":"c1","kind":"host"},"at":"2026-10-02T18:00:00.000250Z","club":"11111111-1111-4111-8111-111111111111",'
    '"data":{"count":1,"horse":"7"},"move":{"id":"m1"},"n":2,"of":2,"prev":"sha256:ab","schema":1,"sealed":null,'
    '"stream":"22222222-2222-4222-8222-222222222222","type":"red_line_crossed","version":2}'
)


def digest(record: str) -> bytes:
    return hashlib.sha256(record.encode()).digest()


def test_the_first_event_of_a_move_has_the_move() -> None:
    assert json.loads(bytes(event_json(FIRST, digest(FIRST), 7))) == {
        "id": "f4580cf7-0a9d-8ce8-9db6-69380cd8a77b",
        "cursor": 7,
        "stream": "22222222-2222-4222-8222-222222222222",
        "version": 1,
        "type": "rolled",
        "schema": 1,
        "data": {"dice": [3, 4], "horse": "7"},
        "sealed": "sha256:00ff",
        "move": {"n": 1, "of": 2, "id": "m1", "type": "roll", "dice": [3, 4], "sent": {"n": 5}},
        "actor": {"id": "c1", "kind": "host"},
        "recorded_at": "2026-10-02T18:00:00.000250Z",
        "prev": None,
        "hash": "sha256:" + hashlib.sha256(FIRST.encode()).hexdigest(),
    }


def test_a_later_event_of_a_move_names_it() -> None:
    event = json.loads(bytes(event_json(SECOND, digest(SECOND), 8)))
    assert event["move"] == {"n": 2, "of": 2, "id": "m1"}
    assert event["prev"] == "sha256:ab"
    assert "sealed" not in event


def test_the_sealed_part_stands_as_it_was_hashed() -> None:
    part = '{"data":{"card":"vip-3"},"move":{},"salt":"00"}'
    text = bytes(event_json(FIRST, digest(FIRST), 7, part)).decode()
    assert f'"secret":{part},' in text


def test_a_clubs_feed_says_which_night_and_game() -> None:
    where = places(night="33333333-3333-4333-8333-333333333333", game="22222222-2222-4222-8222-222222222222")
    event = json.loads(bytes(event_json(SECOND, digest(SECOND), 8, places=where)))
    assert event["club"] == "11111111-1111-4111-8111-111111111111"
    assert event["night"] == "33333333-3333-4333-8333-333333333333"
    assert event["game"] == "22222222-2222-4222-8222-222222222222"
    assert (
        json.loads(bytes(event_json(SECOND, digest(SECOND), 8, places=places(night=None, game=None))))["night"] is None
    )


def test_what_is_written_is_what_is_described() -> None:
    event = msgspec.json.decode(event_json(FIRST, digest(FIRST), 7), type=EventOut)
    assert (event.version, event.move.sent, event.actor.kind) == (1, {"n": 5}, "host")
    assert set(json.loads(bytes(event_json(FIRST, digest(FIRST), 7)))) <= {
        field.encode_name for field in msgspec.structs.fields(EventOut)
    }
