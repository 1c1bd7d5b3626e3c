"""The HTTP API as a person's phone uses it: JSON calls on one kept connection, and live streams that resume."""

from __future__ import annotations

import http.client
import json
import secrets
import socket
import threading
from collections.abc import Iterator
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec

ROOT = "/api/v1"
PATIENCE_S = 10.0
TRIES = 6
"""How often a call is made while the server says 503 or the connection breaks; its key keeps it from counting twice."""
SILENCE_S = 20.0
"""A live stream says something every 15 s; one that is silent for longer is taken for dead."""


class Refusal(Exception):
    """The server said no: a problem document (RFC 9457)."""

    def __init__(self, status: int, problem: dict[str, Any], call: str) -> None:
        self.status, self.problem = status, problem
        self.code: str = problem.get("code", "")
        self.sentence: str = problem.get("detail") or problem.get("title") or ""
        super().__init__(f"{call}: {status} {self.code} {self.sentence}".strip())


class Gone(Exception):
    """The server can't be reached, or answers what no server of ours would."""


class Answer(msgspec.Struct, frozen=True):
    """``body``: the JSON, numbers with a fraction as ``Decimal``; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: Any


class Frame(msgspec.Struct, frozen=True):
    """What a live stream delivered: ``name`` is ``message`` for an event, whose version is ``id``."""

    name: str
    id: int | None
    data: Any


class Api:
    """Calls with one token. For one thread at a time. ``base``: ``http://host:port``."""

    def __init__(self, base: str, token: str | None) -> None:
        self.base, self.token = base.rstrip("/"), token
        self._connection: http.client.HTTPConnection | None = None

    def as_(self, token: str) -> Api:
        """The same server, as somebody else."""
        return Api(self.base, token)

    def get(self, path: str, **query: Any) -> Any:
        """The answer's JSON. ``path`` without ``/api/v1``. Raises :class:`Refusal`, :class:`Gone`."""
        return self.call("GET", path + (f"?{urlencode(query)}" if query else "")).body

    def post(self, path: str, body: Any, key: str | None = None) -> Answer:
        """With ``Idempotency-Key: key`` (a fresh one if not given). Raises :class:`Refusal`, :class:`Gone`."""
        return self.call("POST", path, body, key or new_key())

    def pages(self, path: str, position: str, **query: Any) -> Iterator[Any]:
        """All results of a feed, page after page; ``position`` is the field to go on from (``version``, ``cursor``)."""
        after = query.pop("after", 0)
        while True:
            page = self.get(path, after=after, limit=500, **query)
            yield from page["results"]
            if page["next"] is None:
                return
            after = page["results"][-1][position]

    def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> Answer:
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        content = None
        if body is not None:
            content = json.dumps(body).encode()
            headers["Content-Type"] = "application/json"
        trouble = ""
        for attempt in range(TRIES):
            try:
                answer = self._send(method, path, content, headers)
            except (OSError, http.client.HTTPException) as error:
                self.close()
                trouble = str(error) or type(error).__name__
                wait = 0.0 if attempt == 0 else 0.5
            else:
                if answer.status < 400:
                    return answer
                refusal = Refusal(answer.status, _problem(answer), f"{method} {path}")
                if answer.status not in (502, 503):
                    raise refusal
                trouble, wait = str(refusal), float(answer.headers.get("retry-after") or 1)
            threading.Event().wait(wait)
        raise Gone(f"{self.base} doesn't answer ({trouble}).")

    def _send(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> Answer:
        if self._connection is None:
            self._connection = connect(self.base, PATIENCE_S)
        self._connection.request(method, ROOT + path, content, headers)
        response = self._connection.getresponse()
        text = response.read()
        names = {name.lower(): value for name, value in response.getheaders()}
        if "json" not in names.get("content-type", ""):
            return Answer(response.status, names, None)
        return Answer(response.status, names, json.loads(text, parse_float=Decimal))

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Live:
    """A live stream of events, resumed by ``Last-Event-ID`` after every break. Iterate it in one thread; any thread may
    :meth:`stop` it. ``resumed`` counts the breaks."""

    def __init__(self, api: Api, path: str, after: int = 0) -> None:
        self._api, self._path, self._after = api, path, after
        self._stopped = threading.Event()
        self._connection: http.client.HTTPConnection | None = None
        self._socket: socket.socket | None = None
        self.resumed = 0

    def __iter__(self) -> Iterator[Frame]:
        failures, first = 0, True
        while not self._stopped.is_set():
            if not first:
                self.resumed += 1
            first = False
            try:
                for frame in self._read():
                    failures = 0
                    if frame.name == "end":
                        return
                    if frame.id is not None:
                        self._after = frame.id
                    yield frame
            except (OSError, ValueError, AttributeError, http.client.HTTPException) as error:
                failures += 1
                if failures > TRIES:
                    raise Gone(f"The live stream broke off ({error}).") from error
            if not self._stopped.is_set():
                self._stopped.wait(0.5 * failures)

    def drop(self) -> None:
        """Break the connection, as a phone does on its way through a tunnel. For the iterating thread."""
        if self._socket is not None:
            try:
                self._socket.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def stop(self) -> None:
        self._stopped.set()
        self.drop()

    def _read(self) -> Iterator[Frame]:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self._after)}
        if self._api.token:
            headers["Authorization"] = f"Bearer {self._api.token}"
        connection = connect(self._api.base, SILENCE_S)
        try:
            connection.request("GET", f"{ROOT}{self._path}?after={self._after}", headers=headers)
            self._socket = connection.sock
            response = connection.getresponse()
            if response.status != 200:
                refusal = Refusal(response.status, {"detail": response.read().decode(errors="replace")}, self._path)
                if response.status in (502, 503):
                    raise ConnectionError(str(refusal))
                raise refusal
            yield from parse(iter(response.readline, b""))
        finally:
            self._socket = None
            connection.close()


def parse(lines: Iterator[bytes]) -> Iterator[Frame]:
    """Server-sent events out of their lines. Comments and ``retry`` carry nothing for us; an event that the end of the
    stream cuts off was not received."""
    name, id = "message", None
    data: list[str] = []
    for raw in lines:
        line = raw.decode().rstrip("\r\n")
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            if data:
                yield Frame(name, id, json.loads("\n".join(data), parse_float=Decimal))
            name, id, data = "message", None, []
        elif field == "event":
            name = value
        elif field == "id":
            id = int(value)
        elif field == "data":
            data.append(value)


def connect(base: str, timeout: float) -> http.client.HTTPConnection:
    parts = urlsplit(base)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=timeout)


def new_key() -> str:
    """An idempotency key nobody else will think of."""
    return secrets.token_hex(12)


def _problem(answer: Answer) -> dict[str, Any]:
    return answer.body if isinstance(answer.body, dict) else {}
