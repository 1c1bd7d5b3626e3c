"""``sh deploy/up``: a whole instance in one command, until Ctrl-C. See ``--help``."""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
from pathlib import Path

from deploy import addresses as addressing
from deploy import remembered
from deploy.addresses import Addresses
from deploy.environment import ROOT
from deploy.folder import Busy, DataFolder
from deploy.lifecycle import Instance, opened


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    addresses = addressing.choose(options.port, lan=options.lan, url=options.url)
    addressing.refuse_port_in_use(addresses.bind, options.port)
    folder = DataFolder(options.data or remembered.DEFAULT / ("demo" if options.demo else ""))
    instance: Instance | None = None
    try:
        with folder, opened(folder, addresses, options.port) as instance:
            return _up(instance, addresses, options)
    except PermissionError as error:  # some of the data were written by another user
        raise SystemExit(f"No permission for {error.filename}; whose data are these?") from None
    except Busy as busy:
        raise SystemExit(_busy(folder, busy)) from None
    finally:
        if instance is not None and instance.ready:
            with contextlib.suppress(OSError):  # the terminal may be gone, which was why we ended
                _say(f"Stopped. The data are in {folder.path}; start again with `{remembered.up_again(folder)}`.")


def _up(instance: Instance, addresses: Addresses, options: argparse.Namespace) -> int:
    def migrating() -> None:
        _say("Preparing the database …")

    instance.start_backing(migrating)
    if not instance.backing.guards_by_privileges():
        _say(
            "DATABASE_URL and DATABASE_OWNER_URL name the same role: events are then guarded by triggers alone, "
            "not by privileges too."
        )
    if options.restore:
        _restore(instance, options.restore)
    organiser = _make_organiser(instance, signs_in=not options.exit, restored=bool(options.restore))
    start = remembered.Start(address=addresses.public, port=options.port, lan=options.lan, url=options.url)
    remembered.remember(instance.folder, start)
    instance.serve()
    if not options.exit:  # there will be nothing to visit or to stop
        _announce(instance, addresses, organiser)
    if options.demo:
        status = _demo(instance, options)
        if options.exit:
            return status
    instance.supervisor.run(lambda: False)
    return 0


def _restore(instance: Instance, file: Path) -> None:
    """The backup in the place of the database, before anything is served."""
    _say("Restoring the backup …")
    _say(_manage(instance, "restore", str(file.absolute())))
    instance.keys_changed()


def _make_organiser(instance: Instance, *, signs_in: bool, restored: bool) -> str:
    """On first use (and for a database from elsewhere): an organiser, with an API token in the data folder. Returns
    what to print: how to sign in."""
    token = instance.folder.path / "organiser-token"
    if not (instance.folder.path / "checkpoint-key").exists():
        _manage(instance, "keys")  # before anything is signed with it, its public part can be written down
    if token.exists() and not restored:
        return f"Sign in: `{remembered.manage(instance.folder, 'signin-link')}` prints a link that is good once."
    _manage(instance, "organiser", "--token-file", str(token))
    if not signs_in:
        return ""
    link = _manage(instance, "signin-link")
    return f"Sign in as organiser (this link is good once, for a day):\n  {link}"


def _announce(instance: Instance, addresses: Addresses, organiser: str) -> None:
    _say("\nRailbird is ready.\n")
    for address in addresses.shown:
        _say(f"  {address}/")
        if "127.0.0.1" not in address and addressing.can_show_qr():
            _say(addressing.qr(address + "/"))
    for line in organiser.splitlines():
        _say(f"  {line}")
    _say(f"  API token that may do everything: {instance.folder.path / 'organiser-token'}")
    _say(f"  Data and logs: {instance.folder.path}\n  Stop with Ctrl-C.\n")


def _demo(instance: Instance, options: argparse.Namespace) -> int:
    """Play a night over HTTP while everything is supervised."""
    assert instance.addresses is not None
    # By an address of this machine: a proxy or tunnel in front need not be reachable from here.
    argv = ["demo", options.demo, "--url", instance.addresses.shown[-1]]
    argv += ["--token-file", str(instance.folder.path / "organiser-token")]
    player = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), *argv], env=instance.environment(), start_new_session=True
    )
    try:
        instance.supervisor.run(lambda: player.poll() is not None, step=0.2)
    finally:
        if player.poll() is None:
            player.kill()
        player.wait()
    return player.returncode


def _manage(instance: Instance, *argv: str) -> str:
    """What a management command prints."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *argv],
        env={**instance.environment(), "DATABASE_OWNER_URL": instance.backing.owner_url},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise SystemExit(f"`manage.py {argv[0]}` failed:\n{done.stderr.strip()[-1000:]}")
    return done.stdout.strip()


def _busy(folder: DataFolder, busy: Busy) -> str:
    if busy.running is None or not busy.running.address:
        return f"The data folder {folder.path} is in use by another command; try again when it is done."
    return (
        f"Railbird already runs on {folder.path}: {busy.running.address} (process {busy.running.launcher.pid}). "
        "For a second one give another --data and --port."
    )


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="sh deploy/up", description="Runs Railbird until Ctrl-C.", allow_abbrev=False)
    playable = _playable(arguments)
    parser.add_argument("--port", type=_port, default=8000, help="public port (8000)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="data folder (var/)")
    parser.add_argument("--lan", action="store_true", help="let phones on this network in")
    parser.add_argument("--url", metavar="URL", help="the address people use, if a proxy or tunnel stands before")
    parser.add_argument("--restore", type=Path, metavar="FILE", help="start from a backup")
    parser.add_argument(
        "--demo",
        nargs="?",
        const="ready-set-bet",
        metavar="RULESET",
        help=f"play a whole night in a data folder of its own (var/demo/): {', '.join(playable)}",
    )
    parser.add_argument("--exit", action="store_true", help="stop after the demo, status 0 if all was right")
    options = parser.parse_args(arguments)
    if options.demo and options.demo not in playable:
        parser.error(f"the demo can't play {options.demo!r}; it plays {', '.join(playable)}")
    if options.exit and not options.demo:
        parser.error("--exit goes with --demo")
    if options.restore and not options.restore.is_file():
        parser.error(f"there is no file {options.restore}")
    return options


def _playable(arguments: list[str]) -> tuple[str, ...]:
    """The games of the demo; its code is only loaded where somebody asks for it, as that takes a while."""
    if not any(argument.startswith(("--demo", "-h", "--help")) for argument in arguments):
        return ()
    from deploy.demo.show import RULESETS

    return RULESETS


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")
    return int(text)


def _say(sentence: str) -> None:
    print(sentence, flush=True)
