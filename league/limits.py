"""How often somebody may do something: counted in Redis for all processes together.

Redis is a hint. While it doesn't answer, everything is allowed; and nobody asks it for each call: a process takes calls
from it in lots (of a hundredth of the limit) and counts them down in memory. A first lot it gives without asking, and
reports it with the next one: most callers never need more, so most are never asked about.
"""

from __future__ import annotations

import logging
import time
from functools import cache
from hashlib import blake2b
from threading import Lock
from typing import Any

import msgspec
from django.conf import settings

logger = logging.getLogger(__name__)
CALLERS = 10_000
"""So many a process remembers."""
REST_S = 5.0
"""So long a Redis that didn't answer isn't asked again: a call may wait for it once, not each."""


class Limit(msgspec.Struct, frozen=True):
    """``most`` times in ``seconds`` (a window that begins for all at once). ``most`` 0: no limit."""

    name: str
    most: int
    seconds: int

    @property
    def lot(self) -> int:
        return self.most // 100


class Standing(msgspec.Struct, frozen=True):
    """``left`` for certain in this window, which is over in ``resets`` seconds; ``allowed``: this call was one."""

    allowed: bool
    left: int
    resets: int


class _Lot(msgspec.Struct):
    """What a process has of a caller's calls: ``left`` of those it took in this ``window``; ``beyond``: how many nobody
    had taken yet when it took them; ``unreported``: Redis doesn't know of them yet."""

    window: int
    left: int
    beyond: int
    unreported: int


def limit(name: str, text: str) -> Limit:
    """``"3000/60"``: 3,000 in 60 seconds; ``"0"``: no limit. Raises ``ValueError`` for anything else."""
    most, _, seconds = text.partition("/")
    found = Limit(name, int(most), int(seconds or 0))
    if found.most < 0 or (found.most and found.seconds < 1):
        raise ValueError(f"{text!r} is no limit: say how often in how many seconds, like 3000/60, or 0")
    return found


class Counter:
    """Counts calls against one limit. ``who`` is any text; Redis sees only its hash."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self._lots: dict[str, _Lot] = {}
        self._lock = Lock()
        self._rests_until = 0.0

    def take(self, who: str) -> Standing:
        """One call more."""
        now = time.time()
        window, resets = self._window(now)
        with self._lock:
            lot = self._lots.get(who)
            if lot is None or lot.window != window:
                if len(self._lots) >= CALLERS:
                    self._lots.clear()
                first = self.limit.lot
                lot = self._lots[who] = _Lot(window, first, self.limit.most - first, first)
            if lot.left == 0 and lot.beyond > 0:
                self._refill(who, lot, now)
            if lot.left == 0:
                return Standing(False, 0, resets)
            lot.left -= 1
            return Standing(True, lot.left + lot.beyond, resets)

    def spent(self, who: str) -> Standing:
        """Whether all calls are taken; takes none."""
        now = time.time()
        window, resets = self._window(now)
        taken = self._ask(lambda redis: redis.get(self._key(who, window)), now)
        left = self.limit.most - int(taken or 0)
        return Standing(left > 0, max(0, left), resets)

    def _window(self, now: float) -> tuple[int, int]:
        window = int(now) // self.limit.seconds
        return window, (window + 1) * self.limit.seconds - int(now)

    def _refill(self, who: str, lot: _Lot, now: float) -> None:
        size, key = max(1, self.limit.lot), self._key(who, lot.window)

        def more(redis: Any) -> int:
            together = redis.pipeline(transaction=False)
            together.incrby(key, size + lot.unreported).expire(key, self.limit.seconds)
            taken: int = together.execute()[0]
            return taken

        taken = self._ask(more, now)
        if taken is None:
            lot.left = size
            return
        lot.unreported = 0
        beyond = self.limit.most - taken
        lot.left, lot.beyond = max(0, size + min(0, beyond)), max(0, beyond)

    def _key(self, who: str, window: int) -> str:
        digest = blake2b(who.encode(), digest_size=12).hexdigest()
        return f"railbird:{settings.RAILBIRD_INSTANCE}:limit:{self.limit.name}:{digest}:{window}"

    def _ask(self, question: Any, now: float) -> Any:
        """The answer, or None while Redis has none."""
        if now < self._rests_until:
            return None
        try:
            return question(_client(settings.REDIS_URL))
        except Exception as error:  # whatever is wrong with Redis, nobody's call fails for it
            self._rests_until = now + REST_S
            logger.warning("nobody counts %s for a moment: %s", self.limit.name, error)
            return None


@cache
def _client(url: str) -> Any:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    return redis.Redis.from_url(url, socket_timeout=0.25, socket_connect_timeout=0.25, retry=Retry(NoBackoff(), 0))
