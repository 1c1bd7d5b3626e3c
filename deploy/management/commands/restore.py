from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy import backups, restoring
from deploy.archive import Unusable


class Command(BaseCommand):
    help = (
        "Puts a backup in the place of the database, while nothing is served. Whoever was erased since then is erased "
        "again. What was there before is backed up first."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            told = restoring.restore(
                file,
                owner_url=os.environ.get("DATABASE_OWNER_URL") or os.environ["DATABASE_URL"],
                app_role=settings.RAILBIRD_APP_ROLE,
                data=Path(settings.RAILBIRD_DATA),
                environment=os.environ,
            )
        except (Unusable, backups.Failed) as problem:
            raise CommandError(str(problem)) from None
        for sentence in told:
            self.stdout.write(sentence)
        call_command("erase-again", stdout=self.stdout)
