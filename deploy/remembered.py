"""How an instance was last started: what its links are made from while it is stopped, and how to start it again."""

from __future__ import annotations

import shlex
from pathlib import Path

import msgspec

from deploy.environment import ROOT
from deploy.folder import DataFolder, write_private

DEFAULT = ROOT / "var"
"""The data folder of ``deploy/up`` and ``deploy/manage`` without ``--data``."""


class Start(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a start, and the ``address`` people used."""

    address: str
    port: int = 8000
    lan: bool = False
    url: str | None = None


def remember(folder: DataFolder, start: Start) -> None:
    write_private(_file(folder), msgspec.json.encode(start))


def last(folder: DataFolder) -> Start | None:
    """None for an instance that has never been served."""
    try:
        return msgspec.json.decode(_file(folder).read_bytes(), type=Start)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def up_again(folder: DataFolder) -> str:
    """The complete command that starts it as it was last started."""
    start = last(folder)
    options = []
    if start is not None:
        options += ["--port", str(start.port)] if start.port != 8000 else []
        options += ["--lan"] if start.lan else []
        options += ["--url", start.url] if start.url else []
    return _command("up", [*_data(folder.path), *options])


def manage(folder: DataFolder, *arguments: str) -> str:
    """The complete command that runs a management command on this folder."""
    return _command("manage", [*_data(folder.path), *arguments])


def _command(script: str, arguments: list[str]) -> str:
    """As it can be typed where we were started."""
    path = Path("deploy") / script if Path.cwd() == ROOT else ROOT / "deploy" / script
    return shlex.join(["sh", str(path), *arguments])


def _data(path: Path) -> list[str]:
    if path == DEFAULT:
        return []
    here = Path.cwd()
    return ["--data", str(path.relative_to(here) if path.is_relative_to(here) and path != here else path)]


def _file(folder: DataFolder) -> Path:
    return folder.path / "last-start.json"
