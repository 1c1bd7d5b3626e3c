"""Callers who send slowly, or stop in the middle, keep nobody else waiting."""

from __future__ import annotations

import socket
from urllib.parse import urlsplit

import httpx
import pytest

from deploy.serving import WEB_THREADS, WEB_WORKERS
from tests.serving import Served

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("length", [1000, 1_000_000], ids=["small", "too large"])
def test_bodies_that_never_end_hold_no_thread_of_the_api(served: Served, length: int) -> None:
    front = urlsplit(served.url)
    head = f"POST /api/v1/clubs HTTP/1.1\r\nHost: {front.netloc}\r\nContent-Length: {length}\r\n"
    begun = f"{head}Expect: 100-continue\r\n\r\n".encode()
    where, threads = (front.hostname, front.port), WEB_WORKERS * WEB_THREADS
    slow = [socket.create_connection(where, timeout=10) for _ in range(2 * threads)]
    try:
        for connection in slow:
            connection.sendall(begun)
        for connection in slow:  # each is told to go on once somebody waits for its body
            assert connection.recv(1000).startswith(b"HTTP/1.1 100 ")
            connection.sendall(b"{")
        assert httpx.get(f"{served.url}/readyz", timeout=5).status_code == 200
    finally:
        for connection in slow:
            connection.close()
