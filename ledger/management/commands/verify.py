from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger import checkpoints
from ledger import verify as offline
from ledger.audit import audit_club, audit_stream
from ledger.findings import Finding, Report
from ledger.management import arguments
from ledger.rebuild import clubs
from ledger.registry import name_of


class Command(BaseCommand):
    help = (
        "Checks chain, sealed parts, dice, re-execution, postings, projections and checkpoints: a line per finding, "
        "exit 1 on any. "
        "Without arguments: every club."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--game", metavar="ID", help="one game")
        what.add_argument("--club", metavar="SLUG", help="one club, by its slug or id")
        what.add_argument("--file", metavar="EXPORT.jsonl", help="an export, without the database")
        parser.add_argument(
            "--no-replay",
            action="store_true",
            help="all but making moves and derived rows again: a second for a year of a club",
        )
        parser.add_argument(
            "--against",
            metavar="CHECKPOINT",
            help="a file with one or more signed checkpoints: the ledger must extend them",
        )
        parser.add_argument(
            "--key", metavar="PUBLIC", help="the public key you trust, in hex (else the one that this ledger names)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["file"]:
            status = offline.main([options["file"], *_passed_on(options)])
        elif options["against"]:
            status = self._against(options)
        elif options["game"]:
            stream = arguments.stream(options["game"])
            status = self._told({f"Game {stream.id}": audit_stream(stream)})
        else:
            name = options["club"]
            wanted = {name: arguments.club(name)} if name else {name_of(club): club for club in clubs()}
            replay = not options["no_replay"]
            status = self._told({f"Club {name}": audit_club(club, replay=replay) for name, club in wanted.items()})
        if status:
            sys.exit(status)

    def _against(self, options: dict[str, Any]) -> int:
        """The clubs that the given checkpoints are of."""
        try:
            given = checkpoints.read(Path(options["against"]).read_text())
            trusted = None if options["key"] is None else bytes.fromhex(options["key"])
        except (OSError, ValueError) as error:
            raise CommandError(f"{options['against']} can't be read as checkpoints: {error}") from None
        named = arguments.club(options["club"]) if options["club"] else None
        wanted = [named] if named else sorted({checkpoint.club for checkpoint in given})
        reports = {}
        for club in wanted:
            mine = [(checkpoint, trusted) for checkpoint in given if named or checkpoint.club == club]
            reports[f"Club {options['club'] or name_of(club)}"] = audit_club(
                club, mine, replay=not options["no_replay"]
            )
        return self._told(reports)

    def _told(self, reports: dict[str, Report]) -> int:
        for report in reports.values():
            for finding in report.findings:
                self.stdout.write(_line(finding))
        for name, report in reports.items():
            self.stdout.write(f"{name}: {_summary(report)}")
        if not reports:
            self.stdout.write("There is nothing to verify: no club has an event.")
        return 0 if all(report.ok for report in reports.values()) else 1


def _passed_on(options: dict[str, Any]) -> list[str]:
    """What the offline verifier takes too, by its names."""
    given = (("--checkpoint", options["against"]), ("--key", options["key"]))
    return [part for name, value in given if value for part in (name, value)]


def _line(finding: Finding) -> str:
    where = "" if finding.stream is None else f" stream {finding.stream}"
    if finding.version is not None:
        where += f" event {finding.version}"
    if finding.event is not None:
        where += f" ({finding.event})"
    return f"{finding.kind}:{where}{':' if where else ''} {finding.sentence}"


def _summary(report: Report) -> str:
    checked = report.checked
    what = (
        f"{checked.events} events, {checked.moves} moves made again, {checked.sealed} sealed parts,"
        f" {checked.dice} dice ({report.dice}), {checked.postings} postings, {checked.projections} derived rows"
    )
    if checked.checkpoint:
        what += f", {checked.checkpoint} events under a signed checkpoint"
    if checked.erased:
        what += f"; {checked.erased} moves can't be made again, because something in them was erased"
    verdict = "all is as it was recorded" if report.ok else f"{len(report.findings)} findings"
    return f"{verdict} ({what})."
