"""The measuring process: ``python -m deploy.bench NAME``, in the environment of an instance (``manage.py bench``)."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import django
import msgspec

MEASUREMENTS = ("decided", "bets", "replay", "lateness")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="deploy.bench")
    parser.add_argument("name", choices=MEASUREMENTS)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args(arguments)
    django.setup()
    from importlib import import_module

    from deploy.bench.ground import Ground

    ground = Ground(owner_url=os.environ["DATABASE_OWNER_URL"], folder=options.folder, seconds=options.seconds)
    figures = import_module(f"deploy.bench.{options.name}").measure(ground)
    sys.stdout.buffer.write(msgspec.json.encode(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
