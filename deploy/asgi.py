"""Live streams (server-sent events), and nothing else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from deploy import heartbeat  # noqa: E402 - after the settings
from league import live  # noqa: E402

Message = MutableMapping[str, Any]


async def application(
    scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
) -> None:
    """League's live streams; the process's start and end are ours, for its signs of life."""
    if scope["type"] != "lifespan":
        await live.application(scope, receive, send)
        return
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
