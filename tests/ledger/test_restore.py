"""Dumped and restored into a fresh database, a ledger is the same ledger."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

from deploy.postgres import OWNER
from ledger.audit import audit_club
from ledger.cache import states
from ledger.decider import Move
from ledger.reading import club_events, head_cursor
from ledger.store import execute
from tests.conftest import FreshDatabase
from tests.embedded import Embedded
from tests.ledger.tally import Hide, Show, new_stream, opening, seat, take


def run(embedded: Embedded, program: str, *arguments: str) -> None:
    """One of PostgreSQL's own programs."""
    path = Path(embedded.postgres.binaries) / program
    subprocess.run([path, *arguments], check=True, capture_output=True, text=True)


def test_every_old_cursor_is_valid_and_the_next_one_follows(
    own_database: FreshDatabase, embedded: Embedded, django_on: Callable[[str], Any], tmp_path: Path
) -> None:
    stream = new_stream()
    execute(stream, opening(), actor=seat(1))
    execute(stream, Move(type="hide", body=Hide(word="horse")), actor=seat(2))
    for amount in (5, 7, 1):
        execute(stream, take(amount), actor=seat(1))
    before = club_events(stream.club)
    assert [event.cursor for event in before] == [1, 2, 3, 4, 5]

    file = tmp_path / "ledger.dump"
    run(embedded, "pg_dump", "--format=custom", f"--file={file}", own_database.url("postgres"))
    restored = f"{own_database.name}_restored"
    with embedded.postgres.connect() as superuser:
        superuser.execute(f'CREATE DATABASE "{restored}" OWNER {OWNER} TEMPLATE template0')
    try:
        url = embedded.postgres.url("postgres", restored)
        run(embedded, "pg_restore", "--exit-on-error", f"--dbname={url}", os.fspath(file))
        states.clear()  # another server, another process
        with django_on(restored):
            assert club_events(stream.club) == before
            assert club_events(stream.club, after=3) == before[3:]

            outcome = execute(stream, Move(type="show", body=Show()), actor=seat(2))
            assert [event.cursor for event in outcome.events] == [6]
            assert head_cursor(stream.club) == 6
            report = audit_club(stream.club)
            assert (report.findings, report.checked.events) == ([], 6)
        with embedded.postgres.connect("postgres", restored) as superuser:
            enabled = superuser.execute("SELECT DISTINCT tgenabled FROM pg_trigger WHERE tgname = 'ledger_append_only'")
            assert enabled.fetchall() == [("A",)]
    finally:
        embedded.drop(restored)
    assert club_events(stream.club) == before
