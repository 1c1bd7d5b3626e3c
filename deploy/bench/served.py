"""The serving processes that a measurement needs, started as ``deploy/up`` starts them, on the run's own servers."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings

from deploy import addresses, heartbeat, serving
from deploy.bench.ground import Ground
from deploy.processes import stop, tail, wait_until

_PATIENCE = 30.0


def web_socket(ground: Ground) -> Path:
    """Where the web processes listen (two with four threads each, as in production; no front before them)."""
    return ground.folder / "web"


@contextmanager
def served(ground: Ground, *names: str) -> Iterator[None]:
    """Runs these of ``web``, ``worker``, ``beat``; what they print goes to the ground's folder."""
    front = serving.Front(
        sockets=ground.folder, storage=ground.folder, addresses=addresses.choose(8000, lan=False, url=None), port=8000
    )
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "deploy.bench.settings"}
    client = heartbeat.connect(settings.REDIS_URL)

    def log(name: str) -> Path:
        return ground.folder / f"{name}.log"

    def answers(name: str) -> bool:
        if name != "web":
            return name not in heartbeat.missing(client, settings.RAILBIRD_INSTANCE)
        with socket.socket(socket.AF_UNIX) as trying:
            return trying.connect_ex(str(web_socket(ground))) == 0

    with ExitStack() as stack:
        for service in serving.services(env, front, log):
            if service.name in names:
                stack.callback(stop, service.start())
        for name in names:
            if not wait_until(lambda name=name: answers(name), _PATIENCE):  # type: ignore[misc]
                raise RuntimeError(f"{name} does not answer: {tail(log(name))}")
        yield
