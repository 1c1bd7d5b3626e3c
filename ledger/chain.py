"""One stream against itself: hashes, links, columns, versions, batches, sealed parts. Needs no rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta

from ledger.decider import Stream
from ledger.findings import Finding, Kind, shown
from ledger.records import (
    MAX_INT,
    NotCanonical,
    Record,
    canonical,
    event_id,
    hash_text,
    record_decoder,
    sha256,
    time_us,
)
from ledger.sealing import SealedPart, part_decoder
from ledger.sql import query

_encode = msgspec.json.Encoder(order="sorted").encode
_ROWS = """
    SELECT e.version, e.type, e.schema, e.at, e.record, e.hash, p.cursor, s.body, s.audience, s.opened
    FROM ledger_event e
    LEFT JOIN ledger_position p ON p.club = e.club AND p.stream = e.stream AND p.version = e.version
    LEFT JOIN ledger_sealed s ON s.club = e.club AND s.stream = e.stream AND s.version = e.version
    WHERE e.club = %s AND e.stream = %s ORDER BY e.version
"""


class Line(msgspec.Struct, kw_only=True):
    """One event as found. ``record`` None: unreadable. ``part``: its sealed part, only if its hash is right;
    ``gone``: there should be one and there is none (erased, or taken away)."""

    version: int
    type: str
    schema: int
    at: int
    text: str
    hash: bytes
    cursor: int | None
    body: str | None
    audience: tuple[str, ...]
    opened: int | None
    computed: bytes = b""
    record: Record | None = None
    part: SealedPart | None = None
    gone: bool = False


def read(stream: Stream) -> list[Line]:
    """The stream's events with everything that hangs on them, in order of version."""
    return [
        Line(
            version=version,
            type=type_,
            schema=schema,
            at=at,
            text=record,
            hash=bytes(hash_),
            cursor=cursor,
            body=body,
            audience=tuple(audience or ()),
            opened=opened,
        )
        for version, type_, schema, at, record, hash_, cursor, body, audience, opened in query(
            _ROWS, [stream.club, stream.id]
        )
    ]


def finding(stream: UUID, line: Line | None, kind: Kind, expected: Any, found: Any, sentence: str) -> Finding:
    return Finding(
        kind=kind,
        version=None if line is None else line.version,
        event=None if line is None else event_id(line.hash),
        expected=expected,
        found=found,
        sentence=sentence,
        stream=stream,
    )


def check(stream: Stream, lines: Sequence[Line]) -> list[Finding]:
    """Everything that can be said without rules; fills in ``computed``, ``record``, ``part`` and ``gone``."""
    for line in lines:
        line.computed = sha256(line.text.encode())
        try:
            line.record = record_decoder.decode(line.text)
        except msgspec.MsgspecError:
            line.record = None
    findings: list[Finding] = []
    before: Line | None = None
    for index, line in enumerate(lines):
        if _is_right(stream, before, line):  # nearly all are: what is wrong is told at leisure
            if line.body is not None or line.record.sealed is not None:  # type: ignore[union-attr]
                findings += _sealed(stream.id, line, line.record)  # type: ignore[arg-type]
            before = line
            continue
        after = lines[index + 1] if index + 1 < len(lines) else None
        findings += _hole(stream.id, before, line)
        findings += _content(stream.id, line, after)
        if line.record is not None:
            findings += _link(stream.id, before, line, line.record)
            findings += _columns(stream, line, line.record)
            findings += _times(stream.id, before, line)
            findings += _sealed(stream.id, line, line.record)
        before = line
    return [*findings, *_batches(stream.id, lines)]


def _is_right(stream: Stream, before: Line | None, line: Line) -> bool:
    """Whether none of the checks below (but that of the sealed part) has anything to say."""
    record = line.record
    if record is None or line.computed != line.hash or not _is_canonical(line, record):
        return False
    if before is None:
        follows = line.version == 1 and record.prev is None
    else:
        follows = line.version == before.version + 1 and record.prev == hash_text(before.hash)
        follows = follows and before.record is not None and record.at >= before.record.at
    return (
        follows
        and record.version == line.version
        and record.type == line.type
        and record.schema == line.schema
        and record.stream == stream.id
        and record.club == stream.club
        and _us(record.at) == line.at
    )


def _hole(stream: UUID, before: Line | None, line: Line) -> Iterator[Finding]:
    last = 0 if before is None else before.version
    if line.version != last + 1:
        gone = f"Event {last + 1} is" if line.version == last + 2 else f"Events {last + 1} to {line.version - 1} are"
        yield finding(stream, line, "missing_event", last + 1, line.version, f"{gone} missing.")


def _content(stream: UUID, line: Line, after: Line | None) -> Iterator[Finding]:
    if line.computed != line.hash:
        expected, found = hash_text(line.hash), hash_text(line.computed)
        if after is not None and after.record is not None and after.record.prev == found:
            # the event after vouches for the record: it is the copy of the hash that was changed
            sentence = f"The hash kept beside event {line.version} is not its record's; event {after.version} tells."
            yield finding(stream, line, "changed_column", found, expected, sentence)
        else:
            sentence = f"Event {line.version} was changed: its text is not the one that was hashed."
            yield finding(stream, line, "changed_content", expected, found, sentence)
    elif line.record is None:
        yield finding(
            stream, line, "changed_content", "a record", shown(line.text), f"Event {line.version} is no record."
        )
    elif not _is_canonical(line, line.record):
        sentence = f"Event {line.version} is not written in canonical JSON."
        yield finding(stream, line, "changed_content", "canonical JSON", shown(line.text), sentence)


