"""The audit of an honest ledger finds nothing; of one that was tampered with, it names the event and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import msgspec
import psycopg
import pytest
from django.core.management import call_command

from ledger import registry, shadow
from ledger.audit import audit_club, audit_stream
from ledger.decider import Move, Stream
from ledger.errors import Unavailable
from ledger.findings import Finding
from ledger.reading import stream_events
from ledger.records import event_id
from ledger.store import execute
from tests.ledger.conftest import Tamper, Threads
from tests.ledger.tally import Back, Hide, Opened, Show, State, TallyDecider, erase, new_stream, opening, seat, take
from tests.ledger.totals import Total

pytestmark = pytest.mark.django_db


@pytest.fixture
def stream() -> Stream:
    """opened 1, taken 2 (5 $, with a sealed note), hidden 3 (sealed), shown 4 (opens 3), taken 5 (7 $), back to 2: 6,
    taken 7 (1 $)."""
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5, note="for beer"), actor=seat(1))
    execute(stream, Move(type="hide", body=Hide(word="horse")), actor=seat(2))
    execute(stream, Move(type="show", body=Show()), actor=seat(2))
    execute(stream, take(7), actor=seat(1))
    execute(stream, Move(type="back", body=Back(to=2)), actor=seat(2))
    execute(stream, take(1), actor=seat(1))
    return stream


def found(findings: Sequence[Finding]) -> list[tuple[str, int | None]]:
    return [(finding.kind, finding.version) for finding in findings]


def test_an_honest_stream(stream: Stream) -> None:
    report = audit_stream(stream)
    assert (report.ok, report.findings, report.dice) == (True, [], "none")
    checked = report.checked
    assert (checked.events, checked.moves, checked.sealed, checked.erased) == (7, 7, 2, 0)
    assert (checked.postings, checked.projections) == (3, 2)  # three takes; balances of the bank and of seat 1


def test_an_honest_club(stream: Stream) -> None:
    execute(new_stream(stream.club), opening(), actor=seat(1))
    report = audit_club(stream.club)
    assert (report.findings, report.checked.events, report.checked.moves) == ([], 8, 8)


def test_a_changed_byte_is_found_and_named(stream: Stream, tamper: Tamper) -> None:
    tamper.replace(stream, 5, '"amount":7,"balance":12', '"amount":9,"balance":12')
    report = audit_stream(stream)
    first, second, *rest = report.findings
    assert (first.kind, first.version) == ("changed_content", 5)
    assert first.event == event_id(stream_events(stream)[4].hash)
    assert first.sentence == "Event 5 was changed: its text is not the one that was hashed."
    assert (second.kind, second.version) == ("different", 5)
    assert (second.expected["amount"], second.found["amount"]) == (7, 9)
    assert {finding.kind for finding in rest} == {"projection_differs"}  # its posting and the balances


def test_a_change_that_was_hashed_again_breaks_the_link_after_it(stream: Stream, tamper: Tamper) -> None:
    tamper.replace(stream, 2, '"amount":5,"balance":5', '"amount":6,"balance":5', rehash=True)
    findings = audit_stream(stream).findings
    assert found(findings)[:2] == [("broken_link", 3), ("different", 2)]
    assert findings[0].sentence == "Event 3 does not continue event 2: one of them was replaced."


def test_the_last_event_changed_and_hashed_again_is_found_by_making_its_move_again(
    stream: Stream, tamper: Tamper
) -> None:
    tamper.replace(stream, 7, '"amount":1,"balance":6', '"amount":1,"balance":600', rehash=True)
    (finding,) = audit_stream(stream).findings
    assert (finding.kind, finding.version) == ("different", 7)
    assert finding.sentence == "Event 7, taken, made again is another: balance should be 6 and is 600."


@pytest.mark.parametrize("data", ["[]", "7", "null", '"a"'])
def test_data_that_are_no_object_are_a_finding_and_no_failure(stream: Stream, tamper: Tamper, data: str) -> None:
    record = stream_events(stream)[6].record
    old = record[record.index('"data":') : record.index(',"move":')]
    tamper.replace(stream, 7, old, f'"data":{data}', rehash=True)
    findings = audit_stream(stream).findings
    assert found(findings)[0] == ("different", 7)
    assert findings[0].expected["balance"] == 6


@pytest.mark.parametrize(("column", "value"), [("type", "shown"), ("schema", 2), ("at", 12345)])
def test_a_changed_column(stream: Stream, tamper: Tamper, column: str, value: Any) -> None:
    tamper(f"UPDATE ledger_event SET {column} = %s WHERE stream = %s AND version = 2", [value, stream.id])
    (first, *_) = audit_stream(stream).findings
    assert (first.kind, first.version, first.found) == ("changed_column", 2, value)
    assert first.sentence.startswith(f"Event 2: the column {column} says {value}, the record ")


def test_a_changed_hash_is_told_from_a_changed_content(stream: Stream, tamper: Tamper) -> None:
    tamper("UPDATE ledger_event SET hash = sha256('other') WHERE stream = %s AND version = 4", [stream.id])
    (finding,) = audit_stream(stream).findings
    assert (finding.kind, finding.version) == ("changed_column", 4)
    assert finding.sentence == "The hash kept beside event 4 is not its record's; event 5 tells."


def test_an_event_moved_to_another_stream(stream: Stream, tamper: Tamper) -> None:
    other = uuid4()
    tamper("UPDATE ledger_event SET stream = %s WHERE stream = %s AND version = 7", [other, stream.id])
    kinds = {(finding.kind, finding.stream) for finding in audit_club(stream.club).findings}
    assert {
        ("missing_event", stream.id),
        ("missing_event", other),
        ("changed_column", other),
        ("order", other),
    } <= kinds


def test_a_missing_event(stream: Stream, tamper: Tamper) -> None:
    tamper("DELETE FROM ledger_event WHERE stream = %s AND version = 4", [stream.id])
    findings = audit_stream(stream).findings
    assert findings[0].sentence == "Event 4 is missing."
    assert ("missing_event", 4) in found(findings)  # the cursor without an event
    assert any(
        finding.sentence == "There is the position of event 4 (cursor 4), but no such event." for finding in findings
    )


def test_the_last_event_gone_with_its_position_still_has_its_row_of_the_money(stream: Stream, tamper: Tamper) -> None:
    tamper("DELETE FROM ledger_event WHERE stream = %s AND version = 7", [stream.id])
    tamper("DELETE FROM ledger_position WHERE stream = %s AND version = 7", [stream.id])
    findings = audit_club(stream.club).findings
    assert {finding.kind for finding in findings} == {"projection_differs"}
    assert any("ledger_posting" in finding.sentence and finding.version == 7 for finding in findings)


def test_half_a_move(tamper: Tamper) -> None:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    tamper.replace(stream, 1, '"of":1', '"of":3', rehash=True)
    (finding,) = audit_stream(stream).findings
    assert finding.sentence == "The move of event 1 made 3 events; here are [1]."


def test_a_hole_in_the_order(stream: Stream, tamper: Tamper) -> None:
    tamper("UPDATE ledger_position SET cursor = 100 WHERE club = %s AND cursor = 7", [stream.club])
    findings = audit_club(stream.club).findings
    assert found(findings) == [("order", 7)]
    assert findings[0].sentence == "After cursor 6 comes 100: the club's order has a hole."


def test_two_events_that_changed_places(stream: Stream, tamper: Tamper) -> None:
    for old, new in ((5, 500), (6, 5), (500, 6)):
        tamper("UPDATE ledger_position SET cursor = %s WHERE club = %s AND cursor = %s", [new, stream.club, old])
    findings = audit_stream(stream).findings
    assert findings[0].sentence == "Event 6 has cursor 5, after one before it with 6."


def test_the_list_of_streams(stream: Stream, tamper: Tamper) -> None:
    tamper("UPDATE ledger_stream SET kind = 'game' WHERE id = %s", [stream.id])
    (finding, *_) = audit_stream(stream).findings
    assert (finding.kind, finding.expected["kind"], finding.found["kind"]) == ("changed_column", "tally", "game")


def test_while_others_write_it_sees_one_moment(stream: Stream, threads: Threads) -> None:
    def play() -> None:
        mine = new_stream(stream.club)
        execute(mine, opening(), actor=seat(1))
        for _ in range(30):
            execute(mine, take(1), actor=seat(1))
            execute(stream, take(1), actor=seat(1))

    writers = [threads.start(play) for _ in range(3)]
    audits = 0
    while not all(writer.done() for writer in writers):
        assert (audit_club(stream.club).findings, audit_stream(stream).findings) == ([], [])
        audits += 1
    assert audits > 0
    assert audit_club(stream.club).checked.events == 7 + 3 + 180


def test_a_third_audit_at_once_is_asked_to_wait(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shadow, "WAIT_S", 0.05)
    running = shadow.own_session(snapshot=True), shadow.own_session(snapshot=True)
    with running[0], running[1], pytest.raises(Unavailable) as unavailable:
        audit_stream(stream)
    assert unavailable.value.retry_after == 2
    assert audit_stream(stream).ok


class TestSealed:
    def test_another_part(self, stream: Stream, superuser_connection: psycopg.Connection[Any]) -> None:
        superuser_connection.execute(
            "UPDATE ledger_sealed SET body = replace(body, 'beer', 'wine') WHERE stream = %s AND version = 2",
            [stream.id],
        )
        (finding,) = audit_stream(stream).findings
        assert (finding.kind, finding.version) == ("sealed_differs", 2)
        assert "wine" not in msgspec.json.encode(finding).decode()

    def test_one_that_no_event_vouches_for(self, stream: Stream, superuser_connection: psycopg.Connection[Any]) -> None:
        superuser_connection.execute(
            "INSERT INTO ledger_sealed SELECT club, stream, 5, body, audience, opened FROM ledger_sealed"
            " WHERE stream = %s AND version = 2",
            [stream.id],
        )
        assert found(audit_stream(stream).findings) == [("sealed_differs", 5)]

    def test_closed_again(self, stream: Stream, superuser_connection: psycopg.Connection[Any]) -> None:
        superuser_connection.execute(
            "UPDATE ledger_sealed SET opened = NULL WHERE stream = %s AND version = 3", [stream.id]
        )
        (finding,) = audit_stream(stream).findings
        assert (finding.kind, finding.version) == ("sealed_differs", 3)
        assert "opened should be 4 and is null" in finding.sentence

    def test_another_audience(self, stream: Stream, superuser_connection: psycopg.Connection[Any]) -> None:
        superuser_connection.execute(
            "UPDATE ledger_sealed SET audience = '{seat:2}' WHERE stream = %s AND version = 2", [stream.id]
        )
        (finding,) = audit_stream(stream).findings
        assert (finding.version, finding.expected, finding.found) == (2, ["seat:1"], ["seat:2"])

    def test_erased_is_no_finding(self, stream: Stream) -> None:
        execute(stream, erase(2), actor=seat(1))
        report = audit_stream(stream)
        assert (report.findings, report.checked.moves, report.checked.erased) == ([], 7, 1)

    def test_gone_without_an_event_that_erased_it(
        self, stream: Stream, app_connection: psycopg.Connection[Any]
    ) -> None:
        app_connection.execute("DELETE FROM ledger_sealed WHERE stream = %s AND version = 2", [stream.id])
        (finding,) = audit_stream(stream).findings
        assert (finding.kind, finding.version) == ("sealed_differs", 2)
        assert finding.sentence == "The sealed part of event 2 is gone, and no event erased it."

    def test_erased_and_back_again(self, stream: Stream, superuser_connection: psycopg.Connection[Any]) -> None:
        superuser_connection.execute(
            "CREATE TEMP TABLE kept AS SELECT * FROM ledger_sealed WHERE stream = %s", [stream.id]
        )
        execute(stream, erase(2), actor=seat(1))
        superuser_connection.execute("INSERT INTO ledger_sealed SELECT * FROM kept WHERE version = 2")
        superuser_connection.execute("DROP TABLE kept")
        (finding,) = audit_stream(stream).findings
        assert finding.sentence == "Event 8 erased the sealed part of event 2, and it is there."

    def test_what_stood_on_an_erased_part_cant_be_checked(self, stream: Stream) -> None:
        # `show` tells the word that was sealed at 3: without it, made again, it does nothing
        execute(stream, erase(3), actor=seat(1))
        report = audit_stream(stream)
        assert (report.findings, report.checked.moves, report.checked.erased) == ([], 6, 2)


class TestDerivedRows:
    def test_a_posting(self, stream: Stream, superuser_connection: psycopg.Connection[Any]) -> None:
        superuser_connection.execute(
            "UPDATE ledger_posting SET amount = 70 WHERE stream = %s AND version = 5", [stream.id]
        )
        (finding,) = audit_stream(stream).findings
        assert (finding.kind, finding.version) == ("projection_differs", 5)
        assert finding.sentence.endswith("amount should be 7 and is 70.")

    def test_a_balance_from_nowhere(self, stream: Stream, superuser_connection: psycopg.Connection[Any]) -> None:
        superuser_connection.execute(
            "UPDATE ledger_balance SET amount = 99 WHERE stream = %s AND amount > 0", [stream.id]
        )
        unbalanced, differs = audit_stream(stream).findings
        assert (unbalanced.kind, unbalanced.sentence) == ("unbalanced", "The balances sum to 86 and not to zero.")
        assert differs.sentence == (
            f"ledger_balance, club {stream.club}, stream {stream.id}, account seat:1: amount should be 13 and is 99."
        )

    def test_a_row_of_a_projection(
        self, totals: type[Total], stream: Stream, superuser_connection: psycopg.Connection[Any]
    ) -> None:
        assert audit_stream(stream).findings == []
        superuser_connection.execute("UPDATE test_total SET taken = 1 WHERE stream = %s", [stream.id])
        (finding,) = audit_stream(stream).findings
        assert finding.kind == "projection_differs"
        assert "test_total" in finding.sentence and "taken should be 13 and is 1." in finding.sentence

    def test_another_streams_rows_are_not_this_ones(
        self, totals: type[Total], stream: Stream, superuser_connection: psycopg.Connection[Any]
    ) -> None:
        other = new_stream(stream.club)
        execute(other, opening(), actor=seat(1))
        execute(other, take(5), actor=seat(1))
        superuser_connection.execute("UPDATE test_total SET taken = 1 WHERE stream = %s", [other.id])
        assert audit_stream(stream).findings == []
        assert found(audit_club(stream.club).findings) == [("projection_differs", None)]


class Saying(TallyDecider):
    """Says more than it must: as if what is taken were thrown with dice."""

    kind = "saying"
    opening = "said"

    def decide(self, state: State, move: Move, context: Any) -> Any:
        decided = super().decide(state, move, context)
        return [msgspec.structs.replace(event, type="said") if event.type == "opened" else event for event in decided]

    def struct(self, type: str, schema: int, state: State) -> type[msgspec.Struct]:
        return Opened if type == "said" else super().struct(type, schema, state)

    def dice(self, events: Any, state: State) -> tuple[str, int]:
        return "proved", sum(event.type == "taken" for event in events)

    def difference(self, expected: Any, found: Any) -> str:
        return "wrong_dice" if getattr(expected, "amount", None) != getattr(found, "amount", None) else "different"

    def erasable(self, event: Any) -> bool:
        return event.type != "hidden"

    def rules_version(self, state: State) -> int:
        return 3


@pytest.fixture
def saying(monkeypatch: pytest.MonkeyPatch) -> Stream:
    monkeypatch.setitem(registry._deciders, "saying", Saying())
    stream = Stream(club=uuid4(), id=uuid4(), kind="saying")
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5, note="for beer"), actor=seat(1))
    execute(stream, Move(type="hide", body=Hide(word="horse")), actor=seat(2))
    return stream


class TestADeciderThatSaysMore:
    def test_dice_and_version(self, saying: Stream) -> None:
        report = audit_stream(saying)
        assert (report.findings, report.dice, report.checked.dice, report.ruleset_version) == ([], "proved", 1, 3)

    def test_wrong_dice(self, saying: Stream, tamper: Tamper) -> None:
        tamper.replace(saying, 2, '"amount":5,"balance":5,"seat"', '"amount":6,"balance":5,"seat"')
        report = audit_stream(saying)
        assert ("wrong_dice", 2) in found(report.findings)
        assert report.dice == "none"

    def test_what_may_not_be_erased(self, saying: Stream) -> None:
        execute(saying, erase(2, 3), actor=seat(1))
        (finding,) = audit_stream(saying).findings
        assert (finding.kind, finding.version) == ("sealed_differs", 3)

    def test_rules_that_are_not_here(self, saying: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delitem(registry._deciders, "saying")
        (finding,) = audit_stream(saying).findings
        assert (finding.kind, finding.version) == ("rules_unknown", 1)


class TestCommand:
    def test_all_is_right(self, stream: Stream, capsys: pytest.CaptureFixture[str]) -> None:
        call_command("verify", "--club", str(stream.club))
        out = capsys.readouterr().out
        assert out == (
            f"Club {stream.club}: all is as it was recorded (7 events, 7 moves made again, 2 sealed parts,"
            " 0 dice (none), 3 postings, 2 derived rows).\n"
        )

    def test_a_finding_is_a_line_and_status_1(
        self, stream: Stream, tamper: Tamper, capsys: pytest.CaptureFixture[str]
    ) -> None:
        tamper.replace(stream, 7, '"balance":6', '"balance":7')
        with pytest.raises(SystemExit) as exit:
            call_command("verify", "--game", str(stream.id))
        assert exit.value.code == 1
        lines = capsys.readouterr().out.splitlines()
        event = event_id(stream_events(stream)[6].hash)
        assert lines[0].startswith(f"changed_content: stream {stream.id} event 7 ({event}): ")
        assert lines[-1].startswith(f"Game {stream.id}: 2 findings (")

    def test_a_club_by_its_registered_name(
        self, stream: Stream, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(registry, "_club_names", [{"turf": stream.club}.get])
        call_command("verify", "--club", "turf")
        assert capsys.readouterr().out.startswith("Club turf: all is as it was recorded")

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["--club", "nobody"], "There is no club 'nobody' here."),
            (["--game", "12"], "'12' is no id: a game's id is a UUID."),
            (
                ["--game", "00000000-0000-4000-8000-000000000000"],
                "There is no game 00000000-0000-4000-8000-000000000000",
            ),
        ],
    )
    def test_what_isnt_here(self, arguments: list[str], sentence: str) -> None:
        from django.core.management.base import CommandError

        with pytest.raises(CommandError, match=sentence):
            call_command("verify", *arguments)
