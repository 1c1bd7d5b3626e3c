"""Sealed parts: the event holds only a hash, until a later event opens it."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import psycopg
import pytest

from ledger.audit import audit_stream
from ledger.decider import Move, Stream
from ledger.folding import History
from ledger.reading import ROWS, load, recorded_events, stream_events
from ledger.sealing import seal
from ledger.sql import query
from ledger.store import Command, execute, execute_all
from tests.ledger.tally import Hide, Show, TallyDecider, new_stream, opening, seat, take

pytestmark = pytest.mark.django_db


@pytest.fixture
def stream() -> Stream:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5, note="for beer"), actor=seat(1))
    execute(stream, Move(type="hide", body=Hide(word="horse")), actor=seat(2))
    return stream


def test_the_hash_of_a_sealed_part() -> None:
    text, hash_ = seal({"card": "QS"}, {"why": "é"}, "00" * 32)
    assert text == '{"data":{"card":"QS"},"move":{"why":"é"},"salt":"' + "00" * 32 + '"}'
    assert hash_ == "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def test_each_has_a_salt_of_its_own() -> None:
    salts = {msgspec.json.decode(seal({}, {"word": "horse"})[0])["salt"] for _ in range(3)}
    assert len(salts) == 3
    assert {len(bytes.fromhex(salt)) for salt in salts} == {32}


def test_nothing_sealed_stands_in_a_record(stream: Stream) -> None:
    _, taken, hidden = stream_events(stream)
    assert "beer" not in taken.record
    assert "horse" not in hidden.record
    assert msgspec.json.decode(hidden.record)["move"].keys() == {"id", "type"}


def test_its_audience(stream: Stream) -> None:
    opened, taken, hidden = stream_events(stream)
    assert (opened.sealed, opened.audience) == (None, ())
    assert taken.audience == ("seat:1",)  # the mover's own seat
    assert hidden.audience == ()  # nobody


def test_a_later_event_opens_it_for_everybody(stream: Stream) -> None:
    assert [event.opened for event in stream_events(stream)] == [False, False, False]
    execute(stream, Move(type="show", body=Show()), actor=seat(2))
    assert [event.opened for event in stream_events(stream)] == [False, False, True, False]


def test_the_answer_to_the_move_that_opens_in_its_own_transaction(stream: Stream) -> None:
    outcome = execute(stream, Move(type="show", body=Show()), actor=seat(2))
    assert msgspec.json.decode(outcome.events[0].record)["data"] == {"opens": [3], "word": "horse"}


def test_sealed_and_opened_in_one_transaction(stream: Stream) -> None:
    moves = [Move(type="hide", body=Hide(word="dog")), Move(type="show", body=Show())]
    outcomes = execute_all([Command(stream=stream, move=move, actor=seat(2)) for move in moves])
    assert [event.opened for event in outcomes[-1].events] == [True, False]
    assert [event.opened for event in stream_events(stream)] == [False, False, False, True, False]
    assert audit_stream(stream).findings == []


def test_opening_twice_keeps_the_first(stream: Stream, app_connection: psycopg.Connection[Any]) -> None:
    execute(stream, Move(type="show", body=Show()), actor=seat(2))
    app_connection.execute("UPDATE ledger_sealed SET opened = 9 WHERE stream = %s AND opened IS NULL", [stream.id])
    rows = app_connection.execute(
        "SELECT version, opened FROM ledger_sealed WHERE stream = %s ORDER BY version", [stream.id]
    ).fetchall()
    assert rows == [(2, 9), (3, 4)]


def test_a_fold_with_secrets_knows_the_word_and_one_without_does_not(stream: Stream) -> None:
    assert load(stream).state.word == "horse"
    public = [(*row[:-1], None) for row in query(ROWS, [stream.club, stream.id, 0])]
    state = History(TallyDecider(), lambda: public).state_at(3)
    assert (state.word, state.hidden_at, state.balances) == (None, 3, {1: 5})


def test_what_an_event_says_to_a_decider(stream: Stream) -> None:
    opened, taken, hidden = recorded_events(stream)
    assert (opened.secret, opened.move_secret) == (None, None)
    assert (taken.secret, taken.move_secret) == ({}, {"note": "for beer"})
    assert (hidden.secret, hidden.move_secret) == ({}, {"word": "horse"})


def test_the_application_may_open_and_erase_but_not_rewrite(
    stream: Stream, app_connection: psycopg.Connection[Any]
) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        app_connection.execute("UPDATE ledger_sealed SET body = '{}' WHERE stream = %s", [stream.id])
    assert app_connection.execute("DELETE FROM ledger_sealed WHERE stream = %s", [stream.id]).rowcount == 2
