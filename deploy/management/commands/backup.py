from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy import backups


class Command(BaseCommand):
    help = (
        "Makes one file with database, keys and erased ids, while everything is served; keep it as safe as those keys. "
        "Without FILE in the data folder's backups/, where the last 14 are kept."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        try:
            made = make(file, "by-hand")
        except backups.Failed as failed:
            raise CommandError(str(failed)) from None
        self.stdout.write(f"Backed up to {made} ({made.stat().st_size / 1000:,.0f} kB).")


def make(file: Path | None, why: str) -> Path:
    """As this process's settings say."""
    return backups.make(
        file,
        why=why,
        database_url=os.environ["DATABASE_URL"],
        app_role=settings.RAILBIRD_APP_ROLE,
        data=Path(settings.RAILBIRD_DATA),
        secret_key=settings.SECRET_KEY,
    )
