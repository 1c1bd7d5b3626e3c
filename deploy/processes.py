"""Starting, recognising and ending processes: what the launcher needs beyond :mod:`subprocess`.

A child gets a session of its own, so that a Ctrl-C on the terminal reaches only the supervisor (which stops its
children in order) and so that whatever a child leaves behind can be ended by its process group. It dies with its
parent (Linux); where the kernel can't do that, the next start finds it by its identity.
"""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import psutil

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


class Account(msgspec.Struct, frozen=True):
    """Whom a server runs as: a user other than ourselves, because PostgreSQL refuses to be root."""

    name: str
    uid: int
    gid: int


class Identity(msgspec.Struct, frozen=True):
    """One process, and no other that got its number later: ``started`` counts in the kernel's own ticks since the
    boot named ``boot``, so a clock set later (a Raspberry Pi has none) doesn't change it."""

    pid: int
    started: str
    name: str


def unprivileged_account(data: Path) -> Account | None:
    """The account for servers that must not be root: the owner of ``data`` if there are any yet, else ``railbird``
    where the machine has it, else ``nobody``. None for ordinary users, who run them as themselves."""
    if os.geteuid() != 0:
        return None
    if data.exists() and data.stat().st_uid != 0:
        owner = data.stat()
        return Account(str(owner.st_uid), owner.st_uid, owner.st_gid)
    for name in ("railbird", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise SystemExit("PostgreSQL can't run as root, and this machine has no user `nobody`: start as an ordinary user.")


def start(
    argv: Sequence[str],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    account: Account | None = None,
    end_with_parent: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own, its output appended to ``log``.

    ``cwd`` is entered before the user changes, so an unprivileged server can work in a folder whose parents are
    closed to it.
    """
    parent = os.getpid()

    def in_child() -> None:
        if _libc is not None:
            _libc.prctl(_PR_SET_PDEATHSIG, end_with_parent)
            if os.getppid() != parent:  # it died before the call above
                os._exit(1)

    with log.open("ab") as output:
        return subprocess.Popen(
            list(argv),
            env=dict(os.environ if env is None else env),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=in_child,
            user=None if account is None else account.uid,
            group=None if account is None else account.gid,
            extra_groups=None if account is None else [],
        )


def identity(pid: int) -> Identity | None:
    """Who has this process number now; None if nobody (or only a zombie) does."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return Identity(pid, _started(process), process.name())
    except psutil.Error:
        return None


def _started(process: psutil.Process) -> str:
    if sys.platform == "linux":
        try:
            ticks = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[19]
            return f"{Path('/proc/sys/kernel/random/boot_id').read_text().strip()}:{ticks}"
        except OSError:
            raise psutil.NoSuchProcess(process.pid) from None
    return str(process.create_time())


def session_of(leader: Identity) -> list[psutil.Process]:
    """The living processes of the session that ``leader`` opened, itself included, leader first.

    A number stays taken while any member of its session lives; if the number now belongs to another process, the
    session is over and the answer is empty.
    """
    holder = identity(leader.pid)
    if holder is not None and holder.started != leader.started:
        return []
    members = []
    for process in psutil.process_iter():
        try:
            if os.getsid(process.pid) == leader.pid and _same_boot(process, leader):
                members.append(process)
        except (OSError, psutil.Error):
            continue
    return sorted(members, key=lambda process: process.pid != leader.pid)


def _same_boot(process: psutil.Process, leader: Identity) -> bool:
    """Whether the process may descend from the leader: same boot, and not older."""
    if ":" not in leader.started:
        return process.create_time() >= float(leader.started)
    boot, ticks = leader.started.split(":")
    own_boot, own_ticks = _started(process).split(":")
    return own_boot == boot and int(own_ticks) >= int(ticks)


def stop(child: subprocess.Popen[bytes], *, ask: signal.Signals = signal.SIGTERM, seconds: float = 8.0) -> None:
    """Ask a child to end, wait, then end what is left of its process group."""
    if child.poll() is None:
        _signal(child.pid, ask)
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
    sweep_group(child.pid)
    child.wait()


def sweep_group(leader: int) -> None:
    """End at once every process left in the group of a child that we started (and have not reaped, or just did)."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def stop_leftover(leader: Identity, *, ask: signal.Signals = signal.SIGTERM, seconds: float = 8.0) -> bool:
    """End what a killed supervisor left of one of its children; True if there was anything."""
    members = session_of(leader)
    if not members:
        return False
    _signal(members[0].pid, ask)
    _, alive = psutil.wait_procs(members, timeout=seconds)
    for process in alive:
        _signal(process.pid, signal.SIGKILL)
    psutil.wait_procs(alive, timeout=seconds)
    return True


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def tail(log: Path, lines: int = 8) -> str:
    """The end of a log, for a person."""
    try:
        return "\n".join(log.read_text(errors="replace").splitlines()[-lines:])
    except OSError:
        return ""


def wait_until(condition: Callable[[], bool], seconds: float, step: float = 0.02) -> bool:
    """Look again every ``step`` seconds until ``condition()`` is true; False once ``seconds`` are over."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(step)
    return True
