"""How long verifying takes, beside one bare SHA-256 pass over the same bytes, and with every move made again.

The suite runs the short form; ``RAILBIRD_LONG=1`` runs 80,000 events (a club's year and a half of weekly nights).
"""

from __future__ import annotations

import hashlib
from time import perf_counter, process_time
from typing import Any

import psycopg
import pytest

from ledger import checkpoints
from ledger.audit import audit_club
from ledger.sql import query
from tests.ledger.many import copy_in
from tests.length import LONG

pytestmark = pytest.mark.django_db

STREAMS = 200 if LONG else 10


def test_all_checks_without_making_the_moves_again(
    superuser_connection: psycopg.Connection[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    club = copy_in(superuser_connection, STREAMS, 400)
    events = STREAMS * 400
    checkpoints.sign(club)
    records = [record.encode() for (record,) in query("SELECT record FROM ledger_event WHERE club = %s", [club])]

    start = perf_counter()
    for record in records:
        hashlib.sha256(record).digest()
    bare = perf_counter() - start

    start, ours = perf_counter(), process_time()
    report = audit_club(club, replay=False)
    took, ours = perf_counter() - start, process_time() - ours
    assert (report.findings, report.checked.events, report.checked.checkpoint) == ([], events, events)
    assert report.checked.sealed == events // 10

    start = perf_counter()
    whole = audit_club(club)
    again = perf_counter() - start
    assert (whole.findings, whole.checked.moves, whole.checked.postings) == ([], events, events - STREAMS)
    with capsys.disabled():
        print(
            f"\n{events:,} events: bare SHA-256 {bare:.2f} s; verified in {took:.2f} s ({ours:.2f} s of it ours);"
            f" with every move and derived row made again {again:.1f} s"
        )
    # Our own time, as others may be at work on this machine; the database's share is about a third of it.
    assert ours < 2 * max(events, 8_000) / 80_000
    if LONG:
        assert took < 2
