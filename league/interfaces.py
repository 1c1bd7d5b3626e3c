"""Under which addresses other devices may reach this machine, and what each of them is: cable, Wi-Fi, a VPN, a bridge
of Docker."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Literal

import msgspec
import psutil

Kind = Literal["wifi", "cable", "network", "vpn", "virtual"]

_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    # Bridges of containers and virtual machines: nobody's phone is on them.
    ("virtual", re.compile(r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|cni|flannel|podman|bridge\d")),
    ("vpn", re.compile(r"tun|tap|wg|ppp|zt|utun|tailscale|ipsec|nordlynx|proton")),
    ("wifi", re.compile(r"wl|wifi|ath\d|ap\d")),
    ("cable", re.compile(r"eth|en[opsx]|em\d|usb")),
)
_ORDER: tuple[Kind, ...] = ("wifi", "cable", "network", "vpn", "virtual")
_HIDDEN = ("virtual",)
_TUNNELS = re.compile(r"zt|utun")
"""VPNs of single programs, which no phone of a guest is on."""


class Address(msgspec.Struct, frozen=True):
    """``name``: the interface's, as the system calls it."""

    ip: str
    name: str
    kind: Kind


def kind_of(name: str) -> Kind:
    """What an interface is, by its name (macOS has only ``en0`` …: some network).

    >>> [kind_of(name) for name in ("wlp3s0", "enp0s25", "en0", "tun0", "docker0")]
    ['wifi', 'cable', 'network', 'vpn', 'virtual']
    """
    return next((kind for kind, pattern in _KINDS if pattern.match(name)), "network")


def own() -> list[Address]:
    """Every IPv4 address of an interface that is up, loopback left out; the likeliest for phones first. Link-local ones
    only count where there is nothing better."""
    states = psutil.net_if_stats()
    found = [
        Address(ip=entry.address, name=name, kind=kind_of(name))
        for name, entries in psutil.net_if_addrs().items()
        if name in states and states[name].isup
        for entry in entries
        if entry.family == socket.AF_INET and not ipaddress.ip_address(entry.address).is_loopback
    ]
    better = [each for each in found if not ipaddress.ip_address(each.ip).is_link_local] or found
    outgoing = _outgoing()

    def likely(each: Address) -> tuple[bool, bool, int, bool, int]:
        ip = ipaddress.ip_address(each.ip)
        aside = each.kind in ("vpn", "virtual")
        return aside, each.ip != outgoing, _ORDER.index(each.kind), not ip.is_private, int(ip)

    return sorted(better, key=likely)


def reachable(found: list[Address]) -> list[str]:
    """Of these the ones that people in the room can be told."""
    return [each.ip for each in found if each.kind not in _HIDDEN and not _TUNNELS.match(each.name)]


def _outgoing() -> str | None:
    """The address this machine would speak from; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # documentation range: belongs to nobody
        except OSError:
            return None
        return str(probe.getsockname()[0])
