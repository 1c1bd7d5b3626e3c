"""Server-sent events in the OpenAPI document: addresses that another process serves, so that no endpoint declares them.

A client reads one with ``EventSource`` or ``curl -N``.
"""

from __future__ import annotations

from typing import Any

STREAMS: dict[str, dict[str, Any]] = {}
"""Path → path item of the document."""


def describe(path: str, tag: str, position: str, summary: str, more: str = "") -> None:
    """Adds a stream to the document. ``path`` with ``{name}`` parameters; ``position``: what ``id:`` and ``after``
    count (``version`` or ``cursor``); ``more``: further named frames, in words."""
    names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names
    ]
    whole = {"type": "integer", "minimum": 0}
    parameters.append(
        {
            "name": "after",
            "in": "query",
            "description": f"Go on after this {position}; now if left out.",
            "schema": whole,
        }
    )
    parameters.append(
        {
            "name": "Last-Event-ID",
            "in": "header",
            "description": "Goes before `after`; browsers send it.",
            "schema": whole,
        }
    )
    content = {
        "text/event-stream": {
            "schema": {"type": "string"},
            "example": 'id: 7\ndata: {"id": "…", "type": "rolled", …}\n\n',
        }
    }
    STREAMS[path] = {
        "get": {
            "operationId": f"live{tag.title()}",
            "summary": summary,
            "description": (
                f"Server-sent events: `id:` is the event's {position}, `data:` the event as in the lists. Each comes "
                "once and in order, also after a reconnect. Named frames without id: `reset` (load the state again), "
                f"`end` (nothing will follow: close){more}. A comment every 15 s; `retry: 2000`. A read-only token may "
                "stand in `?key=`."
            ),
            "tags": [tag],
            "parameters": parameters,
            "responses": {"200": {"description": "The stream, until one side closes it.", "content": content}},
            "security": [{}, {"bearer": ["read"]}, {"key": ["read"]}],
        }
    }
