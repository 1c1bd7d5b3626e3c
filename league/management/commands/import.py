"""``import --club SLUG FILE [--apply]``: what taking a file in would do; with ``--apply`` it is done."""

from __future__ import annotations

from pathlib import Path
from time import sleep
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.imports import jobs, reporting, staging
from league.imports.formats.tabular import CsvMapping
from league.imports.reading import FORMATS
from league.imports.reporting import ImportOut
from league.selectors import clubs
from ledger.decider import Stream
from ledger.errors import Refused
from ledger.reading import load
from races.principal import Principal

ORGANISER = Principal(club=None, scopes=frozenset({"read", "host", "manage", "organiser"}), caller="command:import")
SHOWN = 40
PATIENCE = 100
"""How many looks, a fifth of a second apart, without anything being done."""


class Command(BaseCommand):
    help = (
        "Takes a file of plays in (BG Stats, BGG, NemeStats, Board Game Arena, Yucata, lichess, TRF, CSV) and says what"
        " applying it would do. With --apply it is applied; otherwise its plays wait under the id that is shown."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument("--apply", action="store_true", help="apply it, too")
        parser.add_argument("--format", choices=FORMATS, help="found out by the content if not given")
        parser.add_argument("--mapping", type=Path, metavar="JSON", help="which column of a table is which")
        parser.add_argument("--timezone", metavar="ZONE", help="the club's if not given")
        parser.add_argument("--use-suggestions", action="store_true", help="a member's name means that member")
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, club: str, file: Path, apply: bool, **options: Any) -> None:
        try:
            raw, mapping = file.read_bytes(), options["mapping"]
            chosen = None if mapping is None else msgspec.json.decode(mapping.read_bytes(), type=CsvMapping)
        except (OSError, msgspec.DecodeError) as error:
            raise CommandError(str(error)) from None
        try:
            found = clubs.by_slug(club)
            zone = options["timezone"]
            id, _ = staging.take_in(found, raw, ORGANISER, format=options["format"], mapping=chosen, zone=zone)
            stream = Stream(club=found.club, id=id, kind="import")
            if apply:
                staging.start(stream, ORGANISER, people={}, suggested=options["use_suggestions"])
                self._finish(stream)
            self._show(id, reporting.report(stream))
        except Refused as refused:
            raise CommandError(refused.sentence) from None

    def _finish(self, stream: Stream) -> None:
        """A running instance's worker was told, too: whoever is faster applies a piece, until all are in."""
        done, idle = -1, 0
        while (state := load(stream).state).status == "applying":
            idle = 0 if state.done > done else idle + 1
            if idle > PATIENCE:
                raise CommandError("The import doesn't go on; the logs say why. It can be voided.")
            done = state.done
            jobs.run(stream)
            if load(stream).state.status == "applying":
                sleep(0.2)

    def _show(self, id: UUID, report: ImportOut) -> None:
        self.stdout.write(f"import {id}: {report.format}, {report.plays} plays, {report.status}")
        self.stdout.write(
            f"new {report.new}, changed {report.changed}, same {report.same}, skipped {report.skipped},"
            f" removed {report.removed}, bad {len(report.bad)}"
        )
        for title, rows in (("bad", report.bad), ("skipped", report.skips), ("note", report.notes)):
            for row in rows[:SHOWN]:
                self.stdout.write(f"  {title}: row {row.row}: {row.reason}: {row.raw[:80]}")
            if len(rows) > SHOWN:
                self.stdout.write(f"  … and {len(rows) - SHOWN} more")
