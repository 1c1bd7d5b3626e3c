"""The real servers that a test run uses: one PostgreSQL and one Valkey for all of its processes.

The process that runs pytest (with xdist: the controller) starts them in a temporary folder and migrates one template
database as its owner; each pytest process gets a clone of it, and connects as the role that serves. ``fsync`` is off
here, and only here.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from pathlib import Path

import msgspec

from deploy import binaries, environment
from deploy.folder import Secrets, write_private
from deploy.migrating import migrate
from deploy.postgres import APP, OWNER, Postgres, make_database
from deploy.processes import unprivileged_account
from deploy.valkey import Valkey

TEMPLATE = "railbird_template"
_PREFIX = "railbird-test-"


class Run(msgspec.Struct, frozen=True):
    """What all processes of a run share."""

    folder: str
    secrets: Secrets


class Embedded:
    """The run's servers. ``worker`` names this pytest process; its database has the same name."""

    def __init__(self) -> None:
        self.worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self.starts_servers = "PYTEST_XDIST_WORKER" not in os.environ
        if self.starts_servers:
            _remove_forgotten()
            self.run = Run(tempfile.mkdtemp(prefix=_PREFIX, dir="/tmp"), Secrets.fresh())
            self._hold = os.open(self.run.folder, os.O_RDONLY)
            fcntl.flock(self._hold, fcntl.LOCK_SH)
            write_private(Path(self.run.folder) / "run.json", msgspec.json.encode(self.run))
            os.environ["RAILBIRD_TEST_RUN"] = self.run.folder
        else:
            file = Path(os.environ["RAILBIRD_TEST_RUN"]) / "run.json"
            self.run = msgspec.json.decode(file.read_bytes(), type=Run)
        self.folder = Path(self.run.folder)
        self.database = f"railbird_{self.worker}"
        self.instance = f"test-{self.run.secrets.id}-{self.worker}"
        account = unprivileged_account(self.folder / "postgres")
        sockets = self.folder / "s"
        found = binaries.servers()
        if self.starts_servers and account is not None:
            self.folder.chmod(0o711)
            if not found.open_to_others():
                found = found.copied_to(self.folder / "bin")
        self.postgres = Postgres(
            binaries=found.postgres,
            data=self.folder / "postgres",
            sockets=sockets,
            secrets=self.run.secrets,
            account=account,
            log=self.folder / "postgres.log",
            durable=False,
        )
        self.valkey = Valkey(binary=found.valkey, sockets=sockets, account=account, log=self.folder / "valkey.log")

    def start(self) -> None:
        """Start both servers and migrate the template."""
        sockets = self.postgres.sockets
        sockets.mkdir(mode=0o700)
        if self.postgres.account is not None:
            os.chown(sockets, self.postgres.account.uid, self.postgres.account.gid)
        self.valkey.start()
        self.postgres.initialise()
        self.postgres.start()
        self.postgres.wait()
        self.valkey.wait()
        self.postgres.make_roles(TEMPLATE)
        owner = self.postgres.url(OWNER, TEMPLATE)
        migrate(owner, APP, self.environment(), self.folder / "migrate.log")

    def stop(self) -> None:
        self.valkey.stop()
        self.postgres.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def environment(self, database: str | None = None, pool: int = 16) -> dict[str, str]:
        """What a process of ours needs to work on a database of this run (default: this pytest process's)."""
        settings = environment.settings(
            instance=self.instance,
            secret_key=self.run.secrets.secret_key,
            database_url=self.postgres.url(APP, database or self.database),
            redis_url=self.valkey.url,
            data=self.folder / f"data-{self.worker}",
            hosts=("127.0.0.1", "localhost", "testserver"),
            pool=pool,
        )
        return environment.with_settings(settings)

    def clone_template(self, name: str, template: str = TEMPLATE) -> None:
        """A new database, migrated and empty (about 40 ms); or like another ``template``, to which nobody may be
        connected."""
        with self.postgres.connect() as connection:
            make_database(connection, name, template)

    def drop(self, name: str) -> None:
        with self.postgres.connect() as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _remove_forgotten() -> None:
    """Folders of runs that were killed: nobody holds them any more."""
    for folder in Path("/tmp").glob(f"{_PREFIX}*"):
        try:
            descriptor = os.open(folder, os.O_RDONLY)
        except OSError:
            continue
        try:
            if time.time() - os.fstat(descriptor).st_mtime > 60:  # a younger one may not have its lock yet
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        except BlockingIOError:
            pass
        finally:
            os.close(descriptor)
