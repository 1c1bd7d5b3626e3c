"""``manage.py demo``: plays a whole night against a running server, through its public HTTP API."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.demo import show
from deploy.demo.client import Api
from deploy.demo.terminal import Screen


class Command(BaseCommand):
    help = "Plays a whole night against a running server; status 0 if all of it was right."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("ruleset", nargs="?", default=show.RULESETS[0])
        parser.add_argument("--url", default=settings.RAILBIRD_URL, help="where the server is reached")
        parser.add_argument(
            "--races", type=int, choices=range(1, 5), default=4, help="races, or deals, of the game (4)"
        )
        parser.add_argument("--token-file", type=Path, help="an organiser's API token (DATA/organiser-token)")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["ruleset"] not in show.RULESETS:
            raise CommandError(f"The demo can play {', '.join(show.RULESETS)}; it doesn't know {options['ruleset']}.")
        file = options["token_file"] or settings.RAILBIRD_DATA / "organiser-token"
        try:
            token = file.read_text().strip()
        except OSError as error:
            raise CommandError(f"The organiser's token can't be read from {file}: {error.strerror}.") from None
        sys.exit(show.run(Api(options["url"], token), options["ruleset"], Screen(), options["races"]))
