"""Making backups: by command, at each night's close, before migrations and before a restore."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from deploy import archive, binaries
from deploy.archive import Grant, Keys, Manifest

KEEP = 14
SUFFIX = ".railbird"
_GRANTS = """
    SELECT a.privilege_type, c.relname, '{}'::text[] FROM pg_class c, aclexplode(c.relacl) a
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S', 'v')
        AND a.grantee = to_regrole(%(role)s)
    UNION ALL
    SELECT a.privilege_type, c.relname, array_agg(t.attname::text ORDER BY t.attnum)
    FROM pg_class c JOIN pg_attribute t ON t.attrelid = c.oid, aclexplode(t.attacl) a
    WHERE c.relnamespace = 'public'::regnamespace AND a.grantee = to_regrole(%(role)s)
    GROUP BY a.privilege_type, c.relname
    ORDER BY 2, 1
"""


class Failed(Exception):
    """No backup was made; the message says why."""


def folder(data: Path) -> Path:
    return data / "backups"


def name(why: str) -> str:
    """``2026-03-14T230512Z-night.railbird``: names sort by time."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H%M%S.%f}Z-{why}{SUFFIX}"


def make(file: Path | None, *, why: str, database_url: str, app_role: str, data: Path, secret_key: str) -> Path:
    """A backup in ``file`` (else in ``DIR/backups``, of which the last 14 are kept, and the last of
    each of the last 14 days that have one), made while everything is served:
    one moment of the database. ``database_url``: of any role that may read everything. Raises :class:`Failed`."""
    own = file is None
    if file is None:
        folder(data).mkdir(mode=0o700, parents=True, exist_ok=True)
        file = folder(data) / name(why)
    try:
        with tempfile.TemporaryDirectory(prefix=".railbird-dump-", dir=file.parent) as scratch:
            dump = Path(scratch) / "database.dump"
            manifest = _manifest(database_url, app_role)
            _run(database_url, "pg_dump", "--format=custom", "--no-owner", f"--file={dump}")
            archive.write(file, manifest, _keys(data, secret_key), _bytes(data / "erased.jsonl"), dump)
    except (OSError, psycopg.Error, subprocess.SubprocessError) as error:
        raise Failed(f"No backup was made: {_told(error)}") from None
    if own:
        for old in _surplus(sorted(folder(data).glob(f"*{SUFFIX}"))):
            old.unlink(missing_ok=True)
    return file


def _surplus(files: Sequence[Path]) -> list[Path]:
    """Of all backups, the oldest first, those to be deleted: however many are made in one night (it may be closed and
    reopened as often as a host likes), the last ones of earlier days stay."""
    last = {file.name[: len("2026-03-14")]: file for file in files}
    kept = {*files[-KEEP:], *list(last.values())[-KEEP:]}
    return [file for file in files if file not in kept]


def tool(program: str, server_version: int) -> str:
    """``pg_dump`` or ``pg_restore`` that knows this server (``server_version``: its major number): of the wheel, else
    on the PATH. Raises ``OSError``."""
    found = []
    try:
        found.append(str(binaries.servers().postgres / program))
    except SystemExit:  # no wheel on this platform
        pass
    on_path = shutil.which(program)
    found += [on_path] if on_path else []
    for candidate in found:
        told = subprocess.run([candidate, "--version"], capture_output=True, text=True, check=True).stdout
        if int(told.split()[-1].partition(".")[0].partition("(")[0] or 0) >= server_version:
            return candidate
    raise OSError(f"there is no {program} for PostgreSQL {server_version}; install its client programs")


def _run(database_url: str, program: str, *arguments: str) -> None:
    with psycopg.connect(database_url, connect_timeout=5) as connection:
        major = connection.info.server_version // 10_000
    argv, env = command(tool(program, major), database_url, *arguments)
    subprocess.run(argv, env=env, check=True, capture_output=True, text=True)


def command(program: str, database_url: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """→ (argv, environment) for one of PostgreSQL's programs. The password is not in argv, which everybody can read."""
    how = conninfo_to_dict(database_url)
    password = how.pop("password", None)
    env = {**os.environ, "LC_ALL": "C", "PGTZ": "UTC"}
    if password is not None:
        env["PGPASSWORD"] = str(password)
    return [program, f"--dbname={make_conninfo(**how)}", *arguments], env


def _manifest(database_url: str, app_role: str) -> Manifest:
    with psycopg.connect(database_url, connect_timeout=5) as connection:
        migrations = connection.execute("SELECT app || '.' || name FROM django_migrations ORDER BY 1").fetchall()
        grants = connection.execute(_GRANTS, {"role": app_role}).fetchall()
        server = connection.info.server_version
    try:
        railbird = version("railbird")
    except PackageNotFoundError:
        railbird = "unreleased"
    return Manifest(
        format=archive.FORMAT,
        made_at=datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        railbird=railbird,
        postgres=f"{server // 10_000}.{server % 10_000}",
        migrations=tuple(row[0] for row in migrations),
        grants=tuple(Grant(privilege, table, tuple(columns)) for privilege, table, columns in grants),
    )


def _keys(data: Path, secret_key: str) -> Keys:
    signing = _bytes(data / "checkpoint-key").decode()
    return Keys(secret_key=secret_key, checkpoint_key=signing or None)


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def _told(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        return str(error.stderr or error).strip()[-1000:]
    return str(error)
