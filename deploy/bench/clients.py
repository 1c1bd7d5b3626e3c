"""Callers over HTTP, straight at the server's socket: one thread keeps several connections busy, so that the callers
take as little of the machine as they can. Each connection sends its next request when it has its answer."""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from deploy.bench.writers import Written

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)
_PATIENCE = 10.0


def post(path: str, body: Mapping[str, Any], **headers: str) -> bytes:
    """The bytes of a request; ``headers`` with ``_`` for ``-``."""
    content = msgspec.json.encode(body)
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, f"Content-Length: {len(content)}", "", ""]).encode() + content


class Clients:
    """``count`` connections to a unix socket. Use as a context manager."""

    def __init__(self, path: Path, count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._connections: list[socket.socket] = []
        for index in range(count):
            connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            connection.settimeout(_PATIENCE)
            connection.connect(str(path))
            self._selector.register(connection, selectors.EVENT_READ, index)
            self._connections.append(connection)

    def __enter__(self) -> Clients:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._selector.close()
        for connection in self._connections:
            connection.close()

    def run(self, supplies: Sequence[Iterator[bytes]], seconds: float, statuses: Container[int] = (201,)) -> Written:
        """Connection i sends what ``supplies[i]`` gives, for ``seconds``, and all answers are waited for.

        Raises ``RuntimeError`` for an answer with another status than ``statuses``.
        """
        clock = time.monotonic
        latencies: list[float] = []
        sent = [0.0] * len(self._connections)
        start = clock()
        for index, connection in enumerate(self._connections):
            sent[index] = clock()
            connection.sendall(next(supplies[index]))
        waiting = len(self._connections)
        while waiting:
            ready = self._selector.select(_PATIENCE)
            if not ready:
                raise RuntimeError("the server does not answer")
            for key, _ in ready:
                index, connection = key.data, self._connections[key.data]
                _receive(connection, statuses)
                now = clock()
                latencies.append(now - sent[index])
                if now < start + seconds:
                    sent[index] = now
                    connection.sendall(next(supplies[index]))
                else:
                    waiting -= 1
        return Written(rate=len(latencies) / (clock() - start), latencies=latencies)


def _receive(connection: socket.socket, statuses: Container[int]) -> None:
    """Reads one whole answer."""
    got = connection.recv(65536)
    while (end := got.find(b"\r\n\r\n")) < 0 or len(got) < end + 4 + _length(got[: end + 2]):
        more = connection.recv(65536)
        if not more:
            raise RuntimeError(f"the server hung up: {got[:300]!r}")
        got += more
    if int(got[9:12]) not in statuses:
        raise RuntimeError(f"answered: {got[:1000].decode(errors='replace')}")


def _length(head: bytes) -> int:
    found = _LENGTH.search(head)
    return int(found[1]) if found else 0
