from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.export import Unreadable, export_club, export_stream
from ledger.management import arguments


class Command(BaseCommand):
    help = "Writes events as JSON Lines, one event a line: verifiable with `python -m ledger.verify FILE`."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument("--club", metavar="SLUG", help="all of a club, by its slug or id")
        what.add_argument("--game", metavar="ID", help="one game")
        parser.add_argument(
            "--with-secrets", action="store_true", help="also what is still sealed: keep it to yourself"
        )
        parser.add_argument("--out", metavar="FILE", help="instead of the standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        secrets = options["with_secrets"]
        if options["club"]:
            lines = export_club(arguments.club(options["club"]), with_secrets=secrets)
        else:
            lines = export_stream(arguments.stream(options["game"]), with_secrets=secrets)
        try:
            self._write(lines, options["out"])
        except Unreadable as unreadable:
            raise CommandError(str(unreadable)) from unreadable

    def _write(self, lines: Iterable[bytes], out: str | None) -> None:
        if out:
            events = 0
            with Path(out).open("wb") as file:
                for line in lines:
                    file.write(line)
                    events += 1
            self.stderr.write(
                f"{events} events written to {out}; check them with `python3 ledger/verify.py"
                f" {shlex.quote(out)}`, on any machine.",
                self.style.SUCCESS,
            )
        else:
            sys.stdout.buffer.writelines(lines)
            sys.stdout.buffer.flush()
