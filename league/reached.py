"""Which phones got through, and by which address: ``DIR/reached.jsonl``, a line a phone and address.

It holds no person: a phone is a random word in a cookie. What is older than an evening is forgotten.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

import msgspec
from django.conf import settings

from league import interfaces
from ledger.http import links

EVENING_S = 12 * 3600
MOST = 2000
"""Lines that are kept; whoever comes later is let in, but not counted."""
ROOM = frozenset({"wifi", "cable", "network"})
"""Networks that the phones in a room are on."""


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """``at``: Unix seconds. ``url``: scheme, host and port. ``source``: the network address it came from."""

    at: int
    phone: str
    url: str
    source: str


def file() -> Path:
    return Path(settings.RAILBIRD_DATA) / "reached.jsonl"


def known(now: float | None = None) -> list[Reached]:
    """Whoever got through this evening, in the order they came."""
    try:
        return _read(file().read_bytes(), now)
    except FileNotFoundError:
        return []


def _read(text: bytes, now: float | None = None) -> list[Reached]:
    since = (time.time() if now is None else now) - EVENING_S
    found = []
    for line in text.splitlines():
        try:
            each = msgspec.json.decode(line, type=Reached)
        except msgspec.DecodeError:  # cut off by a power failure
            continue
        if each.at >= since:
            found.append(each)
    return found


def note(phone: str | None, url: str, source: str) -> str:
    """A phone came by an address. → the phone's word: the one it brought, or, where it comes by a second address (and
    brings no cookie of the first), the one it has there; else a new one. A ``source`` counts once for a ``url``: who
    throws its cookies away is no second phone."""
    file().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(file(), os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600), "rb+") as kept:
        fcntl.flock(kept, fcntl.LOCK_EX)  # phones come at the same moment, to several processes
        evening = _read(kept.read())
        if not evening:
            kept.truncate(0)  # last week's
        phone = phone or _by_source(evening, url, source) or secrets.token_hex(8)
        if len(evening) < MOST and not any(
            each.url == url and {phone, source} & {each.phone, each.source} for each in evening
        ):
            line = msgspec.json.encode(Reached(at=int(time.time()), phone=phone, url=url, source=source))
            kept.write(line + b"\n")
    return phone


def _by_source(evening: Sequence[Reached], url: str, source: str) -> str | None:
    """The one phone of this network address that came by other addresses only."""
    here = {each.phone for each in evening if each.url == url}
    there = {each.phone for each in evening if each.source == source and each.url != url} - here
    return there.pop() if len(there) == 1 else None


def counts(evening: Sequence[Reached]) -> Counter[str]:
    """Phones by address."""
    return Counter(each.url for each in evening)


def phones(evening: Sequence[Reached]) -> int:
    """Each once, by however many addresses it came."""
    return len({each.phone for each in evening})


def chosen() -> str:
    """The address links are made from: the configured one, unless that is one of this machine's own and most phones
    came by another, on a network that phones are on. Asked for many times a request, so it is worked out once a second
    and whenever a phone came."""
    configured = links.configured()
    try:
        last = file().stat().st_mtime_ns
    except OSError:
        return configured
    return _chosen(configured, last, int(time.time()))


@lru_cache(maxsize=1)
def _chosen(configured: str, last: int, now: int) -> str:
    own = {each.ip: each.kind for each in interfaces.own()} if now - last / 1e9 < EVENING_S else {}
    parts = urlsplit(configured)
    if parts.hostname not in own:
        return configured
    usable = Counter({url: n for url, n in counts(known()).items() if url == configured or _ours(url, parts, own)})
    best = usable.most_common(1)
    return best[0][0] if best and best[0][1] > usable[configured] else configured


def _ours(url: str, configured: SplitResult, own: Mapping[str, interfaces.Kind]) -> bool:
    """Might links be made from it? Scheme and port are the configured ones whatever the file says, and nobody is led to
    a container's bridge or a VPN because a few calls came by it: those are given with ``--url``."""
    parts = urlsplit(url)
    same = (parts.scheme, parts.port) == (configured.scheme, configured.port)
    return same and own.get(parts.hostname or "") in ROOM
