"""Live streams (server-sent events), and nothing else."""

from __future__ import annotations

import asyncio
import importlib.util
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from deploy import heartbeat  # noqa: E402 - after the settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


async def _not_built(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 503, "headers": [(b"retry-after", b"1")]})
        await send({"type": "http.response.body", "body": b""})


def _live() -> Callable[[Message, Receive, Send], Awaitable[None]]:
    if importlib.util.find_spec("league.live") is None:
        return _not_built
    from league.live import application

    return application


_application = _live()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    else:
        await _application(scope, receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    signs: asyncio.Task[None] | None = None
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            signs = asyncio.create_task(_signs_of_life())
            await send({"type": "lifespan.startup.complete"})
        else:
            if signs is not None:
                signs.cancel()
            await send({"type": "lifespan.shutdown.complete"})
            return


async def _signs_of_life() -> None:
    while True:
        await asyncio.to_thread(heartbeat.beat, "live")
        await asyncio.sleep(1)
