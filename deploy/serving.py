"""The processes that serve, beside the two servers: web, live, worker, clock, front."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import redis

from deploy import binaries, heartbeat
from deploy.addresses import Addresses
from deploy.environment import ROOT
from deploy.processes import start
from deploy.supervisor import Service

WEB_WORKERS, WEB_THREADS, WORKER_THREADS, ALARM_THREADS = 2, 4, 8, 4

# Celery warns root at each start. The reason is messages that hold pickled Python; ours are JSON, and the broker's
# socket is ours alone. What root means for the rest is said in the README.
_NO_LECTURE = "ignore:You're running the worker with superuser privileges"


class Front(msgspec.Struct, frozen=True):
    """What Caddy needs: the sockets' folder, where it may keep certificates, where it listens."""

    sockets: Path
    storage: Path
    addresses: Addresses
    port: int


def services(environment: Mapping[str, str], front: Front, log: Callable[[str], Path]) -> list[Service]:
    """All serving processes, in the order of starting. ``environment``: from :func:`deploy.environment.with_settings`;
    ``log`` gives the log file for a name."""
    alive = _signs_of_life(environment)

    def service(
        name: str, argv: Sequence[str], *, pool: int, patience: float = 8.0, socket: Path | None = None, **changes: str
    ) -> Service:
        env = {**environment, "RAILBIRD_DATABASE_POOL": str(pool), **changes}

        def begin() -> subprocess.Popen[bytes]:
            if socket is not None:  # granian refuses to start where a killed one left its socket
                socket.unlink(missing_ok=True)
            return start(argv, log=log(name), env=env, cwd=ROOT)

        return Service(
            name=name,
            start=begin,
            patience=patience,
            alive=(lambda: alive(name)) if name in heartbeat.PROCESSES else None,
        )

    python = [sys.executable, "-P", "-m"]
    granian = [*python, "granian", "--respawn-failed-workers", "--respawn-interval", "0.2", "--no-ws", "--http", "1"]
    granian += ["--log-level", "warning", "--backlog", "1024"]
    celery = [*python, "celery", "--quiet", "-A"]
    web, live = front.sockets / "web", front.sockets / "live"
    wsgi = ["--interface", "wsgi", "--uds", str(web), "--workers", str(WEB_WORKERS)]
    wsgi += ["--blocking-threads", str(WEB_THREADS), "--workers-kill-timeout", "5", "deploy.wsgi:application"]
    asgi = ["--interface", "asgi", "--uds", str(live), "--workers", "1", "--workers-kill-timeout", "2"]
    worker = ["worker", "-P", "threads", "-c", str(WORKER_THREADS), "-l", "WARNING", "-n", "railbird@localhost"]
    worker += ["--without-mingle", "--without-gossip", "--without-heartbeat"]
    in_worker = WORKER_THREADS + ALARM_THREADS
    beat = ["beat", "--scheduler", "deploy.beat:Clock", "--pidfile=", "-l", "WARNING"]
    listed = [
        service("web", [*granian, *wsgi], pool=WEB_THREADS, socket=web),
        service("live", [*granian, *asgi, "deploy.asgi:application"], pool=2, patience=4, socket=live),
        service("worker", [*celery, "deploy.celery", *worker], pool=in_worker, PYTHONWARNINGS=_NO_LECTURE),
        service("beat", [*celery, "deploy.beat", *beat], pool=0, DJANGO_SETTINGS_MODULE="", patience=3),
    ]
    caddy = {
        "RAILBIRD_SITE": f"http://:{front.port}",
        "RAILBIRD_BIND": front.addresses.bind,
        "RAILBIRD_WEB": str(web),
        "RAILBIRD_LIVE": str(live),
        "XDG_DATA_HOME": str(front.storage),
        "XDG_CONFIG_HOME": str(front.storage),
    }
    run = [binaries.caddy(), "run", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
    return [*listed, service("front", run, pool=0, patience=3, **caddy)]


def _signs_of_life(environment: Mapping[str, str]) -> Callable[[str], bool | None]:
    client = heartbeat.connect(environment["REDIS_URL"])
    instance = environment["RAILBIRD_INSTANCE"]

    def alive(name: str) -> bool | None:
        try:
            missing = heartbeat.missing(client, instance)
        except redis.RedisError:
            return None  # without a broker nobody can say
        if name == "worker" and "beat" in missing:
            return None  # the worker only answers what the clock sends
        return name not in missing

    return alive
