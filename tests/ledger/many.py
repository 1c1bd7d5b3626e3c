"""Many events at once: chains as the store would have written them, copied in by a superuser."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import msgspec
import psycopg

from ledger.decider import Stream
from ledger.records import canonical, hash_text, sha256, time_text
from ledger.sealing import seal
from tests.ledger.tally import new_stream

AT = 1_772_000_000_000_000


def copy_in(superuser: psycopg.Connection[Any], streams: int, events: int) -> UUID:
    """A club with tally streams of so many events each (every tenth with a sealed note). → the club."""
    club = uuid4()
    cursor = 0
    rows: list[tuple[Any, ...]] = []
    sealed: list[tuple[Any, ...]] = []
    made = [new_stream(club) for _ in range(streams)]
    for stream in made:
        head: str | None = None
        for version in range(1, events + 1):
            cursor += 1
            note = seal({}, {"note": f"round {version}"}) if version % 10 == 0 else None
            record = _record(stream, version, cursor, head, None if note is None else note[1])
            hash_ = sha256(record)
            head = hash_text(hash_)
            type_ = "opened" if version == 1 else "taken"
            rows.append((club, stream.id, version, type_, 1, AT + cursor, record.decode(), hash_, cursor))
            if note is not None:
                sealed.append((club, stream.id, version, note[0], ["seat:1"], None))
    with superuser.transaction(), superuser.cursor() as copying:
        _copy(copying, "ledger_stream (id, club, kind)", [(stream.id, club, "tally") for stream in made])
        _copy(copying, "ledger_event (club, stream, version, type, schema, at, record, hash)", [r[:-1] for r in rows])
        _copy(copying, "ledger_position (club, cursor, stream, version)", [(r[0], r[-1], r[1], r[2]) for r in rows])
        _copy(copying, "ledger_sealed (club, stream, version, body, audience, opened)", sealed)
        per_stream = events - 1
        money = [(club, s.id, v, 0, "bank", "seat:1", 5, "taken") for s in made for v in range(2, events + 1)]
        _copy(copying, "ledger_posting (club, stream, version, idx, payer, payee, amount, why)", money)
        balances = [(club, s.id, a, 5 * n) for s in made for a, n in (("bank", -per_stream), ("seat:1", per_stream))]
        _copy(copying, "ledger_balance (club, stream, account, amount)", balances)
    superuser.execute("ANALYZE ledger_event, ledger_position, ledger_sealed, ledger_posting")
    return club


def _copy(cursor: psycopg.Cursor[Any], table: str, rows: list[tuple[Any, ...]]) -> None:
    with cursor.copy(f"COPY {table} FROM STDIN") as out:
        for row in rows:
            out.write_row(row)


def _record(stream: Stream, version: int, cursor: int, prev: str | None, sealed: str | None) -> bytes:
    opens = version == 1
    data: dict[str, Any] = {} if opens else {"amount": 5, "balance": 5 * (version - 1), "seat": 1}
    move: dict[str, Any] = {"id": str(UUID(int=cursor)), "type": "open" if opens else "take"}
    if not opens:
        move["amount"] = 5
    return canonical(
        {
            "actor": msgspec.to_builtins({"kind": "seat", "id": "seat:1", "seat": 1}),
            "at": time_text(AT + cursor),
            "club": str(stream.club),
            "data": data,
            "move": move,
            "n": 1,
            "of": 1,
            "prev": prev,
            "schema": 1,
            "sealed": sealed,
            "stream": str(stream.id),
            "type": "opened" if opens else "taken",
            "version": version,
        }
    )
