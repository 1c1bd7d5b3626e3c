from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger import signing


class Command(BaseCommand):
    help = "Prints the public keys that checkpoints are signed with; the first one is made if there is none."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rotate", action="store_true", help="make a new key, endorsed by the old one, which is then forgotten"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            now = signing.rotate() if options["rotate"] else signing.key_id(signing.public_bytes(signing.current()))
        except (OSError, ValueError) as error:
            raise CommandError(f"The key can't be had: {error}") from None
        for key in signing.public_keys():
            by = f", endorsed by {key.endorsed_by}" if key.endorsed_by else ""
            self.stdout.write(f"{key.id} {key.public} since {key.made_at}{by}{' (signs now)' if key.id == now else ''}")
