"""PostgreSQL and Valkey for an instance: the embedded ones, or what ``DATABASE_URL`` and ``REDIS_URL`` name."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import psycopg
import redis
from psycopg.conninfo import conninfo_to_dict

from deploy import binaries, heartbeat
from deploy.folder import DataFolder, Runtime
from deploy.migrating import migrate, pending
from deploy.postgres import APP, OWNER, Postgres
from deploy.processes import Account
from deploy.supervisor import Service
from deploy.valkey import Valkey


class Backing:
    """The two servers of one data folder, whose lock is held.

    ``database_url``, ``owner_url``, ``redis_url``: how to reach them, known before they run. ``app_role``: whom
    migrations grant privileges to.
    """

    def __init__(self, folder: DataFolder, runtime: Runtime, account: Account | None) -> None:
        self.secrets = folder.secrets()
        self.postgres: Postgres | None = None
        self.valkey: Valkey | None = None
        embedded = {name for name in ("DATABASE_URL", "REDIS_URL") if not os.environ.get(name)}
        if embedded:
            found = binaries.servers()
            if account is not None and not found.open_to_others():
                found = found.copied_to(runtime.path / "bin")
        if "DATABASE_URL" in embedded:
            self.postgres = Postgres(
                binaries=found.postgres,
                data=folder.postgres,
                sockets=runtime.servers,
                secrets=self.secrets,
                account=account,
                log=folder.log("postgres"),
            )
            self.database_url, self.owner_url = self.postgres.url(APP), self.postgres.url(OWNER)
        else:
            self.database_url = os.environ["DATABASE_URL"]
            self.owner_url = os.environ.get("DATABASE_OWNER_URL") or self.database_url
        if "REDIS_URL" in embedded:
            self.valkey = Valkey(
                binary=found.valkey, sockets=runtime.servers, account=account, log=folder.log("valkey")
            )
            self.redis_url = self.valkey.url
        else:
            self.redis_url = os.environ["REDIS_URL"]
        self.app_role = str(conninfo_to_dict(self.database_url).get("user") or APP)

    def guards_by_privileges(self) -> bool:
        """Whether serving and migrating are different roles."""
        return conninfo_to_dict(self.owner_url).get("user") != conninfo_to_dict(self.database_url).get("user")

    def start(self, add: Callable[[Service], None]) -> None:
        """Start what is embedded (``add`` hands it to the supervisor) and wait until both servers answer."""
        if self.valkey is not None:
            add(Service("valkey", self.valkey.start, patience=5))
        if self.postgres is not None:
            self.postgres.initialise()
            add(Service("postgres", self.postgres.start, stop_with=signal.SIGINT, patience=30))
            self.postgres.wait()
            self.postgres.make_roles()
        if self.valkey is not None:
            self.valkey.wait()
        self._refuse_unreachable()

    def migrate(self, environment: dict[str, str], before: Callable[[], None] = lambda: None) -> bool:
        """Bring the schema up to date as the owner, if it isn't; True if there was something to do. ``before`` is
        called first."""
        if not pending(self.owner_url):
            return False
        before()
        migrate(self.owner_url, self.app_role, environment)
        return True

    def _refuse_unreachable(self) -> None:
        try:
            psycopg.connect(self.owner_url, connect_timeout=5).close()
            psycopg.connect(self.database_url, connect_timeout=5).close()
        except psycopg.OperationalError as error:
            raise SystemExit(f"The database of DATABASE_URL does not answer: {error}") from None
        try:
            heartbeat.connect(self.redis_url).ping()
        except redis.RedisError as error:
            raise SystemExit(f"The broker of REDIS_URL does not answer: {error}") from None
