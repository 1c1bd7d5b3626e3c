"""The demo's HTTP client against real servers on a real socket."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from deploy.demo.client import Api, Frame, Gone, Live, Refusal, parse

Handling = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def server(handling: Handling) -> Iterator[str]:
    """An HTTP server that answers every request by ``handling``; yields its address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            handling(self)

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=running.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_port}"
    finally:
        running.shutdown()
        running.server_close()


def say(request: BaseHTTPRequestHandler, status: int, body: str, **headers: str) -> None:
    request.send_response(status)
    for name, value in headers.items():
        request.send_header(name.replace("_", "-"), value)
    request.send_header("Content-Type", "application/json" if status < 400 else "application/problem+json")
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body.encode())


def test_events_come_out_of_their_lines_and_a_cut_off_one_does_not() -> None:
    lines = [b"retry: 2000\n", b"\n", b": still here\n", b"\n", b"id: 7\n", b'data: {"type":"rolled"}\n', b"\n"]
    lines += [b"event: end\n", b"data: {}\n", b"\n", b"id: 8\n", b'data: {"type":']
    assert list(parse(iter(lines))) == [Frame("message", 7, {"type": "rolled"}), Frame("end", None, {})]


def test_points_are_exact_numbers() -> None:
    with server(lambda request: say(request, 200, '{"points": 4.3333, "games": 3}')) as base:
        assert Api(base, None).get("/table") == {"points": Decimal("4.3333"), "games": 3}


def test_a_refusal_carries_code_and_sentence() -> None:
    body = '{"code": "spot_taken", "detail": "Seat 2 was faster.", "by": 2, "version": 31}'
    with server(lambda request: say(request, 409, body)) as base, pytest.raises(Refusal) as refused:
        Api(base, None).post("/games/1/moves", {})
    assert (refused.value.status, refused.value.code, refused.value.problem["by"]) == (409, "spot_taken", 2)


def test_a_server_that_is_busy_is_asked_again_under_the_same_key() -> None:
    keys: list[str] = []

    def busy_once(request: BaseHTTPRequestHandler) -> None:
        keys.append(request.headers["Idempotency-Key"])
        request.rfile.read(int(request.headers["Content-Length"]))
        if len(keys) == 1:
            say(request, 503, "{}", Retry_After="0.01")
        else:
            say(request, 201, '{"version": 3}')

    with server(busy_once) as base:
        assert Api(base, "rbs_x").post("/games/1/moves", {"type": "start_race"}).body == {"version": 3}
    assert len(keys) == 2
    assert keys[0] == keys[1]


def test_a_stream_that_breaks_off_goes_on_after_the_last_event_it_had() -> None:
    asked: list[str] = []

    def two_at_a_time(request: BaseHTTPRequestHandler) -> None:
        after = int(request.headers["Last-Event-ID"])
        asked.append(request.headers["Authorization"])
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Connection", "close")
        request.end_headers()
        for version in range(after + 1, min(after + 3, 6)):
            request.wfile.write(b"id: %d\ndata: %s\n\n" % (version, json.dumps({"version": version}).encode()))
        if after >= 4:
            request.wfile.write(b"event: end\ndata: {}\n\n")
        else:
            request.wfile.write(b"id: 99\ndata: {")  # the connection breaks in the middle of an event
        request.close_connection = True

    with server(two_at_a_time) as base:
        live = Live(Api(base, "rbs_x"), "/games/1/live")
        assert [frame.id for frame in live] == [1, 2, 3, 4, 5]
    assert live.resumed == 2
    assert asked == ["Bearer rbs_x"] * 3


def test_a_stream_can_be_stopped_while_it_waits() -> None:
    waiting, release = threading.Event(), threading.Event()

    def silent(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.send_header("Connection", "close")
        request.end_headers()
        request.wfile.write(b"id: 1\ndata: {}\n\n")
        release.wait(10)

    with server(silent) as base:
        live = Live(Api(base, None), "/games/1/live")
        heard: list[Frame] = []

        def listen() -> None:
            for frame in live:
                heard.append(frame)
                waiting.set()

        thread = threading.Thread(target=listen)
        thread.start()
        assert waiting.wait(5)
        live.stop()
        thread.join(5)
        assert not thread.is_alive()
        assert [frame.id for frame in heard] == [1]
        release.set()


def test_nobody_there_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.demo.client.TRIES", 1)
    with server(lambda request: None) as base:
        pass  # its port is free again
    with pytest.raises(Gone, match="doesn't answer"):
        Api(base, None).get("/me")
