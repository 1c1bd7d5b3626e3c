"""How long verifying takes, beside one bare SHA-256 pass over the same bytes, and with every move made again.

The suite runs the short form; ``RAILBIRD_LONG=1`` runs 80,000 events (a club's year and a half of weekly nights).
What is judged is the work: our processor time and the database's for this session. On a machine with nothing else to do
that is what a clock on the wall shows, which is printed too.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import psycopg
import pytest
from django.db.backends.signals import connection_created

from ledger import audit, checkpoints
from ledger.audit import audit_club
from ledger.sql import query
from tests.ledger.many import copy_in
from tests.length import LONG

pytestmark = pytest.mark.django_db

STREAMS = 200 if LONG else 10
MOST_S = 2 if LONG else 0.3
"""For 80,000 events; for 4,000 the fixed costs count more."""


class Backend:
    """The database's process behind the audit's own session: how much processor time it took, in seconds, so far as the
    system tells (Linux does)."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.took = 0.0
        self._process = Path("/")
        connection_created.connect(self._connected)
        report = audit._report

        def told(*args: Any) -> Any:
            stat = self._process / "stat"
            if stat.exists():  # "pid (name) state …", user and system time are the 14th and 15th
                fields = stat.read_text().rpartition(")")[2].split()
                self.took = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            return report(*args)

        monkeypatch.setattr(audit, "_report", told)

    def _connected(self, connection: Any, **_: Any) -> None:
        self._process = Path("/proc") / str(connection.connection.info.backend_pid)


def test_all_checks_without_making_the_moves_again(
    superuser_connection: psycopg.Connection[Any], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    club = copy_in(superuser_connection, STREAMS, 400)
    events = STREAMS * 400
    checkpoints.sign(club)
    records = [record.encode() for (record,) in query("SELECT record FROM ledger_event WHERE club = %s", [club])]
    backend = Backend(monkeypatch)

    start = perf_counter()
    for record in records:
        hashlib.sha256(record).digest()
    bare = perf_counter() - start

    start, ours = perf_counter(), process_time()
    report = audit_club(club, replay=False)
    took, ours = perf_counter() - start, process_time() - ours
    theirs = backend.took
    assert (report.findings, report.checked.events, report.checked.checkpoint) == ([], events, events)
    assert report.checked.sealed == events // 10

    start, again = perf_counter(), process_time()
    whole = audit_club(club)
    wall, again = perf_counter() - start, process_time() - again + backend.took
    assert (whole.findings, whole.checked.moves, whole.checked.postings) == ([], events, events - STREAMS)
    with capsys.disabled():
        print(
            f"\n{events:,} events: bare SHA-256 {bare:.2f} s; verified with {ours:.2f} s of work and the database's"
            f" {theirs:.2f} s ({took:.2f} s by the clock on the wall, load {os.getloadavg()[0]:.1f});"
            f" with every move and derived row made again {again:.1f} s of work ({wall:.1f} s)"
        )
    assert ours + theirs < MOST_S
