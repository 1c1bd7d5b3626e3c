"""The audit: everything that is stored, checked against everything else.

Of each stream: hashes, links, columns, versions (:mod:`ledger.chain`); every move made again
(:mod:`ledger.reexecution`); then positions, the list of streams, and every derived row (:mod:`ledger.rebuild`). All of
it on one snapshot of the database, while others go on writing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from uuid import UUID

import msgspec

from ledger import chain, checkpoints, reexecution
from ledger.chain import Line, finding
from ledger.checkpoints import Checkpoint
from ledger.decider import Decider, Stream
from ledger.findings import Checked, Dice, Finding, Report, shown
from ledger.models import Posting
from ledger.rebuild import Unreplayable, compare
from ledger.records import event_id
from ledger.reexecution import Telling
from ledger.registry import deciders
from ledger.shadow import Difference, own_session
from ledger.sql import query

_STREAMS = """
    SELECT stream FROM ledger_event WHERE club = %s
    UNION SELECT stream FROM ledger_position WHERE club = %s
    UNION SELECT id FROM ledger_stream WHERE club = %s
    UNION SELECT stream FROM ledger_sealed WHERE club = %s
"""
_EMPTY = """
    SELECT 'position', p.version, p.cursor FROM ledger_position p
    LEFT JOIN ledger_event e ON e.club = p.club AND e.stream = p.stream AND e.version = p.version
    WHERE p.club = %s AND p.stream = %s AND e.version IS NULL
    UNION ALL
    SELECT 'sealed part', s.version, NULL FROM ledger_sealed s
    LEFT JOIN ledger_event e ON e.club = s.club AND e.stream = s.stream AND e.version = s.version
    WHERE s.club = %s AND s.stream = %s AND e.version IS NULL
    ORDER BY 2
"""
_HOLES = """
    SELECT cursor, before, stream, version FROM (
        SELECT cursor, coalesce(lag(cursor) OVER (ORDER BY cursor), 0) AS before, stream, version
        FROM ledger_position WHERE club = %s
    ) p WHERE cursor <> before + 1 ORDER BY cursor
"""
_SUMS = """
    SELECT stream, sum(amount)::bigint FROM ledger_balance WHERE club = %s AND (%s::uuid IS NULL OR stream = %s::uuid)
    GROUP BY stream HAVING sum(amount) <> 0 ORDER BY stream
"""


class _Stream(msgspec.Struct, kw_only=True):
    """What the check of one stream gave."""

    findings: list[Finding]
    checked: Checked
    dice: Dice = "none"
    rules_version: int | None = None


def audit_stream(stream: Stream) -> Report:
    """The audit of one stream: its events, moves, money and derived rows; of the club's order, its own places."""
    with own_session(snapshot=True):
        lines = chain.read(stream)
        result = _stream(stream, lines)
        result.findings += _sums(stream.club, stream.id)
        derived, checked = _derived(stream.club, stream.id, {stream.id} if result.findings else set())
        signed = checkpoints.check(stream.club)
        checked += Checked(checkpoint=sum((line.cursor or 2**62) <= signed.covered for line in lines))
        findings = [*result.findings, *derived, *signed.findings]
        return _report(findings, result.checked + checked, result.dice, result.rules_version)


def audit_club(club: UUID, against: Sequence[tuple[Checkpoint, bytes | None]] = (), *, replay: bool = True) -> Report:
    """The audit of all streams of a club, and of its order. ``against``: checkpoints that must be extended, beside the
    ledger's own (see :func:`ledger.checkpoints.check`). Without ``replay`` no move is made again and no derived row:
    hashes, links, columns, order, sealed parts, checkpoints and sums only."""
    with own_session(snapshot=True):
        findings = list(_order(club))
        signed = checkpoints.check(club, against)
        findings += signed.findings
        checked = Checked(checkpoint=signed.covered)
        dice: set[Dice] = set()
        explained: set[UUID] = set()
        for (id,) in sorted(query(_STREAMS, [club] * 4)):
            stream = Stream(club=club, id=id, kind="")
            result = _stream(stream, chain.read(stream), replay=replay)
            findings += result.findings
            checked += result.checked
            dice.add(result.dice)
            if result.findings:
                explained.add(id)
        findings += _sums(club, None)
        derived, more = _derived(club, None, explained) if replay else ([], Checked())
        origin: Dice = "proved" if "proved" in dice else "entered" if "entered" in dice else "none"
        return _report([*findings, *derived], checked + more, origin, None)


def _report(findings: Sequence[Finding], checked: Checked, dice: Dice, rules_version: int | None) -> Report:
    try:
        program = f"railbird {version('railbird')}"
    except PackageNotFoundError:
        program = "railbird"
    return Report(
        ok=not findings,
        checked=checked,
        dice=dice,
        findings=findings,
        ruleset_version=rules_version,
        by=program,
        at=datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
    )


def _stream(stream: Stream, lines: Sequence[Line], *, replay: bool = True) -> _Stream:
    findings = chain.check(stream, lines)
    findings += _places(stream, lines)
    checked = Checked(events=len(lines), sealed=sum(line.body is not None for line in lines))
    decider = _decider_for(lines)
    findings += _listed(stream, lines, decider)
    if decider is None or not replay:
        return _Stream(findings=findings, checked=checked)
    again = reexecution.replay(stream, decider, lines)
    findings += again.findings
    result = _Stream(findings=findings, checked=checked + Checked(moves=again.moves, erased=again.erased))
    if isinstance(decider, Telling):
        result.rules_version = decider.rules_version(again.state)
        result.dice, throws = decider.dice(again.events, again.state)
        result.checked += Checked(dice=throws)
        if result.dice == "proved" and again.findings:
            result.dice = "none"  # something came out otherwise: the findings say what
    return result


