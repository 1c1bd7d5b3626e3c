from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.management import arguments
from ledger.rebuild import Unreplayable, check, clubs, rebuild
from ledger.registry import name_of


class Command(BaseCommand):
    help = (
        "Makes every projection again from the events and puts it in place, while everything is served. "
        "--check only compares, a line per row that differs, and exits with 1 if there is one."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare without writing")
        parser.add_argument("--club", metavar="SLUG", help="one club, by its slug or id; otherwise all")

    def handle(self, *args: Any, **options: Any) -> None:
        wanted = [arguments.club(options["club"])] if options["club"] else clubs()
        right = True
        for club in wanted:
            if options["check"]:
                right &= self._check(club)
            else:
                self._rebuild(club)
        if not right:
            sys.exit(1)

    def _check(self, club: Any) -> bool:
        compared = check(club)
        for unreplayable in compared.failed:
            self.stdout.write(f"Club {name_of(club)}: can't be replayed: {unreplayable}")
        for row in compared.differences:
            key = " ".join(f"{name}={value}" for name, value in row.key.items())
            self.stdout.write(f"{row.table} {key}: expected {row.expected}, found {row.found}")
        rows = compared.postings + compared.projections
        wrong = len(compared.differences) + len(compared.failed)
        self.stdout.write(f"Club {name_of(club)}: {rows} rows from events, {wrong or 'no'} differences.")
        return wrong == 0

    def _rebuild(self, club: Any) -> None:
        try:
            done = rebuild(club)
        except Unreplayable as error:
            raise CommandError(
                f"Club {name_of(club)}: nothing was changed, because an event can't be replayed: {error}"
            ) from None
        changed = ", ".join(f"{table} {rows}" for table, rows in done.written.items()) or "no row had to change"
        self.stdout.write(f"Club {name_of(club)}: rebuilt up to cursor {done.cursor}; {changed}.")
