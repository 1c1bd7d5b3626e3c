"""``sh deploy/manage [--data DIR] COMMAND …``: a management command against a data folder, its servers started for
the while if they are down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy import catalogue, environment, remembered
from deploy.environment import ROOT, with_settings
from deploy.folder import Busy, DataFolder
from deploy.lifecycle import opened

# These change the schema, which belongs to the owner; everything else runs as the role that serves.
_AS_OWNER = {"migrate"}


def main(given: list[str]) -> int:
    data, arguments = _data(given)
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        if arguments[1:]:
            return main(["--data", data, *arguments[1:2], "--help"])
        print(catalogue.usage(remembered.DEFAULT))
        return 0 if arguments else 2
    name = arguments[0]
    if not catalogue.offered(name):
        raise SystemExit(f"There is no command {name!r} here; `sh deploy/manage --help` lists those there are.")
    folder = DataFolder(Path(data))
    try:
        if catalogue.works_alone(arguments):
            return _run(arguments, _without_servers(folder))
        if not folder.has_instance() and not catalogue.may_make_an_instance(name):
            raise SystemExit(_no_instance(folder))
        if catalogue.calls_the_server(name):
            return _call(folder, arguments)
        return _with_servers(folder, arguments)
    except PermissionError as error:  # some of the data were written by another user
        raise SystemExit(f"No permission for {error.filename}; whose data are these?") from None


def _data(arguments: list[str]) -> tuple[str, list[str]]:
    """The data folder and what is left: ``--data DIR`` may stand before the command or after it."""
    data = os.environ.get("RAILBIRD_DATA") or str(remembered.DEFAULT)
    left = list(arguments)
    for at, argument in enumerate(arguments):
        if argument == "--data" or argument.startswith("--data="):
            taken = 1 if "=" in argument else 2
            values = argument.partition("=")[2:] if "=" in argument else arguments[at + 1 : at + 2]
            if not values or not values[0]:
                raise SystemExit("--data needs a folder: sh deploy/manage --data DIR COMMAND …")
            data = values[0]
            del left[at : at + taken]
            break
    return data, left


def _no_instance(folder: DataFolder) -> str:
    return f"There is no instance in {folder.path}; `{remembered.up_again(folder)}` would make one."


def _with_servers(folder: DataFolder, arguments: list[str]) -> int:
    try:
        with folder, opened(folder) as instance:
            instance.start_backing()
            if arguments[0] == "signin-link":
                print(_not_running(folder), file=sys.stderr, flush=True)
            return _run(arguments, {**instance.environment(), "DATABASE_OWNER_URL": instance.backing.owner_url})
    except Busy as busy:
        if busy.running is None or not busy.running.environment:
            raise SystemExit(f"Railbird is just starting or stopping on {folder.path}; try again.") from None
        if arguments[0] == "restore":
            raise SystemExit(
                f"Railbird runs on {folder.path}: stop it first, or start it with --restore FILE."
            ) from None
        return _run(arguments, with_settings(busy.running.environment))


def _call(folder: DataFolder, arguments: list[str]) -> int:
    """A client of the HTTP API: of what runs here, or of the address it is given."""
    running = folder.running()
    if running is not None and running.address and folder.in_use():
        return _run(arguments, with_settings(running.environment))
    if any(argument.partition("=")[0] == "--url" for argument in arguments):
        return _run(arguments, _without_servers(folder))
    raise SystemExit(_not_running(folder))


def _not_running(folder: DataFolder) -> str:
    return f"Railbird isn't running on {folder.path}; start it with `{remembered.up_again(folder)}`."


def _without_servers(folder: DataFolder) -> dict[str, str]:
    """Settings under which Django starts, but finds no database."""
    nowhere = environment.settings(
        instance="none",
        secret_key="none",  # noqa: S106 - signs nothing
        database_url="postgresql://nobody@/none?host=/nonexistent",
        redis_url="unix:///nonexistent/redis",
        data=folder.path,
    )
    return with_settings(nowhere)


def _run(arguments: list[str], environment: Mapping[str, str]) -> int:
    env = dict(environment)
    if arguments[0] in _AS_OWNER:
        env["DATABASE_URL"] = env["DATABASE_OWNER_URL"]
    command = subprocess.Popen([sys.executable, str(ROOT / "manage.py"), *arguments], env=env)
    try:
        return command.wait()
    except SystemExit:  # we were asked to end: so is the command
        command.send_signal(signal.SIGTERM)
        command.wait()
        raise
