"""Under which addresses people reach this machine, and how they are shown."""

from __future__ import annotations

import errno
import io
import socket
import sys
from urllib.parse import urlsplit

import msgspec
import segno

from league import interfaces


class Addresses(msgspec.Struct, frozen=True):
    """``public``: what links are made from. ``shown``: every address to print. ``bind``: for Caddy. ``hosts``: which
    Host headers are answered."""

    public: str
    shown: list[str]
    bind: str
    hosts: list[str]


def choose(port: int, *, lan: bool, url: str | None) -> Addresses:
    """Work out addresses from the options of ``deploy/up``."""
    own = lan_addresses() if lan else []
    if lan and not own and url is None:
        raise SystemExit("This machine has no address on a network, so --lan has nothing to offer; start without it.")
    shown = [f"http://{_bracketed(address)}:{port}" for address in own] or [f"http://127.0.0.1:{port}"]
    hosts = ["127.0.0.1", "localhost", *(_bracketed(address) for address in own)]
    if lan:
        hosts += [_bracketed(each.ip) for each in interfaces.own()]  # Docker's and VPNs' too: they are this machine's
        name = socket.gethostname().lower()
        hosts += [name, f"{name.partition('.')[0]}.local"]
    if url is not None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
            raise SystemExit(f"--url takes an address like https://railbird.example.org, not {url!r}.")
        shown.insert(0, f"{parts.scheme}://{parts.netloc}")
        hosts.append(parts.hostname)
    return Addresses(shown[0], shown, _every_interface() if lan else "127.0.0.1", list(dict.fromkeys(hosts)))


def lan_addresses() -> list[str]:
    """The machine's own addresses that others on its network can use, the most likely first."""
    return interfaces.reachable(interfaces.own())


def _every_interface() -> str:
    """IPv6 too, where the machine has it."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::", 0))
    except OSError:
        return "0.0.0.0"
    return "0.0.0.0 [::]"


def refuse_port_in_use(bind: str, port: int) -> None:
    """End with one sentence if the port can't be had."""
    for address in bind.split():
        family = socket.AF_INET6 if address.startswith("[") else socket.AF_INET
        try:
            with socket.socket(family, socket.SOCK_STREAM) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                probe.bind((address.strip("[]"), port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise SystemExit(f"Port {port} is in use; choose another with --port.") from None
            if error.errno == errno.EACCES:
                raise SystemExit(f"Port {port} needs root; choose one above 1023 with --port.") from None
            if family == socket.AF_INET:
                raise SystemExit(f"Can't listen on {address}:{port}: {error.strerror}.") from None


def qr(text: str) -> str:
    """A QR code for the terminal."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue()


def can_show_qr() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
