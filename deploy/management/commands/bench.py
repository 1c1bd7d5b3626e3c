"""``manage.py bench``: the project's own measurements, as ratios in one run (docs/bench.md)."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from deploy.bench.__main__ import MEASUREMENTS
from deploy.bench.figures import Figure, as_json, table
from deploy.environment import ROOT
from deploy.folder import DataFolder
from deploy.lifecycle import Instance, opened


class Command(BaseCommand):
    help = "Measures this program beside its peers, on servers of its own in a temporary folder, fsync on."
    requires_system_checks: list[str] = []  # it works on a database of its own

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--only", choices=MEASUREMENTS, action="append", metavar="NAME", help=", ".join(MEASUREMENTS)
        )
        parser.add_argument("--seconds", type=float, default=5.0, help="of each side of a comparison (5)")
        parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")

    def handle(self, *args: Any, **options: Any) -> None:
        names = options["only"] or MEASUREMENTS
        if importlib.util.find_spec("eventsourcing") is None:
            raise CommandError("The peer `eventsourcing` comes with what tests need: run `sh deploy/test` once before.")
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL"):
            os.environ.pop(name, None)  # of the instance that is already there, which is left alone
        figures: list[Figure] = []
        with (
            tempfile.TemporaryDirectory(prefix="railbird-bench-") as path,
            DataFolder(Path(path)) as folder,
            opened(folder) as instance,
        ):
            instance.start_backing()
            for name in names:
                self.stderr.write(f"measuring: {name} …")
                figures += self._measured(instance, name, options["seconds"])
        self.stdout.write(table(figures))
        if options["json"]:
            options["json"].write_bytes(as_json(figures))

    def _measured(self, instance: Instance, name: str, seconds: float) -> list[Figure]:
        env = {**instance.environment(), "DATABASE_OWNER_URL": instance.backing.owner_url}
        argv = [sys.executable, "-P", "-m", "deploy.bench", name, "--seconds", str(seconds)]
        argv += ["--folder", str(instance.runtime.web)]
        done = subprocess.run(argv, env=env, cwd=ROOT, stdout=subprocess.PIPE)
        if done.returncode != 0:
            raise CommandError(f"The measurement {name} failed.")
        return msgspec.json.decode(done.stdout, type=list[Figure])
