"""Exports: one event a line, with no more than everybody may read, and verifiable anywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from ledger.audit import audit_club
from ledger.decider import Move, Stream
from ledger.export import Unreadable, export_club, export_stream, line
from ledger.reading import stream_events
from ledger.store import execute
from tests.ledger.conftest import Tamper
from tests.ledger.tally import Hide, Show, erase, new_stream, opening, seat, take

pytestmark = pytest.mark.django_db

VERIFIER = Path(__file__).resolve().parents[2] / "ledger" / "verify.py"


@pytest.fixture
def stream() -> Stream:
    """opened 1, taken 2 (a sealed note), hidden 3, shown 4 (opens 3), hidden 5, taken 6; cursors with a hole, for
    another stream of the club has cursor 4."""
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, take(5, note="for beer"), actor=seat(1))
    execute(stream, Move(type="hide", body=Hide(word="horse")), actor=seat(2))
    execute(new_stream(stream.club), opening(), actor=seat(3))
    execute(stream, Move(type="show", body=Show()), actor=seat(2))
    execute(stream, Move(type="hide", body=Hide(word="dog")), actor=seat(2))
    execute(stream, take(7), actor=seat(1))
    return stream


def bare_python(file: Path) -> tuple[int, list[str]]:
    """The verifier as one file, on a Python without this program's or anybody's packages. → status, lines."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(VERIFIER), str(file)], capture_output=True, text=True, cwd=file.parent
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


def test_a_line(stream: Stream) -> None:
    first, second, *_ = [json.loads(line) for line in export_club(stream.club)]
    assert list(first) == [
        *(
            "id",
            "cursor",
            "stream",
            "version",
            "type",
            "schema",
            "data",
            "move",
            "actor",
            "recorded_at",
            "prev",
            "hash",
        ),
        "club",
    ]
    assert (first["cursor"], first["version"], first["type"], first["club"]) == (1, 1, "opened", str(stream.club))
    assert first["move"].items() >= {"n": 1, "of": 1, "type": "open"}.items()
    assert second["prev"] == first["hash"]


def test_only_what_is_open_is_in_it(stream: Stream) -> None:
    lines = list(export_club(stream.club))
    secrets = {event["version"]: event.get("secret") for event in map(json.loads, lines) if "sealed" in event}
    assert (secrets[2], secrets[3]["move"], secrets[5]) == (None, {"word": "horse"}, None)
    assert b"beer" not in b"".join(lines)
    assert b"dog" not in b"".join(lines)


def test_the_clubs_own_archive_has_all(stream: Stream) -> None:
    lines = b"".join(export_club(stream.club, with_secrets=True))
    assert b"beer" in lines
    assert b"dog" in lines


def test_pages_join(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    from ledger import export

    whole = list(export_club(stream.club)), list(export_stream(stream))
    monkeypatch.setattr(export, "PAGE", 2)
    assert (list(export_club(stream.club)), list(export_stream(stream))) == whole
    assert (len(whole[0]), len(whole[1])) == (7, 6)


@pytest.mark.parametrize(
    ("arguments", "sealed"),
    [
        ([], "Sealed parts: 1 shown, 2 still sealed, 0 erased."),
        (["--with-secrets"], "Sealed parts: 3 shown, 0 still sealed, 0 erased."),
    ],
)
def test_verified_on_a_bare_python(stream: Stream, tmp_path: Path, arguments: list[str], sealed: str) -> None:
    file = tmp_path / "club.jsonl"
    call_command("export", "--club", str(stream.club), "--out", str(file), *arguments)
    assert bare_python(file) == (
        0,
        [
            "7 events in 2 streams of 1 club.",
            sealed,
            "Dice: 0 throws proved from opened seeds, 0 entered by people, 0 waiting for their seed.",
            "VERIFIED: every hash, link and opened part is right.",
        ],
    )


def test_a_single_game(stream: Stream, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    call_command("export", "--game", str(stream.id))
    file = tmp_path / "game.jsonl"
    file.write_bytes(capfdbinary.readouterr().out)
    status, lines = bare_python(file)
    assert (status, lines[0]) == (0, "6 events in 1 stream of 1 club.")


def test_erased_still_verifies(stream: Stream, tmp_path: Path) -> None:
    execute(stream, erase(2, 3), actor=seat(1))
    file = tmp_path / "club.jsonl"
    file.write_bytes(b"".join(export_club(stream.club)))
    status, lines = bare_python(file)
    assert (status, lines[1]) == (0, "Sealed parts: 0 shown, 1 still sealed, 2 erased.")


def test_a_changed_line_is_named(stream: Stream, tmp_path: Path) -> None:
    file = tmp_path / "club.jsonl"
    lines = list(export_club(stream.club))
    lines[1] = lines[1].replace(b'"amount":5,"balance":5', b'"amount":6,"balance":5')
    file.write_bytes(b"".join(lines))
    event = json.loads(lines[1])
    status, said = bare_python(file)
    assert status == 1
    assert said[0].startswith(
        f"changed_content: line 2, stream {stream.id}, event 2 ({event['id']}): its hash is {event['hash']}, "
    )
    assert said[-1] == "NOT VERIFIED: 1 finding."


def test_the_command_checks_a_file_too(stream: Stream, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "club.jsonl"
    file.write_bytes(b"".join(export_club(stream.club)))
    call_command("verify", "--file", str(file))
    assert capsys.readouterr().out.splitlines()[-1] == "VERIFIED: every hash, link and opened part is right."
    file.write_bytes(b"".join(list(export_club(stream.club))[1:]))
    with pytest.raises(SystemExit) as exit:
        call_command("verify", "--file", str(file))
    assert exit.value.code == 1


@pytest.mark.parametrize("garbage", ["no JSON", "[]", '{"a":1}'])
def test_a_record_that_is_none_is_named(stream: Stream, garbage: str) -> None:
    event = msgspec.structs.replace(stream_events(stream)[2], record=garbage)
    with pytest.raises(Unreadable, match=f"Event 3 of stream {stream.id} .cursor 3. can't be exported"):
        line(event, with_secrets=False)


def test_the_command_says_so_in_a_sentence(stream: Stream, tamper: Tamper, tmp_path: Path) -> None:
    tamper("UPDATE ledger_event SET record = '{}' WHERE stream = %s AND version = 3", [stream.id])
    with pytest.raises(CommandError) as refused:
        call_command("export", "--club", str(stream.club), "--out", str(tmp_path / "club.jsonl"))
    assert str(refused.value) == (
        f"Event 3 of stream {stream.id} (cursor 3) can't be exported: its record is not the JSON of an event. `verify`"
        " says more."
    )
    assert 3 in {finding.version for finding in audit_club(stream.club).findings}
