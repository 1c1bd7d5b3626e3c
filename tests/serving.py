"""The real serving processes against a test database: what ``served`` in :mod:`tests.conftest` gives."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

from deploy import serving
from deploy.addresses import Addresses
from deploy.folder import Runtime
from deploy.lifecycle import not_ready
from deploy.processes import Identity, tail, wait_until
from deploy.supervisor import Supervisor
from tests.embedded import Embedded
from tests.instance import free_port


class Served:
    """Web, live, worker, clock and front, kept alive by a thread that supervises them.

    ``url`` is the public address (a loopback one), ``environment`` what a management command needs.
    """

    def __init__(self, embedded: Embedded, database: str, logs: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.logs = logs
        self.environment = {
            **embedded.environment(database, pool=0),
            "RAILBIRD_URL": self.url,
            "RAILBIRD_TEST_DECKS": "1",
        }
        self.processes: dict[str, Identity] = {}
        self.restarts: list[str] = []
        self._runtime = Runtime(None)
        addresses = Addresses(self.url, [self.url], "127.0.0.1", ["127.0.0.1", "localhost"])
        front = serving.Front(self._runtime.web, logs / "caddy", addresses, self.port)
        self._services = serving.services(self.environment, front, lambda name: logs / f"{name}.log")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._supervise, daemon=True)

    def start(self) -> None:
        self._thread.start()
        if not wait_until(lambda: not not_ready(self.port), 60, step=0.05):
            waiting = not_ready(self.port)
            logs = "\n".join(f"== {file.name}\n{tail(file)}" for file in sorted(self.logs.glob("*.log")))
            self.stop()
            raise AssertionError(f"still waiting for {waiting}\n{logs}")

    def kill(self, name: str) -> None:
        """kill -9 ``web``, ``live``, ``worker``, ``beat`` or ``front``; it is started again at once."""
        leader = self.processes[name]
        os.kill(leader.pid, signal.SIGKILL)
        assert wait_until(lambda: self.processes.get(name) not in (None, leader), 10)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(30)
        self._runtime.remove()

    def _supervise(self) -> None:
        # All of it in this thread: the processes die with the thread that started them.
        supervisor = Supervisor(self._record, self.restarts.append)
        try:
            for service in self._services:
                supervisor.add(service)
            while not self._stop.wait(0.05):
                supervisor.check()
        finally:
            supervisor.stop()

    def _record(self, processes: dict[str, Identity]) -> None:
        self.processes = processes
