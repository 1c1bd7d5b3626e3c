"""States by stream, per process: a bounded cache that only goes forwards.

Correctness never depends on it: a state is always caught up with the log before it is used.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any
from uuid import UUID

LIMIT = 2000


class StateCache:
    """``{stream: (version, state)}``, least recently used out first."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._entries: OrderedDict[UUID, tuple[int, Any]] = OrderedDict()
        self._lock = Lock()

    def get(self, stream: UUID) -> tuple[int, Any] | None:
        with self._lock:
            entry = self._entries.get(stream)
            if entry is not None:
                self._entries.move_to_end(stream)
            return entry

    def put(self, stream: UUID, version: int, state: Any) -> None:
        with self._lock:
            known = self._entries.get(stream)
            if known is not None and known[0] > version:
                return
            self._entries[stream] = (version, state)
            self._entries.move_to_end(stream)
            if len(self._entries) > self._limit:
                self._entries.popitem(last=False)

    def forget(self, stream: UUID) -> None:
        """The log is no longer what was folded here: a backup was restored under this process, or something erased."""
        with self._lock:
            self._entries.pop(stream, None)

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()


states = StateCache()
