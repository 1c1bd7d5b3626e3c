from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from deploy.restoring import MARK
from league import erased
from league.services import erasing


class Command(BaseCommand):
    help = "Erases everybody again who stands in the data folder's erased.jsonl: after a restore, before serving."

    def handle(self, *args: Any, **options: Any) -> None:
        known = erased.known()
        again = erasing.forget_again(known)
        (Path(settings.RAILBIRD_DATA) / MARK).unlink(missing_ok=True)
        self.stdout.write(f"{len(known)} erasures are known; {again} people had come back, and are erased again.")