def _decider_for(lines: Sequence[Line]) -> Decider | None:
    """By the first event, whatever the list of streams says."""
    record = lines[0].record if lines else None
    return None if record is None else next((d for d in deciders() if d.opening == record.type), None)


def _listed(stream: Stream, lines: Sequence[Line], decider: Decider | None) -> Iterator[Finding]:
    """The stream's row in the list of streams, and whether anybody knows its kind."""
    if not lines:
        return
    first = lines[0]
    if decider is None and first.record is not None:
        sentence = f"No rules here for a stream that begins with {shown(first.record.type)}."
        yield finding(stream.id, first, "rules_unknown", None, first.record.type, sentence)
    rows = query("SELECT club, kind FROM ledger_stream WHERE id = %s", [stream.id])
    found = {"club": str(rows[0][0]), "kind": rows[0][1]} if rows else None
    expected = {
        "club": str(stream.club),
        "kind": found["kind"] if decider is None and found else decider and decider.kind,
    }
    if found != expected:
        sentence = f"The list of streams has this one as {shown(found)}; its events say {shown(expected)}."
        yield finding(stream.id, first, "changed_column", expected, found, sentence)


def _places(stream: Stream, lines: Sequence[Line]) -> Iterator[Finding]:
    """Each event has one place in the club's order, ascending with its version; each place has an event."""
    last = 0
    for line in lines:
        if line.cursor is None:
            yield finding(
                stream.id, line, "order", "a cursor", None, f"Event {line.version} has no place in the club's order."
            )
        elif line.cursor <= last:
            sentence = f"Event {line.version} has cursor {line.cursor}, after one before it with {last}."
            yield finding(stream.id, line, "order", f"more than {last}", line.cursor, sentence)
        else:
            last = line.cursor
    for what, version_, cursor in query(_EMPTY, [stream.club, stream.id, stream.club, stream.id]):
        place = f"the {what} of event {version_}" + ("" if cursor is None else f" (cursor {cursor})")
        yield Finding(
            kind="missing_event",
            version=version_,
            event=None,
            expected=version_,
            found=None,
            sentence=f"There is {place}, but no such event.",
            stream=stream.id,
        )


def _order(club: UUID) -> Iterator[Finding]:
    """Cursors are 1, 2, 3 … without holes."""
    for cursor, before, stream, version_ in query(_HOLES, [club]):
        sentence = f"After cursor {before} comes {cursor}: the club's order has a hole."
        yield Finding(
            kind="order",
            version=version_,
            event=None,
            expected=before + 1,
            found=cursor,
            sentence=sentence,
            stream=stream,
        )


def _sums(club: UUID, stream: UUID | None) -> Iterator[Finding]:
    for id, total in query(_SUMS, [club, stream, stream]):
        sentence = f"The balances sum to {total} and not to zero."
        yield Finding(
            kind="unbalanced", version=None, event=None, expected=0, found=total, sentence=sentence, stream=id
        )


def _derived(club: UUID, stream: UUID | None, explained: set[UUID]) -> tuple[list[Finding], Checked]:
    """Every derived row against the events. ``explained``: streams with findings; they say why a replay fails."""
    compared = compare(club, stream)
    return (
        [
            *(_unreplayable(club, error) for error in compared.failed if error.stream not in explained),
            *(_difference(club, stream, difference) for difference in compared.differences),
        ],
        Checked(postings=compared.postings, projections=compared.projections),
    )


def _unreplayable(club: UUID, error: Unreplayable) -> Finding:
    sentence = f"The derived rows can't be made again from event {error.version}: {error.cause}."
    return Finding(
        kind="projection_differs",
        version=error.version,
        event=_event(club, error.stream, error.version),
        expected=None,
        found=None,
        sentence=sentence,
        stream=error.stream,
    )


def _difference(club: UUID, stream: UUID | None, difference: Difference) -> Finding:
    row = difference.expected or difference.found or {}
    sealed = difference.table == "ledger_sealed"
    version_: int | None = row["version"] if sealed or difference.table == Posting._meta.db_table else None
    id: Any = row.get("stream", stream)
    owner = UUID(id) if isinstance(id, str) else id
    key = ", ".join(f"{name} {value}" for name, value in difference.key.items())
    if difference.found is None:
        what = "is missing"
    elif difference.expected is None:
        what = "should not be there"
    else:
        expected, found = difference.expected, difference.found
        changed = [name for name in expected if expected[name] != found[name]]
        told = [f"{name} should be {shown(expected[name])} and is {shown(found[name])}" for name in changed]
        what = "; ".join(told)
    return Finding(
        kind="sealed_differs" if sealed else "projection_differs",
        version=version_,
        event=None if version_ is None else _event(club, owner, version_),
        expected=difference.expected,
        found=difference.found,
        sentence=f"{difference.table}, {key}: {what}.",
        stream=owner,
    )


def _event(club: UUID, stream: UUID, version_: int) -> UUID | None:
    rows = query(
        "SELECT hash FROM ledger_event WHERE club = %s AND stream = %s AND version = %s::int", [club, stream, version_]
    )
    return event_id(bytes(rows[0][0])) if rows else None
