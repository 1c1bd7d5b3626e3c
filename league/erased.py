"""Whom this instance has forgotten, kept outside the database: ``DIR/erased.jsonl``, one ``{"at", "club", "member"}`` a
line. A backup that is restored knows them again; before anything is served, they are forgotten again.

Ids only: who it was stands nowhere.
"""

from __future__ import annotations

import os
from pathlib import Path
from uuid import UUID

import msgspec
from django.conf import settings


class Erased(msgspec.Struct, frozen=True, kw_only=True):
    at: str
    club: UUID
    member: UUID


def file() -> Path:
    return Path(settings.RAILBIRD_DATA) / "erased.jsonl"


def remember(erased: Erased) -> None:
    """On the disk when this returns."""
    file().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(file(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "wb") as out:
        out.write(msgspec.json.encode(erased, order="sorted") + b"\n")
        out.flush()
        os.fsync(out.fileno())


def read(text: bytes) -> list[Erased]:
    """The lines of such a file; a last one cut off by a power failure is left out."""
    found = []
    for line in text.splitlines():
        try:
            found.append(msgspec.json.decode(line, type=Erased))
        except msgspec.DecodeError:
            continue
    return found


def known() -> list[Erased]:
    try:
        return read(file().read_bytes())
    except FileNotFoundError:
        return []
