"""The embedded PostgreSQL: one server process on a unix socket, three roles, passwords for all of them.

``postgres`` (superuser, used by the launcher alone), ``railbird_owner`` (owns database and schema, migrates) and
``railbird_app`` (serves; owns nothing; what it may do is granted by migrations).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import psutil
import psycopg
from psycopg import sql

from deploy.folder import Secrets
from deploy.processes import Account, start, stop, tail, wait_until

DATABASE = "railbird"
OWNER = "railbird_owner"
APP = "railbird_app"

_HBA = "# No trust, no TCP: every local role shows its password.\nlocal all all scram-sha-256\n"


class Postgres:
    """A PostgreSQL server whose data lie in ``data`` and whose socket lies in ``sockets`` (both are its account's)."""

    def __init__(
        self,
        *,
        binaries: Path,
        data: Path,
        sockets: Path,
        secrets: Secrets,
        account: Account | None,
        log: Path,
        durable: bool = True,
    ) -> None:
        self.binaries, self.data, self.sockets = binaries, data, sockets
        self.secrets, self.account, self.log, self.durable = secrets, account, log, durable
        self.process: subprocess.Popen[bytes] | None = None

    def url(self, role: str, database: str = DATABASE) -> str:
        """A libpq URL; ``role`` is ``postgres``, ``railbird_owner`` or ``railbird_app``."""
        password = {
            "postgres": self.secrets.superuser_password,
            OWNER: self.secrets.owner_password,
            APP: self.secrets.app_password,
        }[role]
        return f"postgresql://{role}:{password}@/{database}?host={self.sockets}"

    def initialise(self) -> None:
        """Make the cluster if there is none. A half-made one (killed in between) is made anew."""
        major = self._major()
        mine = subprocess.run([self.binaries / "postgres", "--version"], capture_output=True, text=True, check=True)
        wanted = mine.stdout.split()[-1].partition(".")[0]
        if major == wanted:
            return
        if major is not None:
            raise SystemExit(
                f"{self.data} was made by PostgreSQL {major}, and this is {wanted}: "
                f"back up with the old release and restore the file here with --restore."
            )
        making = self.data.with_name(self.data.name + ".new")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(mode=0o700)
        password = self.sockets / "password"
        password.touch(mode=0o600)
        password.write_text(self.secrets.superuser_password)
        if self.account is not None:
            for path in (making, password):
                os.chown(path, self.account.uid, self.account.gid)
        argv = [
            str(self.binaries / "initdb"),
            *("-D", self._folder(making), "-U", "postgres", f"--pwfile={password}", "--auth=scram-sha-256"),
            *("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
            *("--data-checksums", "--no-instructions"),
            *(() if self.durable else ("--no-sync",)),
        ]
        initdb = start(argv, log=self.log, cwd=making, account=self.account, env=self._environment())
        try:
            if initdb.wait() != 0:
                raise SystemExit(f"PostgreSQL could not make its data folder:\n{tail(self.log)}")
            (making / "pg_hba.conf").write_text(_HBA)
            making.rename(self.data)
        finally:  # also where somebody stops us in the middle
            stop(initdb, seconds=0)
            password.unlink()
            shutil.rmtree(making, ignore_errors=True)

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server (not waiting for it). Our lock on the data folder must be held."""
        self._clear_stale_pid()
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.sockets),
            "unix_socket_permissions": "0700",
            "shared_buffers": "32MB",
            "log_checkpoints": "off",
            "log_line_prefix": "%m [%p] ",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        argv = [str(self.binaries / "postgres"), "-D", self._folder(self.data)]
        for name, value in settings.items():
            argv += ["-c", f"{name}={value}"]
        self.process = start(
            argv,
            log=self.log,
            cwd=self.data,
            account=self.account,
            env=self._environment(),
            end_with_parent=signal.SIGINT,
        )
        return self.process

    def wait(self, seconds: float = 60.0) -> None:
        """Wait until the server answers (after a crash it recovers first)."""
        process = self.process
        assert process is not None

        def answers() -> bool:
            if process.poll() is not None:
                return True
            try:
                self.connect().close()
            except psycopg.OperationalError:
                return False
            return True

        if not wait_until(answers, seconds) or process.poll() is not None:
            raise SystemExit(f"PostgreSQL did not start; {self.log} ends with\n{tail(self.log)}")

    def connect(self, role: str = "postgres", database: str = "postgres") -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(self.url(role, database), autocommit=True, connect_timeout=5)

    def make_roles(self, database: str = DATABASE) -> None:
        """Make roles and database where they are missing."""
        with self.connect() as connection:
            self._make_roles(connection)
            make_database(connection, database)

    def _make_roles(self, connection: psycopg.Connection[tuple[object, ...]]) -> None:
        there = {row[0] for row in connection.execute("SELECT rolname FROM pg_roles")}
        for role, password in ((OWNER, self.secrets.owner_password), (APP, self.secrets.app_password)):
            if role not in there:
                connection.execute(
                    sql.SQL(
                        "CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD {}"
                    ).format(sql.Identifier(role), sql.Literal(password))
                )

    def stop(self) -> None:
        """Fast shutdown: open transactions are rolled back, everything acknowledged is on disk."""
        if self.process is not None:
            stop(self.process, ask=signal.SIGINT, seconds=30)

    def _major(self) -> str | None:
        try:
            return (self.data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return None

    def _folder(self, path: Path) -> str:
        # As another user the server is given its working directory, entered while we were still root: the folders
        # above it may be closed to that user (a clone in /root), and nothing above the data is changed.
        return str(path) if self.account is None else "/proc/self/cwd"

    def _environment(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "TZ") if name in os.environ}
        return kept | {"LC_ALL": "C", "PGTZ": "UTC"}

    def _clear_stale_pid(self) -> None:
        """Drop a lock file whose process number has gone to somebody else; a live server is left to its own lock."""
        file = self.data / "postmaster.pid"
        try:
            pid = int(file.read_text().split("\n", 1)[0])
            process = psutil.Process(pid)
            if process.name().startswith("postgres") and Path(process.cwd()) == self.data.resolve():
                stop_server(process)
        except FileNotFoundError:
            return
        except (ValueError, psutil.Error):
            pass
        file.unlink(missing_ok=True)


def stop_server(process: psutil.Process) -> None:
    """Stop a PostgreSQL that an earlier launcher left: asked first, at once after ten seconds."""
    process.send_signal(signal.SIGINT)
    try:
        process.wait(10)
    except psutil.TimeoutExpired:
        process.send_signal(signal.SIGQUIT)
        process.wait(10)


def make_database(connection: psycopg.Connection[tuple[object, ...]], name: str, template: str = "template1") -> None:
    """A database of :data:`OWNER` in which nobody but the roles of ours may do anything; left alone if it exists."""
    if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
        return
    connection.execute(
        sql.SQL("CREATE DATABASE {} OWNER {} TEMPLATE {}").format(*map(sql.Identifier, (name, OWNER, template)))
    )
    connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(sql.Identifier(name)))
    connection.execute(
        sql.SQL("GRANT CONNECT, TEMPORARY ON DATABASE {} TO {}").format(sql.Identifier(name), sql.Identifier(APP))
    )
