"""The data folder: who may run on it, its secrets, and what runs.

::

    DIR/lock           held by the process that runs the servers
    DIR/instance.json  0600: id, secret key, database passwords; made on first use
    DIR/running.json   0600: what runs and how to reach it; only believed after a look at each process
    DIR/last-start.json  0600: address and options of the last start (:mod:`deploy.remembered`)
    DIR/postgres/      the database
    DIR/logs/          one file per process
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import tempfile
from pathlib import Path

import msgspec

from deploy.processes import Account, Identity

_PREFIX = "railbird-"


class Secrets(msgspec.Struct, frozen=True):
    """``id`` names Redis channels, queues and cookies of this instance. Passwords are hexadecimal."""

    id: str
    secret_key: str
    superuser_password: str
    owner_password: str
    app_password: str

    @classmethod
    def fresh(cls) -> Secrets:
        return cls(secrets.token_hex(4), secrets.token_hex(32), *(secrets.token_hex(16) for _ in range(3)))


class Running(msgspec.Struct, frozen=True):
    """What a launcher has started. ``environment`` is what ``manage.py`` needs to reach it."""

    launcher: Identity
    runtime: str
    environment: dict[str, str] = {}
    processes: dict[str, Identity] = {}
    address: str = ""


class Busy(Exception):
    """Another launcher holds the folder; ``running`` is what it wrote, or None while it starts or stops."""

    def __init__(self, running: Running | None) -> None:
        super().__init__("the data folder is in use")
        self.running = running


class DataFolder:
    """One instance's data. Use as a context manager to hold its lock; raises :class:`Busy` if another does."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.abspath(path))
        self.postgres = self.path / "postgres"
        self.logs = self.path / "logs"
        self.running_file = self.path / "running.json"
        self._lock: int | None = None

    def __enter__(self) -> DataFolder:
        made = _missing_parts(self.path)
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = os.open(self.path / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            for part in made:
                if part.is_dir():
                    part.rmdir()
            raise SystemExit(f"Can't write to the data folder {self.path}: {error.strerror}.") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            self._lock = None
            raise Busy(self.running()) from None
        self.logs.mkdir(mode=0o700, exist_ok=True)
        return self

    def __exit__(self, *exc: object) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def has_instance(self) -> bool:
        """Whether anybody has ever started something here. Looking makes nothing."""
        return (self.path / "instance.json").exists()

    def in_use(self) -> bool:
        """Whether a launcher holds the folder now."""
        try:
            with (self.path / "lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except FileNotFoundError:
            pass
        return False

    def secrets(self) -> Secrets:
        """The instance's secrets, made and kept on first use."""
        file = self.path / "instance.json"
        try:
            return msgspec.json.decode(file.read_bytes(), type=Secrets)
        except FileNotFoundError:
            if self.postgres.exists():
                raise SystemExit(f"{file} is missing, and without its passwords the data can't be opened.") from None
            fresh = Secrets.fresh()
            write_private(file, msgspec.json.format(msgspec.json.encode(fresh)))
            return fresh

    def running(self) -> Running | None:
        try:
            return msgspec.json.decode(self.running_file.read_bytes(), type=Running)
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def record(self, running: Running) -> None:
        write_private(self.running_file, msgspec.json.encode(running))

    def log(self, name: str) -> Path:
        """The log file of a process; beyond 5 MB it starts anew, one old file kept."""
        file = self.logs / f"{name}.log"
        if file.exists() and file.stat().st_size > 5_000_000:
            file.replace(file.with_suffix(".log.1"))
        return file


class Runtime:
    """A short private folder for sockets (their paths may have 107 bytes), outside the data folder.

    Root makes it passable: the servers' own folder within belongs to the account they run as.
    """

    def __init__(self, account: Account | None) -> None:
        base = os.environ.get("XDG_RUNTIME_DIR", "")
        if not base or len(base) > 40 or not os.access(base, os.W_OK) or account is not None:
            base = "/tmp" if len(tempfile.gettempdir()) > 40 else tempfile.gettempdir()
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
        self.servers = self.path / "db"
        self.web = self.path / "web"
        for folder in (self.servers, self.web):
            folder.mkdir(mode=0o700)
        if account is not None:
            os.chown(self.servers, account.uid, account.gid)
            self.path.chmod(0o711)
        # A lock on the folder tells systemd-tmpfiles that it is no forgotten rubbish, however old it gets.
        self._hold = os.open(self.path, os.O_RDONLY)
        fcntl.flock(self._hold, fcntl.LOCK_SH)

    def remove(self) -> None:
        os.close(self._hold)
        shutil.rmtree(self.path, ignore_errors=True)

    @staticmethod
    def remove_left(path: str) -> None:
        """Remove the folder of a launcher that was killed, if it is one of ours."""
        left = Path(path)
        if left.name.startswith(_PREFIX) and left.is_dir() and left.stat().st_uid == os.geteuid():
            shutil.rmtree(left, ignore_errors=True)


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner reads; whoever looks sees the old content or the new, never a part."""
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    temporary.replace(file)


def _missing_parts(path: Path) -> list[Path]:
    """The folders that making ``path`` would make, deepest first."""
    return [part for part in (path, *path.parents) if not part.exists()]
