"""Restoring a backup: the database as it was, keys, and everybody erased since then erased again.

The old database is set aside as a schema until the new one is in place, so a restore that fails changes nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
import psycopg
from psycopg import sql

from deploy import backups
from deploy.archive import Archive, Unusable
from deploy.environment import ROOT
from deploy.folder import Secrets, write_private
from deploy.migrating import migrate
from deploy.processes import wait_until

ASIDE = "railbird_before_restore"
MARK = "erase-again"
"""A file in the data folder while there may be people in the database who were erased: nothing is served then."""


def restore(file: Path, *, owner_url: str, app_role: str, data: Path, environment: Mapping[str, str]) -> list[str]:
    """Puts a backup in the place of the database. Nobody else may be connected. → what to tell. Raises
    :class:`Unusable`, :class:`deploy.backups.Failed`; ``SystemExit`` where the schema can't be brought up to date."""
    archive = Archive(file)
    unknown = sorted(set(archive.manifest.migrations) - known_migrations())
    if unknown:
        raise Unusable(f"{file} was made by a newer release: this one doesn't know {', '.join(unknown)}.")
    told = []
    if not wait_until(lambda: not _others(owner_url), 2):  # who has just gone is seen a moment longer
        raise Unusable("Something is connected to the database: stop everything that serves first.")
    if has_events(owner_url):
        kept = backups.make(
            None,
            why="before-restore",
            database_url=owner_url,
            app_role=app_role,
            data=data,
            secret_key=environment["RAILBIRD_SECRET_KEY"],
        )
        told.append(f"What was there before is in {kept}.")
    write_private(data / MARK, b"")
    _merge_erased(data / "erased.jsonl", archive.erased)
    _replace(archive, owner_url, app_role)
    told += _take_keys(archive, data)
    migrate(owner_url, app_role, environment)
    told.insert(0, f"Restored the backup of {archive.manifest.made_at}.")
    return told


def known_migrations() -> set[str]:
    """``app.name`` of those in this code and in Django's own applications."""
    from django.db.migrations.loader import MigrationLoader

    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def _others(owner_url: str) -> bool:
    with psycopg.connect(owner_url, connect_timeout=5) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND usename IS NOT NULL"
        ).fetchone()
    return row is not None and row[0] > 0


def has_events(owner_url: str) -> bool:
    """Whether there is anything in the database that a backup would keep."""
    with psycopg.connect(owner_url, connect_timeout=5) as connection:
        if connection.execute("SELECT to_regclass('public.ledger_event')").fetchone() == (None,):
            return False
        return connection.execute("SELECT 1 FROM ledger_event LIMIT 1").fetchone() is not None


def _replace(archive: Archive, owner_url: str, app_role: str) -> None:
    aside = sql.Identifier(ASIDE)
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(aside))  # of one that was killed
        with connection.transaction():
            connection.execute(sql.SQL("ALTER SCHEMA public RENAME TO {}").format(aside))
            connection.execute("CREATE SCHEMA public")
        try:
            _load(archive, owner_url)
            with connection.transaction():
                _grant(connection, archive, app_role)
                connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(aside))
                _forget_comment(connection)
        except BaseException:
            with connection.transaction():
                connection.execute("DROP SCHEMA public CASCADE")
                connection.execute(sql.SQL("ALTER SCHEMA {} RENAME TO public").format(aside))
            raise


def _load(archive: Archive, owner_url: str) -> None:
    with psycopg.connect(owner_url, connect_timeout=5) as connection:
        major = connection.info.server_version // 10_000
    with tempfile.TemporaryDirectory(prefix="railbird-restore-") as scratch:
        dump = archive.unpack_dump(Path(scratch))
        how = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
        # What is in the schema, and not the schema itself, which is there.
        argv, env = backups.command(backups.tool("pg_restore", major), owner_url, *how, "--schema=public", str(dump))
        done = subprocess.run(argv, env=env, capture_output=True, text=True)
    if done.returncode != 0:
        raise Unusable(f"{archive.file} could not be restored: {done.stderr.strip()[-1000:]}")


def _grant(connection: psycopg.Connection[tuple[object, ...]], archive: Archive, app_role: str) -> None:
    role = sql.Identifier(app_role)
    owner = connection.execute("SELECT current_user").fetchone()
    if owner == (app_role,):
        return
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(role))
    for grant in archive.manifest.grants:
        privilege = sql.SQL(grant.privilege)  # one of PostgreSQL's own words, or the statement fails
        if not grant.privilege.isalpha():
            raise Unusable(f"{archive.file}: {grant.privilege!r} is no privilege.")
        if grant.columns:
            columns = sql.SQL(", ").join(map(sql.Identifier, grant.columns))
            privilege = sql.SQL("{} ({})").format(privilege, columns)
        connection.execute(sql.SQL("GRANT {} ON {} TO {}").format(privilege, sql.Identifier(grant.table), role))


def _forget_comment(connection: psycopg.Connection[tuple[object, ...]]) -> None:
    """The database's own note of which migrations it has had is about the one before."""
    row = connection.execute("SELECT current_database()").fetchone()
    assert row is not None
    connection.execute(sql.SQL("COMMENT ON DATABASE {} IS NULL").format(sql.Identifier(str(row[0]))))


def _take_keys(archive: Archive, data: Path) -> list[str]:
    """The server's secret, so that links on paper go on working; the signing key only where there is none: one that was
    made since is the newer."""
    told = []
    keys, file = archive.keys, data / "instance.json"
    if file.exists():
        secrets = msgspec.json.decode(file.read_bytes(), type=Secrets)
        if secrets.secret_key != keys.secret_key:
            changed = msgspec.structs.replace(secrets, secret_key=keys.secret_key)
            write_private(file, msgspec.json.format(msgspec.json.encode(changed)))
    elif os.environ.get("RAILBIRD_SECRET_KEY") != keys.secret_key:
        told.append("RAILBIRD_SECRET_KEY is another than the backup's (keys.json in it): seat links change with it.")
    signing = data / "checkpoint-key"
    if keys.checkpoint_key is not None and not signing.exists():
        write_private(signing, keys.checkpoint_key.encode())
    return told


def _merge_erased(file: Path, more: bytes) -> None:
    lines = file.read_bytes().splitlines() if file.exists() else []
    new = [line for line in more.splitlines() if line.strip() and line not in lines]
    if new:
        write_private(file, b"".join(line + b"\n" for line in [*lines, *new]))


def finish(data: Path, environment: Mapping[str, str]) -> None:
    """Before anything is served: if a restore was interrupted, who was erased is erased again now."""
    if (data / MARK).exists():
        argv = [sys.executable, str(ROOT / "manage.py"), "erase-again"]
        done = subprocess.run(argv, env=dict(environment), capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"Erased people are in the restored database, so it isn't served:\n{done.stderr[-1000:]}")
