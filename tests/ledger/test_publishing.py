"""Hints after a commit: who listens on the instance's channel hears which stream of which club got how far."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import redis

from ledger import publishing
from ledger.decider import Stream
from ledger.store import execute
from tests.ledger.tally import new_stream, opening, seat, take

pytestmark = pytest.mark.django_db
Hear = Callable[[Stream], str]


@pytest.fixture
def hear(redis_url: str) -> Any:
    with redis.Redis.from_url(redis_url) as client, client.pubsub() as subscription:
        subscription.subscribe(publishing.channel())
        assert subscription.get_message(timeout=5)["type"] == "subscribe"

        def hear(stream: Stream) -> str:
            """The next hint about the club of this stream (other tests may speak on the channel as well)."""
            while True:
                message = subscription.get_message(ignore_subscribe_messages=True, timeout=5)
                assert message is not None, "no hint came"
                text: str = message["data"].decode()
                if text.startswith(f"{stream.club} "):
                    return text

        yield hear


def test_each_append_is_told_in_order(hear: Hear) -> None:
    stream = new_stream()
    for move in (opening(), take(1), take(2)):
        execute(stream, move, actor=seat(1))
    assert [hear(stream) for _ in range(3)] == [f"{stream.club} {stream.id} {cursor}" for cursor in (1, 2, 3)]


def test_hints_go_on_when_the_broker_is_back(
    hear: Hear, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream, failed, there = new_stream(), Event(), settings.REDIS_URL
    monkeypatch.setattr(publishing.logger, "warning", lambda *_: failed.set())
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    try:
        execute(stream, opening(), actor=seat(1))
        assert failed.wait(5)
    finally:
        settings.REDIS_URL = there
        execute(stream, take(1), actor=seat(1))
    assert hear(stream) == f"{stream.club} {stream.id} 2"


def test_a_command_that_writes_and_ends_at_once_has_told(hear: Hear, redis_url: str, settings: Any) -> None:
    stream = new_stream()
    program = (
        "import sys; from uuid import UUID; from ledger.decider import Stream; from ledger.publishing import publish\n"
        "publish(Stream(club=UUID(sys.argv[1]), id=UUID(sys.argv[2]), kind='tally'), 7)"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "deploy.settings",
        "REDIS_URL": redis_url,
        "RAILBIRD_INSTANCE": settings.RAILBIRD_INSTANCE,
    }
    argv = [sys.executable, "-c", program, str(stream.club), str(stream.id)]
    subprocess.run(argv, env=environment, check=True, timeout=60)
    assert hear(stream) == f"{stream.club} {stream.id} 7"
