"""``signin-link [NAME]``: a link, good once, by which an organiser signs in and sets a password."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league import organisers
from ledger.http.links import absolute


class Command(BaseCommand):
    help = "Prints a link, good once and for a day, by which an organiser signs in and sets a password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", nargs="?", default=organisers.NAME, help="the account; made if there is none")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        self.stdout.write(absolute(f"/signin/{organisers.issue_link(organisers.account(name))}"))
