"""Who listens is looked at again, also while events come so fast that no heartbeat is ever due."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import override_settings

from league.live import END, Listener, Live, _game_frame
from ledger.errors import Refused
from ledger.live import Entry, Topic
from ledger.reading import Stored
from tests.league.calling import Club

WAIT_S = 0.05
EVENT = Stored(
    club=uuid4(),
    stream=uuid4(),
    version=1,
    type="rolled",
    schema=1,
    at=0,
    record="{}",
    hash=b"",
    cursor=1,
    sealed=None,
    audience=(),
    opened=False,
)


class BusyHub:
    """Events without an end; whoever asks again whether the listener may listen hears that he may not."""

    async def listen(self, topic: Topic, after: int | None) -> AsyncIterator[list[Entry]]:
        while True:
            await asyncio.sleep(WAIT_S / 10)
            yield [Entry(1, EVENT, lambda event, visible: b"event")]

    async def call(self, work: Any, *args: Any) -> None:
        raise Refused("no_token", "This token isn't known here, or no longer.")


def test_a_revoked_token_hears_no_more_than_one_heartbeat_of_events() -> None:
    live = Live()
    live.hub = BusyHub()  # type: ignore[assignment]
    bodies: list[bytes] = []

    async def send(message: Any) -> None:
        bodies.append(message.get("body", b""))

    listener = Listener(Topic(EVENT.club, _game_frame), frozenset({"club"}), None, False)
    with override_settings(RAILBIRD_HEARTBEAT_S=WAIT_S):
        asyncio.run(asyncio.wait_for(live._stream({"type": "http", "method": "GET"}, listener, send), 5))
    assert 1 <= bodies.count(b"event") <= 12 and bodies[-2:] == [END, b""]


def asked(method: str, path: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """→ (status, headers, body) of a whole answer; one without an end is a timeout."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        await asyncio.Event().wait()

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }

    async def call() -> None:
        live = Live()
        await live(scope, receive, send)
        assert live._running is not None
        live._running.cancel()

    asyncio.run(asyncio.wait_for(call(), 10))
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return sent[0]["status"], dict(sent[0]["headers"]), body


@pytest.mark.django_db
def test_a_head_of_a_stream_is_its_headers_and_ends() -> None:
    club = Club(public=True)
    game = club.game(club.night(), "Ann", "Bo")["id"]
    for path in (f"/api/v1{club.path}/live", f"/api/v1/games/{game}/live"):
        status, headers, body = asked("HEAD", path)
        assert (status, headers[b"content-type"], body) == (200, b"text/event-stream; charset=utf-8", b"")
        status, headers, body = asked("HEAD", f"{path.replace('/live', '0')}/live")
        assert (status, body) == ((401 if "clubs" in path else 404), b"")  # a club that isn't there is as a private one
        status, headers, _ = asked("POST", path)
        assert (status, headers[b"allow"]) == (405, b"GET, HEAD")
