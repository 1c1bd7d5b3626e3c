"""A whole instance for tests that need to start, break and stop one: the real ``sh deploy/up`` in a process."""

from __future__ import annotations

import os
import queue
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx
import msgspec
import psutil

from deploy.folder import Running
from deploy.processes import Identity, session_of, wait_until

REPOSITORY = Path(__file__).resolve().parent.parent


class Up:
    """``sh deploy/up --port … --data …`` of a clone (default: this one).

    ``prefix`` is put before the command (``setpriv`` and the like). Use as a context manager: the instance is stopped
    on leaving, and killed if it doesn't stop.
    """

    def __init__(
        self,
        data: Path,
        *options: str,
        clone: Path = REPOSITORY,
        env: Mapping[str, str] | None = None,
        prefix: Sequence[str] = (),
        port: int | None = None,
    ) -> None:
        self.data, self.clone = data, clone
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.lines: list[str] = []
        self._arrived: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [*prefix, "sh", str(clone / "deploy" / "up"), "--port", str(self.port), "--data", str(data), *options],
            env={**clean_environment(), **(env or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Up:
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    @property
    def output(self) -> str:
        return "\n".join(self.lines)

    def wait_for_line(self, part: str, seconds: float = 60) -> str:
        """The first line, from now on, that has ``part`` in it."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self._arrived.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"deploy/up has not said {part!r} in {seconds} s:\n{self.output}") from None
            assert line is not None, f"deploy/up ended without saying {part!r}:\n{self.output}"
            if part in line:
                return line

    def wait_until_ready(self, seconds: float = 60) -> float:
        """Wait until all is up; returns the seconds since the start."""
        self.wait_for_line("Railbird is ready.", seconds)
        assert self.is_ready()
        return time.monotonic() - self.started

    def is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", timeout=3).status_code == 200
        except httpx.HTTPError:
            return False

    def wait_ready_again(self, seconds: float = 30) -> float:
        """Seconds until ``/readyz`` is 200 (again)."""
        begin = time.monotonic()
        assert wait_until(self.is_ready, seconds), f"not ready again after {seconds} s:\n{self.output}"
        return time.monotonic() - begin

    def running(self) -> Running:
        return msgspec.json.decode((self.data / "running.json").read_bytes(), type=Running)

    def kill(self, name: str) -> None:
        """kill -9 one of ``postgres valkey web live worker beat front``, and wait until its successor is recorded."""
        leader = self.running().processes[name]
        os.kill(leader.pid, signal.SIGKILL)
        assert wait_until(lambda: self.running().processes.get(name) not in (None, leader), 10)

    def everyone(self) -> list[psutil.Process]:
        """Every process of the instance, the launcher included."""
        running = self.running()
        return [psutil.Process(running.launcher.pid), *members(list(running.processes.values()))]

    def kill_everything(self) -> None:
        """kill -9 of all of it, as a power cut would."""
        everyone = self.everyone()
        for process in everyone:
            process.suspend()  # nobody gets to see the others die
        for process in everyone:
            process.kill()
        self.process.wait()
        psutil.wait_procs(everyone, timeout=10)

    def cpu_seconds(self) -> float:
        """Processor time of the whole start so far, installation check and ended helpers included."""
        return sum(sum(process.cpu_times()[:4]) for process in self.everyone())

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; its status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill_everything()
            raise
        self._reader.join(5)
        return status

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))
            self._arrived.put(self.lines[-1])
        self._arrived.put(None)


def members(leaders: Sequence[Identity]) -> list[psutil.Process]:
    """The living processes of these leaders' sessions (PostgreSQL's children have their own)."""
    found = {process.pid: process for leader in leaders for process in session_of(leader)}
    for process in list(found.values()):
        for child in process.children(recursive=True):
            found[child.pid] = child
    return list(found.values())


def clean_environment() -> dict[str, str]:
    """Ours, without what this test run has set for itself."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("RAILBIRD_", "DATABASE_", "REDIS_", "DJANGO_", "PYTEST_"))
    }


def free_port() -> int:
    """A port that nobody listens on just now, on no interface."""
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])
