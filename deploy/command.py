"""``sh deploy/manage [--data DIR] COMMAND …``: a management command against a data folder, its servers started for
the while if they are down."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.environment import ROOT, with_settings
from deploy.folder import Busy, DataFolder
from deploy.lifecycle import opened

# These change the schema, which belongs to the owner; everything else runs as the role that serves.
_AS_OWNER = {"migrate", "createcachetable", "flush"}


def main(arguments: list[str]) -> int:
    data = os.environ.get("RAILBIRD_DATA", str(ROOT / "var"))
    if arguments[:1] == ["--data"] and len(arguments) > 1:
        data, arguments = arguments[1], arguments[2:]
    folder = DataFolder(Path(data))
    try:
        with folder, opened(folder) as instance:
            instance.start_backing()
            environment = {**instance.environment(), "DATABASE_OWNER_URL": instance.backing.owner_url}
            return _run(arguments, environment)
    except PermissionError as error:  # some of the data were written by another user
        raise SystemExit(f"No permission for {error.filename}; whose data are these?") from None
    except Busy as busy:
        if busy.running is None or not busy.running.environment:
            raise SystemExit(f"Railbird is just starting or stopping on {folder.path}; try again.") from None
        if arguments[:1] == ["restore"]:
            raise SystemExit(
                f"Railbird runs on {folder.path}: stop it first, or start it with --restore FILE."
            ) from None
        return _run(arguments, with_settings(busy.running.environment))


def _run(arguments: list[str], environment: Mapping[str, str]) -> int:
    env = dict(environment)
    if arguments and arguments[0] in _AS_OWNER:
        env["DATABASE_URL"] = env["DATABASE_OWNER_URL"]
    command = subprocess.Popen([sys.executable, str(ROOT / "manage.py"), *arguments], env=env)
    try:
        return command.wait()
    except SystemExit:  # we were asked to end: so is the command
        command.send_signal(signal.SIGTERM)
        command.wait()
        raise
