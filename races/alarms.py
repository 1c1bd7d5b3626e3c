"""Alarms of a worker process: calls made at their moment, by a few threads of its own.

Moments are the database's (µs since 1970). What is set here is lost with the process; that is no loss of the game's,
for its deadline is a column (``races.clock``).
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Lock, Thread
from time import monotonic_ns

logger = logging.getLogger(__name__)
SWITCH_S = 0.0005
"""How long a thread may make the others wait (Python's own 5 ms are half of what a roll may be late)."""


class Alarms:
    """Calls that wait for their moment. One thread waits for the next of them while the others are at work or wait for
    their turn: so whoever waited makes the call, and nobody else is woken for it."""

    def __init__(self) -> None:
        self._calls: list[tuple[int, int, Callable[[], None]]] = []
        self._number = count()
        self._changed = Condition()
        self._turn = Lock()
        self._ahead: int | None = None
        self.running = False

    def __len__(self) -> int:
        """How many wait."""
        return len(self._calls)

    def start(self, threads: int) -> None:
        """From now on somebody answers; called again it does nothing."""
        if self.running:
            return
        self.running = True
        sys.setswitchinterval(SWITCH_S)
        for n in range(threads):
            Thread(target=self._answer, name=f"alarms-{n}", daemon=True).start()

    def hear(self, now: int, *, early: bool = False) -> None:
        """The database's clock was at ``now`` a moment ago. How long ago nobody knows, so of all that is heard the
        latest counts; unless an alarm was too ``early``: then its clock went slower than ours, or was set back."""
        ahead = now - _clock()
        self._ahead = ahead if early or self._ahead is None else max(self._ahead, ahead)

    def set(self, at: int, call: Callable[[], None]) -> None:
        """``call()`` at this moment (by the latest :meth:`hear`), or at once if that is over. What it raises is
        logged."""
        with self._changed:
            heappush(self._calls, (at, next(self._number), call))
            self._changed.notify()

    def _answer(self) -> None:
        while True:
            with self._turn:
                call = self._next()
            try:
                call()
            except Exception:  # this thread must go on
                logger.exception("an alarm failed")

    def _next(self) -> Callable[[], None]:
        with self._changed:
            while (wait := self._wait()) is None or wait > 0:
                self._changed.wait(wait)
            return heappop(self._calls)[2]

    def _wait(self) -> float | None:
        """Seconds until the next call; None: there is none."""
        if not self._calls:
            return None
        return (self._calls[0][0] - _clock() - (self._ahead or 0)) / 1_000_000


def _clock() -> int:
    """This process's own clock, µs since some moment."""
    return monotonic_ns() // 1000
