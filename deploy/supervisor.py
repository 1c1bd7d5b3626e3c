"""Keeps a set of services running: starts them, restarts what dies or falls silent, stops them in reverse order."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from deploy.processes import Identity, identity, stop, sweep_group

SHORTEST, LONGEST = 0.1, 10.0
"""Seconds before a dead service is started again: doubled each time it dies young."""
YOUNG = 20.0
"""Seconds after which a service counts as healthy, and its next death as its first."""


class Service(msgspec.Struct, frozen=True):
    """One process to keep alive. ``stop_with`` asks it to end; ``patience`` seconds later it is ended.

    ``alive`` says whether it gives signs of life: False after it has been up for a while gets it restarted (a Celery
    worker can hang on a broken connection for ever, the process looking healthy); None where nobody can say.
    """

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    stop_with: signal.Signals = signal.SIGTERM
    patience: float = 8.0
    alive: Callable[[], bool | None] | None = None


class _Kept:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.process: subprocess.Popen[bytes] | None = None
        self.started = 0.0
        self.silent_since: float | None = None
        self.delay = SHORTEST
        self.due = 0.0


class Supervisor:
    """``record`` is called with every living process's identity after each change; ``say`` gets a sentence when
    something died. A service that gives no sign of life for ``silence`` seconds, once it is ``grace`` seconds old, is
    restarted. One thread uses it, which must outlive the children: they are tied to the thread that started them."""

    def __init__(
        self,
        record: Callable[[dict[str, Identity]], None],
        say: Callable[[str], None],
        *,
        grace: float = 10.0,
        silence: float = 5.0,
    ) -> None:
        self._kept: list[_Kept] = []
        self._record, self._say = record, say
        self._grace, self._silence = grace, silence

    def add(self, service: Service) -> None:
        """Start a service and keep it alive from now on."""
        kept = _Kept(service)
        self._kept.append(kept)
        self._start(kept)

    def died(self) -> list[str]:
        """Names of the services that are not running now."""
        return [kept.service.name for kept in self._kept if kept.process is None or kept.process.poll() is not None]

    def run(self, until: Callable[[], bool], step: float = 1.0) -> None:
        """Supervise until ``until()``, which is asked at least every ``step`` seconds."""
        with _child_deaths() as wait:
            while not until():
                self.check()
                wait(min(step, self._next_due()))

    def check(self) -> None:
        """Restart what has died or fallen silent, if it is time."""
        now = time.monotonic()
        for kept in self._kept:
            if kept.process is not None and kept.process.poll() is not None:
                self._bury(kept, now)
            if kept.process is None and now >= kept.due:
                self._start(kept)
            elif kept.process is not None and self._silent(kept, now):
                self._say(f"{kept.service.name} gives no sign of life; restarting it.")
                stop(kept.process, ask=kept.service.stop_with, seconds=2)
                self._bury(kept, now, quiet=True)

    def stop(self) -> None:
        """Stop all, the last started first."""
        for kept in reversed(self._kept):
            if kept.process is not None:
                stop(kept.process, ask=kept.service.stop_with, seconds=kept.service.patience)
                kept.process = None
        self._kept.clear()

    def _start(self, kept: _Kept) -> None:
        kept.process = kept.service.start()
        kept.started, kept.silent_since = time.monotonic(), None
        self._write()

    def _bury(self, kept: _Kept, now: float, *, quiet: bool = False) -> None:
        process = kept.process
        assert process is not None
        sweep_group(process.pid)  # workers of a killed server hold its socket
        if now - kept.started > YOUNG:
            kept.delay = SHORTEST
        if not quiet:
            self._say(f"{kept.service.name} ended ({_how(process.returncode)}); starting it again.")
        kept.process, kept.due = None, now + kept.delay
        kept.delay = min(kept.delay * 2, LONGEST)
        self._write()

    def _silent(self, kept: _Kept, now: float) -> bool:
        if kept.service.alive is None or now - kept.started < self._grace:
            return False
        if kept.service.alive() is not False:
            kept.silent_since = None
            return False
        if kept.silent_since is None:
            kept.silent_since = now
        return now - kept.silent_since > self._silence

    def _next_due(self) -> float:
        waits = [kept.due - time.monotonic() for kept in self._kept if kept.process is None]
        return max(0.0, min([1.0, *waits]))

    def _write(self) -> None:
        found = {}
        for kept in self._kept:
            who = None if kept.process is None else identity(kept.process.pid)
            if who is not None:
                found[kept.service.name] = who
        self._record(found)


@contextmanager
def _child_deaths() -> Iterator[Callable[[float], None]]:
    """Yields a function that sleeps for so many seconds, or until a child dies."""
    reading, writing = os.pipe()
    for end in (reading, writing):
        os.set_blocking(end, False)
    old_handler = signal.signal(signal.SIGCHLD, lambda *_: None)
    old_writing = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)

    def wait(seconds: float) -> None:
        if select.select([reading], [], [], seconds)[0]:
            os.read(reading, 4096)

    try:
        yield wait
    finally:
        signal.set_wakeup_fd(old_writing)
        signal.signal(signal.SIGCHLD, old_handler)
        os.close(reading)
        os.close(writing)


def _how(code: int) -> str:
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"status {code}"
