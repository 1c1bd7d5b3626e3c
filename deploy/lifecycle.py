"""From nothing to a running instance and back: what ``up``, ``manage`` and the tests have in common."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from deploy import backups, environment, remembered, restoring, serving
from deploy.addresses import Addresses
from deploy.backing import Backing
from deploy.folder import DataFolder, Running, Runtime
from deploy.processes import Identity, identity, stop_leftover, tail, unprivileged_account
from deploy.supervisor import Supervisor

_STOPPING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Instance:
    """One instance, as far as it is started. Leave :func:`opened` to stop it."""

    def __init__(self, folder: DataFolder, addresses: Addresses | None, port: int) -> None:
        self.folder, self.addresses, self.port = folder, addresses, port
        self.account = unprivileged_account(folder.postgres)
        self.runtime = Runtime(self.account)
        self.supervisor = Supervisor(self._record, self._died)
        self.deaths: dict[str, int] = {}
        self.ready = False
        self._launcher = identity_of_self()
        self._environment: dict[str, str] = {}
        self._record({})
        try:
            self.backing = Backing(folder, self.runtime, self.account)
        except BaseException:
            self.stop()
            raise
        self._environment = self._for_django()

    def start_backing(self, before_migration: Callable[[], None] = lambda: None) -> bool:
        """Database and broker, migrated (after a backup), and nobody in it who was erased. True if there was something
        to migrate."""
        self.backing.start(self.supervisor.add)

        def before() -> None:
            before_migration()
            self._back_up()

        migrated = self.backing.migrate(self.environment(), before)
        restoring.finish(self.folder.path, self.environment())
        return migrated

    def keys_changed(self) -> None:
        """A restore has brought its own."""
        self.backing.secrets = self.folder.secrets()
        self._environment = self._for_django()

    def _back_up(self) -> None:
        """Before migrations, unless there is nothing yet."""
        if not restoring.has_events(self.backing.owner_url):
            return
        try:
            backups.make(
                None,
                why="before-migration",
                database_url=self.backing.owner_url,
                app_role=self.backing.app_role,
                data=self.folder.path,
                secret_key=self.backing.secrets.secret_key,
            )
        except backups.Failed as failed:
            print(f"{failed} The database is migrated all the same.", file=sys.stderr, flush=True)

    def serve(self, seconds: float = 90.0) -> None:
        """Start everything that serves, and wait until ``/readyz`` says so."""
        assert self.addresses is not None
        front = serving.Front(self.runtime.web, self.folder.path / "caddy", self.addresses, self.port)
        for service in serving.services(self.environment(), front, self.folder.log):
            self.supervisor.add(service)
        waiting: list[str] = ["front"]
        give_up = time.monotonic() + seconds

        def ready() -> bool:
            nonlocal waiting
            failing = [name for name, times in self.deaths.items() if times >= 3]
            if failing or time.monotonic() > give_up:
                name = (failing or self.supervisor.died() or waiting)[0]
                log = self.folder.logs / f"{name}.log"
                raise SystemExit(f"Railbird did not get ready (waiting for {', '.join(waiting)}); {tail(log)}")
            waiting = not_ready(self.port)
            return not waiting

        self.supervisor.run(ready, step=0.05)
        self.ready = True

    def environment(self) -> dict[str, str]:
        """For our Django processes."""
        return environment.with_settings(self._environment)

    def stop(self) -> None:
        self.supervisor.stop()
        self.runtime.remove()
        self.folder.running_file.unlink(missing_ok=True)

    def _for_django(self) -> dict[str, str]:
        backing, addresses = self.backing, self.addresses
        hosts = addresses.hosts if addresses else ["127.0.0.1", "localhost"]
        before = remembered.last(self.folder)  # links made while nothing is served are for when it is again
        address = before.address if before else f"http://127.0.0.1:{self.port}"
        return environment.settings(
            instance=backing.secrets.id,
            secret_key=backing.secrets.secret_key,
            database_url=backing.database_url,
            redis_url=backing.redis_url,
            app_role=backing.app_role,
            data=self.folder.path,
            url=addresses.public if addresses else address,
            hosts=hosts,
        )

    def _record(self, processes: dict[str, Identity]) -> None:
        known = self._environment and {**self._environment, "DATABASE_OWNER_URL": self.backing.owner_url}
        address = self.addresses.public if self.addresses else ""
        self.folder.record(Running(self._launcher, str(self.runtime.path), known or {}, processes, address))

    def _died(self, sentence: str) -> None:
        name = sentence.partition(" ")[0]
        self.deaths[name] = self.deaths.get(name, 0) + 1
        print(sentence, file=sys.stderr, flush=True)


@contextmanager
def opened(folder: DataFolder, addresses: Addresses | None = None, port: int = 8000) -> Iterator[Instance]:
    """An instance on a data folder whose lock is held: what a killed run left there is ended first; on leaving,
    whatever was started is stopped, undisturbed by further signals."""
    end_leftovers(folder)
    with _signals_end_the_program():
        # Not in between: what has been made must be known before it can be taken away again.
        signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
        try:
            instance = Instance(folder, addresses, port)
        except BaseException:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
            raise
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
            yield instance
        finally:
            for number in _STOPPING:
                signal.signal(number, signal.SIG_IGN)
            instance.stop()


def end_leftovers(folder: DataFolder) -> None:
    """End the processes of a launcher that was killed. We hold the lock, so nobody else will or may use them."""
    for part in folder.path.glob(".running.json.*"):
        part.unlink()
    running = folder.running()
    if running is None:
        return
    for name, leader in sorted(running.processes.items(), key=lambda item: item[0] == "postgres"):  # it goes last
        ask = signal.SIGINT if name == "postgres" else signal.SIGTERM
        if stop_leftover(leader, ask=ask, seconds=15 if name == "postgres" else 2):
            print(f"Stopped {name}, left over from a run that was killed.", file=sys.stderr)
    Runtime.remove_left(running.runtime)
    folder.running_file.unlink(missing_ok=True)


def not_ready(port: int) -> list[str]:
    """What ``/readyz`` still waits for; empty once all is up."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2):
            return []
    except urllib.error.HTTPError as error:
        try:
            return list(json.load(error)["waiting_for"])
        except (ValueError, KeyError):
            return ["web"]
    except OSError:
        return ["front"]


def identity_of_self() -> Identity:
    found = identity(os.getpid())
    assert found is not None
    return found


@contextmanager
def _signals_end_the_program() -> Iterator[None]:
    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(0 if number != signal.SIGHUP else 1)

    before = {number: signal.signal(number, end) for number in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
