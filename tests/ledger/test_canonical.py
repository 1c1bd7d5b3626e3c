"""The record's text is RFC 8785, which another library agrees with."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from ledger import verify
from ledger.decider import Actor
from ledger.reading import stream_events
from ledger.records import MAX_INT, NotCanonical, canonical, event_id, record_decoder, sha256, time_text, time_us
from ledger.sealing import SealedPart
from ledger.store import execute
from tests.ledger.tally import new_stream, opening, seat, take

KEYS = st.text("abcdefghijklmnopqrstuvwxyz0123456789_:.-", min_size=1, max_size=8)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-MAX_INT, MAX_INT) | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5))


@given(VALUES)
def test_equals_rfc8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(VALUES)
def test_the_offline_verifier_writes_the_same(value: Any) -> None:
    assert verify.canonical(value) == canonical(value)


def test_an_example() -> None:
    value = {"b": [1, True, None], "a": {"text": 'é "x"\n\u2028\x1f', "z": -5}}
    assert canonical(value) == b'{"a":{"text":"\xc3\xa9 \\"x\\"\\n\xe2\x80\xa8\\u001f","z":-5},"b":[1,true,null]}'


@pytest.mark.parametrize(
    "value",
    [1.5, float("nan"), MAX_INT + 1, -MAX_INT - 1, {"Key": 1}, {"ключ": 1}, {"": 1}, {"a": [{"b": 0.1}]}, b"x"],
)  # fmt: skip
def test_what_has_no_single_text_is_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        canonical(value)


@pytest.mark.django_db
def test_a_record_literally() -> None:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5, note="for beer"), actor=Actor(kind="host", id="token:7", for_seat=1))
    opened, taken = stream_events(stream)
    part = SealedPart(data={}, move={"note": "for beer"}, salt=msgspec.json.decode(taken.sealed or "")["salt"])
    move = msgspec.json.decode(taken.record)["move"]["id"]
    assert taken.record == (
        '{"actor":{"for_seat":1,"id":"token:7","kind":"host"},'
        f'"at":"{time_text(taken.at)}","club":"{stream.club}",'
        '"data":{"amount":5,"balance":5,"seat":0},'
        f'"move":{{"amount":5,"id":"{move}","type":"take"}},"n":1,"of":1,'
        f'"prev":"sha256:{sha256(opened.record.encode()).hex()}","schema":1,'
        f'"sealed":"sha256:{sha256(rfc8785.dumps(msgspec.to_builtins(part))).hex()}",'
        f'"stream":"{stream.id}","type":"taken","version":2}}'
    )
    assert taken.record.encode() == rfc8785.dumps(msgspec.json.decode(taken.record))
    assert taken.hash == sha256(taken.record.encode())
    assert record_decoder.decode(opened.record).prev is None


def test_an_events_id_is_cut_from_its_hash() -> None:
    id = event_id(bytes.fromhex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    assert str(id) == "ba7816bf-8f01-8fea-8141-40de5dae2223"
    assert id.version == 8


def test_times() -> None:
    assert time_text(1_773_514_800_000_001) == "2026-03-14T19:00:00.000001Z"
    assert time_us("2026-03-14T19:00:00.000001Z") == 1_773_514_800_000_001
    assert time_text(0) == "1970-01-01T00:00:00.000000Z"
