"""Bringing a database to the code's schema, as its owner, and quickly not doing so where nothing changed."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import django
import psycopg
from psycopg import sql

from deploy.environment import ROOT

# Django's own tables; those of ledger, races and league are granted by their migrations.
_READ_ONLY = ("django_migrations", "django_content_type", "auth_permission")
_WRITTEN = (
    "auth_group",
    "auth_group_permissions",
    "auth_user",
    "auth_user_groups",
    "auth_user_user_permissions",
    "django_admin_log",
    "django_session",
)


def fingerprint() -> str:
    """A hash over all migration files (SQL beside them too) and Django's version."""
    digest = hashlib.sha256(django.__version__.encode())
    for app in ("ledger", "races", "league"):
        for file in sorted((ROOT / app / "migrations").glob("**/*")):
            if file.suffix in (".py", ".sql"):
                digest.update(f"{file.relative_to(ROOT)}:{file.stat().st_size}\n".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def pending(owner_url: str) -> bool:
    """Whether the database was last migrated by other migration files; it remembers in its own comment."""
    with psycopg.connect(owner_url) as connection:
        row = connection.execute(
            "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = current_database()"
        ).fetchone()
    return row is None or row[0] != _comment()


def migrate(owner_url: str, app_role: str, environment: Mapping[str, str], log: Path | None = None) -> None:
    """Migrate as the owner, grant the serving role Django's own tables, remember that it is done."""
    env = {
        **environment,
        "DATABASE_URL": owner_url,
        "RAILBIRD_APP_ROLE": app_role,
        "RAILBIRD_DATABASE_POOL": "0",
    }
    argv = [sys.executable, str(ROOT / "manage.py"), "migrate", "--no-input", "--skip-checks", "--verbosity=0"]
    done = subprocess.run(argv, env=env, capture_output=True, text=True)
    if log is not None:
        with log.open("a") as file:
            file.write(done.stdout + done.stderr)
    if done.returncode != 0:
        raise SystemExit(f"The database could not be migrated:\n{done.stderr.strip()[-2000:]}")
    with psycopg.connect(owner_url) as connection:
        row = connection.execute("SELECT current_user, current_database()").fetchone()
        assert row is not None
        owner, database = row
        if owner != app_role:
            for tables, privileges in ((_READ_ONLY, "SELECT"), (_WRITTEN, "SELECT, INSERT, UPDATE, DELETE")):
                names = sql.SQL(", ").join(map(sql.Identifier, tables))
                connection.execute(
                    sql.SQL("GRANT {} ON {} TO {}").format(sql.SQL(privileges), names, sql.Identifier(app_role))
                )
            # Backups are made by the role that serves, and read everything.
            for kind in ("TABLES", "SEQUENCES"):
                connection.execute(
                    sql.SQL("GRANT SELECT ON ALL {} IN SCHEMA public TO {}").format(
                        sql.SQL(kind), sql.Identifier(app_role)
                    )
                )
        connection.execute(
            sql.SQL("COMMENT ON DATABASE {} IS {}").format(sql.Identifier(database), sql.Literal(_comment()))
        )


def _comment() -> str:
    return f"railbird migrations {fingerprint()}"