# A way to see that a record is canonical in a tenth of the time that looking at every value takes: it decodes without
# floats and large integers, encodes to the same text again, and has no character that a key may not have, but the two
# capitals of its time.
_Value: Any = None | bool | Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)] | str
for _ in range(7):
    _Value = None | bool | Annotated[int, Meta(ge=-MAX_INT, le=MAX_INT)] | str | list[_Value] | dict[str, _Value]
_shallow = msgspec.json.Decoder(_Value).decode
_USUAL = b'abcdefghijklmnopqrstuvwxyz0123456789_:.-"{}[],'


def _is_canonical(line: Line, record: Record | None) -> bool:
    text = line.text.encode()
    if record is not None and text.translate(None, _USUAL) == b"TZ" and record.at[10:11] + record.at[-1:] == "TZ":
        try:
            return _encode(_shallow(text)) == text
        except msgspec.ValidationError:
            pass  # too deep, or wrong: look closely
    try:
        return canonical(msgspec.json.decode(text)) == text
    except NotCanonical:
        return False


def _link(stream: UUID, before: Line | None, line: Line, record: Record) -> Iterator[Finding]:
    if before is None:
        right: tuple[str | None, ...] = (None,) if line.version == 1 else (record.prev,)
    elif before.version + 1 != line.version:
        return  # the hole was named
    else:
        right = (hash_text(before.hash), hash_text(before.computed))
    if record.prev not in right:
        earlier = "the beginning" if before is None else f"event {before.version}"
        sentence = f"Event {line.version} does not continue {earlier}: one of them was replaced."
        yield finding(stream, line, "broken_link", right[0], record.prev, sentence)


def _columns(stream: Stream, line: Line, record: Record) -> Iterator[Finding]:
    copies = {
        "club": (str(record.club), str(stream.club)),
        "stream": (str(record.stream), str(stream.id)),
        "version": (record.version, line.version),
        "type": (record.type, line.type),
        "schema": (record.schema, line.schema),
        "at": (_us(record.at), line.at),
    }
    for column, (expected, found) in copies.items():
        if expected != found:
            sentence = f"Event {line.version}: the column {column} says {found}, the record {expected}."
            yield finding(stream.id, line, "changed_column", expected, found, sentence)


def _us(at: str) -> int | None:
    try:
        return time_us(at)
    except ValueError:
        return None


def _times(stream: UUID, before: Line | None, line: Line) -> Iterator[Finding]:
    if before is None or before.record is None or line.record is None:
        return
    if line.record.at < before.record.at:
        sentence = f"Event {line.version} is earlier than event {before.version}."
        yield finding(stream, line, "order", f"at least {before.record.at}", line.record.at, sentence)


def _sealed(stream: UUID, line: Line, record: Record) -> Iterator[Finding]:
    if line.body is None:
        line.gone = record.sealed is not None
        return
    found = hash_text(sha256(line.body.encode()))
    if record.sealed != found:
        sentence = f"The sealed part of event {line.version} is not the one that was sealed."
        yield finding(stream, line, "sealed_differs", record.sealed, found, sentence)
        return
    try:
        line.part = part_decoder.decode(line.body)
    except msgspec.MsgspecError:
        sentence = f"The sealed part of event {line.version} is unreadable."
        yield finding(stream, line, "sealed_differs", "data, move and salt", "something else", sentence)


def batches(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Events by the move that made them, in order; unreadable ones stand alone."""
    batch: list[Line] = []
    for line in lines:
        joins = (
            batch
            and line.record is not None
            and batch[-1].record is not None
            and line.record.move.get("id") == batch[-1].record.move.get("id")
        )
        if batch and not joins:
            yield batch
            batch = []
        batch.append(line)
    if batch:
        yield batch


def _batches(stream: UUID, lines: Sequence[Line]) -> Iterator[Finding]:
    """A move's events are 1 … ``of``, all of them, one after another. What a hole or an unreadable event explains is
    not said twice."""
    found = list(batches(lines))
    for index, batch in enumerate(found):
        alone = batch[0].record if len(batch) == 1 else None
        if alone is not None and alone.n == alone.of == 1:
            continue
        before = found[index - 1][-1] if index else None
        after = found[index + 1][0] if index + 1 < len(found) else None
        around = [line for line in (before, *batch, after) if line is not None]
        if any(line.record is None for line in around) or around[-1].version - around[0].version + 1 != len(around):
            continue
        records = [line.record for line in batch if line.record is not None]
        right = list(range(1, records[0].of + 1))
        numbers = [record.n for record in records]
        if numbers != right or any(record.of != len(right) for record in records):
            sentence = f"The move of event {batch[0].version} made {len(right)} events; here are {shown(numbers)}."
            yield finding(stream, batch[0], "missing_event", right, numbers, sentence)
