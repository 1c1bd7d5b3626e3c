"""One backup file: a tar (0600) with everything an instance needs to go on elsewhere.

::

    manifest.json   what made it, migrations, what the serving role may do
    database.dump   pg_dump's custom format
    keys.json       the server's secret (seat links follow from it) and the key that signs checkpoints
    erased.jsonl    who was erased until then
"""

from __future__ import annotations

import io
import os
import tarfile
from pathlib import Path

import msgspec

FORMAT = 1


class Grant(msgspec.Struct, frozen=True):
    """What the serving role may do with a table, sequence, or some columns of a table."""

    privilege: str
    table: str
    columns: tuple[str, ...] = ()


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """``made_at``: RFC 3339. ``migrations``: ``app.name`` of each that the database has had."""

    format: int
    made_at: str
    railbird: str
    postgres: str
    migrations: tuple[str, ...]
    grants: tuple[Grant, ...]


class Keys(msgspec.Struct, frozen=True, kw_only=True):
    """``checkpoint_key``: PEM, or None where nothing was ever signed."""

    secret_key: str
    checkpoint_key: str | None


class Unusable(Exception):
    """The file is no backup that can be restored here; the message says why."""


def write(file: Path, manifest: Manifest, keys: Keys, erased: bytes, dump: Path) -> None:
    """Whole or not at all."""
    making = file.with_name(f".{file.name}.making")
    making.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(making, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            with tarfile.open(fileobj=out, mode="w") as tar:
                for name, content in (
                    ("manifest.json", msgspec.json.format(msgspec.json.encode(manifest))),
                    ("keys.json", msgspec.json.encode(keys)),
                    ("erased.jsonl", erased),
                ):
                    tar.addfile(_entry(name, len(content)), io.BytesIO(content))
                with dump.open("rb") as body:
                    tar.addfile(_entry("database.dump", dump.stat().st_size), body)
            out.flush()
            os.fsync(out.fileno())
        making.replace(file)
    finally:
        making.unlink(missing_ok=True)


def _entry(name: str, size: int) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = size, 0o600
    return entry


class Archive:
    """A backup, opened for reading. Raises :class:`Unusable`."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            self.manifest = msgspec.json.decode(self._read("manifest.json"), type=Manifest)
            self.keys = msgspec.json.decode(self._read("keys.json"), type=Keys)
            self.erased = self._read("erased.jsonl")
        except FileNotFoundError:
            raise Unusable(f"There is no file {file}.") from None
        except (OSError, tarfile.TarError, KeyError, msgspec.DecodeError) as error:
            raise Unusable(f"{file} is no backup of Railbird: {error}.") from None
        if self.manifest.format != FORMAT:
            raise Unusable(f"{file} was made by another release (format {self.manifest.format}); this reads {FORMAT}.")

    def unpack_dump(self, folder: Path) -> Path:
        """The database's dump as a file of its own."""
        with tarfile.open(self.file) as tar:
            tar.extract("database.dump", folder, filter="data")
        return folder / "database.dump"

    def _read(self, name: str) -> bytes:
        with tarfile.open(self.file) as tar:
            found = tar.extractfile(name)
            assert found is not None
            return found.read()
