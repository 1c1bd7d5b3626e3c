"""Signed checkpoints: what they hold, what they catch, and that they verify anywhere."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from django.core.management import call_command
from django.test import override_settings

from ledger import checkpoints, signing, verify
from ledger.audit import audit_club, audit_stream
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.export import export_club, export_stream
from ledger.store import execute
from tests.ledger.conftest import Tamper
from tests.ledger.tally import new_stream, opening, seat, take

pytestmark = pytest.mark.django_db

VECTORS = json.loads((Path(__file__).resolve().parents[1] / "vectors" / "ed25519.json").read_text())["signatures"]


@pytest.fixture
def stream() -> Stream:
    """Four events in one stream, then one of another in the same club: cursors 1 to 5."""
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    for amount in (5, 7, 1):
        execute(stream, take(amount), actor=seat(1))
    execute(new_stream(stream.club), opening(), actor=seat(2))
    return stream


def public() -> bytes:
    return signing.public_bytes(signing.current())


def differing(club: Any, *given: checkpoints.Checkpoint) -> list[str]:
    findings = audit_club(club, [(checkpoint, None) for checkpoint in given]).findings
    return [finding.sentence for finding in findings if finding.kind == "checkpoint_differs"]


class TestSignatures:
    @pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["public"][:8])
    def test_the_vectors_of_rfc_8032_by_both_verifiers(self, vector: dict[str, str]) -> None:
        key, message, signature = (bytes.fromhex(vector[name]) for name in ("public", "message", "signature"))
        for check in (verify.signed, lambda k, m, s: signing.verifies(k, s, m)):
            assert check(key, message, signature)
            assert not check(key, message + b"x", signature)
            assert not check(key, message, signature[:31] + bytes([signature[31] ^ 1]) + signature[32:])
            assert not check(key, message, signature[:40] + bytes([signature[40] ^ 1]) + signature[41:])

    def test_what_is_no_key_and_no_signature(self) -> None:
        assert not verify.signed(b"", b"", bytes(64))
        assert not verify.signed(bytes(32), b"", bytes(63))
        assert not verify.signed(b"\xff" * 32, b"", bytes(64))
        high = (2**252 + 27742317777372353535851937790883648493).to_bytes(32, "little")
        right = bytes.fromhex(VECTORS[0]["signature"])
        assert not verify.signed(bytes.fromhex(VECTORS[0]["public"]), b"", right[:32] + high)


def test_it_covers_all_that_is_committed_and_verifies(stream: Stream) -> None:
    made = checkpoints.sign(stream.club)
    assert (made.club, made.cursor, made.signed_by(public())) == (stream.club, 5, True)
    assert checkpoints.sign(stream.club) == made == checkpoints.latest(stream.club)
    assert (audit_club(stream.club).findings, audit_club(stream.club).checked.checkpoint) == ([], 5)
    assert audit_stream(stream).checked.checkpoint == 4
    execute(stream, take(9), actor=seat(1))
    later = checkpoints.sign(stream.club)
    assert (later.cursor, audit_club(stream.club).checked.checkpoint) == (6, 6)
    assert [checkpoint.cursor for checkpoint in checkpoints.stored(stream.club)] == [6, 5]


def test_the_end_of_a_stream_cut_off_with_all_that_hangs_on_it(stream: Stream, tamper: Tamper) -> None:
    other = new_stream(stream.club)
    execute(other, opening(), actor=seat(1))
    execute(other, take(9), actor=seat(1))
    taken_home = checkpoints.sign(stream.club)
    for table in ("ledger_position", "ledger_event", "ledger_posting", "ledger_balance", "ledger_checkpoint"):
        where = "stream = %s" if table != "ledger_checkpoint" else "club = %s"
        last = " AND version = 2" if table in ("ledger_position", "ledger_event") else ""
        tamper(f"DELETE FROM {table} WHERE {where}{last}", [other.id if "stream" in where else stream.club])
    assert audit_club(stream.club).findings == []  # nothing in the database tells
    assert differing(stream.club, taken_home) == [
        "The checkpoint at cursor 7 was signed over 7 events, which are not all there: one with a cursor from 1 on was"
        " removed."
    ]
    execute(other, take(10), actor=seat(1))  # and something else in its place
    assert differing(stream.club, taken_home) == [
        f"The ledger does not extend the checkpoint at cursor 7: one of the events with cursors 1 to 7 was changed,"
        f" removed or put in since {taken_home.at}."
    ]


def test_two_checkpoints_tell_where(stream: Stream, tamper: Tamper) -> None:
    checkpoints.sign(stream.club)
    execute(stream, take(9), actor=seat(1))
    checkpoints.sign(stream.club)
    tamper.replace(stream, 5, '"amount":9', '"amount":8', rehash=True)
    (sentence,) = differing(stream.club)
    assert "one of the events with cursors 6 to 6 was changed" in sentence
    with pytest.raises(Refused, match="ledger_differs"):
        execute(stream, take(1), actor=seat(1))
        checkpoints.sign(stream.club)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("cursor", "cursor - 1"),
        ("root", "sha256('x')"),
        ("at", "at + 1"),
        ("key", "'0123456789abcdef'"),
        ("signature", "signature || ''"),
    ],
)
def test_a_changed_checkpoint_is_named(stream: Stream, tamper: Tamper, column: str, value: str) -> None:
    checkpoints.sign(stream.club)
    if column == "signature":
        value = "set_byte(signature, 0, get_byte(signature, 0) # 1)"
    assert tamper(f"UPDATE ledger_checkpoint SET {column} = {value} WHERE club = %s", [stream.club]) == 1
    (sentence,) = differing(stream.club)
    assert f"checkpoint at cursor {4 if column == 'cursor' else 5}" in sentence


def test_a_changed_public_key_is_found(stream: Stream, tamper: Tamper) -> None:
    key = checkpoints.sign(stream.club).key
    change = "UPDATE ledger_signing_key SET public = set_byte(public, 0, get_byte(public, 0) # 1) WHERE id = %s"
    with tamper.unchecked("ledger_signing_key"):
        tamper(change, [key])
        try:
            assert "is not signed: its signature is not this key's." in differing(stream.club)[0]
        finally:
            tamper(change, [key])
    assert differing(stream.club) == []


@pytest.mark.parametrize("table", ["ledger_checkpoint", "ledger_signing_key"])
@pytest.mark.parametrize("sql", ["UPDATE {} SET at = 0", "DELETE FROM {}", "TRUNCATE {}"])
def test_nobody_changes_them(
    stream: Stream,
    owner_connection: psycopg.Connection[Any],
    app_connection: psycopg.Connection[Any],
    table: str,
    sql: str,
) -> None:
    checkpoints.sign(stream.club)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        app_connection.execute(sql.format(table))
    with pytest.raises(psycopg.errors.IntegrityConstraintViolation):
        owner_connection.execute(sql.format(table))


class TestKeys:
    @pytest.fixture(autouse=True)
    def _own_folder(self, tmp_path: Path) -> Any:
        with override_settings(RAILBIRD_DATA=tmp_path / "data"):
            yield

    def test_the_private_key_is_a_private_file(self) -> None:
        signing.current()
        assert stat.S_IMODE(signing.key_file().stat().st_mode) == 0o600
        assert [file.name for file in signing.key_file().parent.iterdir()] == ["checkpoint-key"]

    def test_a_new_key_is_endorsed_by_the_old_one_and_old_checkpoints_hold(self, stream: Stream) -> None:
        old, before = public(), checkpoints.sign(stream.club)
        call_command("keys", "--rotate")
        new = public()
        assert new != old
        key = next(key for key in signing.public_keys() if key.public == new.hex())
        assert key.endorsed_by == signing.key_id(old) == before.key
        assert signing.verifies(old, bytes.fromhex(key.endorsement or ""), signing.ENDORSING + new)
        after = checkpoints.sign(stream.club)
        assert (after.key, after.root, after.cursor) == (signing.key_id(new), before.root, before.cursor)
        assert audit_club(stream.club).findings == []


class TestAgainst:
    def test_by_command(
        self, stream: Stream, tamper: Tamper, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "checkpoint.json"
        file.write_bytes(msgspec.json.encode(checkpoints.sign(stream.club)))
        call_command("verify", "--against", str(file), "--key", public().hex())
        assert "5 events under a signed checkpoint" in capsys.readouterr().out
        with pytest.raises(SystemExit):
            call_command("verify", "--against", str(file), "--key", "00" * 32)
        assert "checkpoint_differs: The checkpoint at cursor 5" in capsys.readouterr().out.splitlines()[0]

    def test_offline(self, stream: Stream, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        made = checkpoints.sign(stream.club)
        execute(stream, take(9), actor=seat(1))
        export, file = tmp_path / "club.jsonl", tmp_path / "checkpoint.json"
        export.write_bytes(b"".join(export_club(stream.club)))
        file.write_bytes(msgspec.json.encode({"next": None, "previous": None, "results": [made]}))
        trusting = ["--checkpoint", str(file), "--key", public().hex()]
        assert verify.main([str(export), *trusting]) == 0
        assert "Checkpoints: the first 5 events are as they were signed." in capsys.readouterr().out

        assert verify.main([str(export), "--checkpoint", str(file), "--key", "00" * 32]) == 1
        assert "which is not the one you trust" in capsys.readouterr().out
        assert verify.main([str(export), "--checkpoint", str(file)]) == 2
        for changed in (
            {"root": "sha256:" + "00" * 32},
            {"at": "2026-01-01T00:00:00.000000Z"},
            {"signature": "00" * 64},
        ):
            file.write_text(json.dumps({**msgspec.to_builtins(made), **changed}))
            assert verify.main([str(export), *trusting]) == 1
            assert "its signature is wrong" in capsys.readouterr().out

    def test_an_export_that_was_cut_or_is_a_games(self, stream: Stream) -> None:
        made = msgspec.to_builtins(checkpoints.sign(stream.club))
        whole = [line.decode() for line in export_club(stream.club)]
        assert verify.verify(whole, [made], public()).ok
        (finding,) = verify.verify(whole[:4], [made], public()).findings
        assert finding.sentence == (
            "the checkpoint at cursor 5 does not hold: of its 5 events only the first 4 are in this file, one after"
            " another."
        )
        game = [line.decode() for line in export_stream(stream)]
        assert [finding.kind for finding in verify.verify(game, [made], public()).findings] == ["checkpoint_differs"]
