"""Which management commands there are, and what each of them needs."""

from __future__ import annotations

import ast
from pathlib import Path

from deploy.environment import ROOT

PACKAGES = ("league", "ledger", "races", "deploy")
FIRST = ("signin-link", "organiser", "verify", "export", "rebuild", "backup", "restore", "demo", "odds", "bench")
"""These are listed first, in this order; others follow by name."""
DJANGO = ("changepassword", "check", "clearsessions", "dbshell", "makemigrations", "migrate", "shell", "showmigrations")
"""What Django brings and an instance may need now and then. The others are not offered: they empty tables, or write
around the ledger."""

USAGE = """usage: sh deploy/manage [--data DIR] COMMAND …

Runs a command on the instance in DIR (without --data: {default}), whether it is running or not.
Each command tells more of itself: sh deploy/manage COMMAND --help

{commands}

Of Django's own: {django}."""


def ours() -> dict[str, str]:
    """Name of each command of this program → one line about it: the first sentence of its ``help``."""
    found = {
        file.stem: _first_sentence(file)
        for package in PACKAGES
        for file in (ROOT / package / "management" / "commands").glob("*.py")
        if not file.stem.startswith("_")
    }
    ordered = [name for name in FIRST if name in found]
    ordered += sorted(set(found) - set(FIRST))
    return {name: found[name] for name in ordered}


def usage(default: Path) -> str:
    """What ``deploy/manage --help`` prints."""
    lines = [f"  {name:12} {sentence}" for name, sentence in ours().items()]
    return USAGE.format(default=default, commands="\n".join(lines), django=", ".join(DJANGO))


def offered(name: str) -> bool:
    return name in DJANGO or name in ours()


def works_alone(arguments: list[str]) -> bool:
    """Whether this command line needs no instance: it brings its own servers, only computes, only reads a file, or
    only asks for help."""
    name, options = arguments[0], arguments[1:]
    if name in ("bench", "odds") or any(option in ("-h", "--help") for option in options):
        return True
    return name == "verify" and any(option.partition("=")[0] == "--file" for option in options)


def calls_the_server(name: str) -> bool:
    """Whether the command is a client of the HTTP API: without anything that serves it has nothing to talk to."""
    return name in ("demo", "bot")


def may_make_an_instance(name: str) -> bool:
    """A backup is also restored to a machine where nothing was before."""
    return name == "restore"


def _first_sentence(file: Path) -> str:
    """Read, not imported: importing a command takes Django and half a second."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Assign) and [getattr(target, "id", "") for target in node.targets] == ["help"]:
            text = str(ast.literal_eval(node.value))
            sentence, stop, _ = text.partition(". ")
            return sentence + "." if stop else sentence
    return ""
