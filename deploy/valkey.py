"""The embedded Valkey: broker and live hints. It keeps nothing: PostgreSQL is the truth."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import redis

from deploy.processes import Account, start, stop, tail, wait_until


class Valkey:
    """A Valkey server on a unix socket in ``sockets`` (its account's folder), without TCP and without persistence."""

    def __init__(self, *, binary: Path, sockets: Path, account: Account | None, log: Path) -> None:
        self.binary, self.sockets, self.account, self.log = binary, sockets, account, log
        self.socket = sockets / "valkey.sock"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.socket}?db=0"

    def start(self) -> subprocess.Popen[bytes]:
        """Start the server (not waiting for it)."""
        settings = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "save": "",
            "appendonly": "no",
            "dir": str(self.sockets),
            "daemonize": "no",
            "loglevel": "warning",
        }
        argv = [str(self.binary)]
        for name, value in settings.items():
            argv += [f"--{name}", value]
        kept = {name: os.environ[name] for name in ("PATH", "TZ") if name in os.environ}
        self.process = start(argv, log=self.log, cwd=self.sockets, account=self.account, env=kept)
        return self.process

    def wait(self, seconds: float = 20.0) -> None:
        process = self.process
        assert process is not None
        if not wait_until(lambda: process.poll() is not None or self.answers(), seconds) or not self.answers():
            raise SystemExit(f"Valkey did not start; {self.log} ends with\n{tail(self.log)}")

    def answers(self) -> bool:
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=1)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()

    def stop(self) -> None:
        if self.process is not None:
            stop(self.process, seconds=5)
