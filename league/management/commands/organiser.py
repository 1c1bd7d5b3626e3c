"""``organiser --token-file FILE``: the instance's organiser and an API token that may do everything."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league import organisers, tokens


class Command(BaseCommand):
    help = (
        "Makes sure there is an organiser, and that FILE (mode 0600) holds an API token of theirs. Does nothing where "
        "both are so already; prints no secret."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--token-file", required=True, type=Path, metavar="FILE")

    def handle(self, *args: Any, token_file: Path, **options: Any) -> None:
        user = organisers.account()
        if token_file.exists() and tokens.principal_of(token_file.read_text().strip()) is not None:
            return
        token_file.parent.mkdir(parents=True, exist_ok=True)
        write_private(token_file, organisers.issue_token(user) + "\n")
        self.stdout.write(f"The organiser's API token is in {token_file}.")


def write_private(file: Path, text: str) -> None:
    """Writes a file that only its owner can read, whole or not at all."""
    new = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as opened:
        opened.write(text)
    new.replace(file)
