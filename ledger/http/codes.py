"""The stable codes of the API's problem documents: which HTTP status each has, and its title.

A code is part of the public contract: it may be added, never renamed. An application registers codes of its own
with :func:`register` (from ``AppConfig.ready``).
"""

from __future__ import annotations

import logging
from typing import NamedTuple

log = logging.getLogger(__name__)


class Code(NamedTuple):
    """``status``: HTTP status; ``title``: the same words for every occurrence (RFC 9457), for a person."""

    status: int
    title: str


CODES: dict[str, Code] = {
    "malformed": Code(400, "The request can't be read"),
    "unknown_field": Code(400, "A field nobody knows"),
    "invalid": Code(400, "A value that doesn't fit"),
    "no_token": Code(401, "A token is needed"),
    "wrong_scope": Code(403, "The token doesn't reach that far"),
    "not_found": Code(404, "Not found"),
    "method_not_allowed": Code(405, "Not done this way"),
    "not_acceptable": Code(406, "No such format"),
    "dice_already_seen": Code(409, "These dice have been seen"),
    "already_recorded": Code(409, "Already recorded"),
    "ledger_differs": Code(409, "The ledger is not as it was signed"),
    "key_in_flight": Code(409, "The same key is being worked on"),
    "version_changed": Code(412, "Changed meanwhile"),
    "too_large": Code(413, "Too large"),
    "unsupported": Code(415, "Unsupported kind of content"),
    "key_reused": Code(422, "The key was used for something else"),
    "slow_down": Code(429, "Too many requests"),
    "internal": Code(500, "Something went wrong here"),
    "unavailable": Code(503, "Not available just now"),
}

BY_STATUS: dict[int, str] = {
    400: "malformed",
    401: "no_token",
    403: "wrong_scope",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    412: "version_changed",
    413: "too_large",
    415: "unsupported",
    429: "slow_down",
    503: "unavailable",
}
"""The code of an answer of which nothing but the status is known (made by Django or a server in front)."""


def register(code: str, status: int, title: str) -> None:
    """Adds a code. Raises ``ValueError`` if it exists with another status or title."""
    if CODES.setdefault(code, Code(status, title)) != (status, title):
        raise ValueError(f"the code {code} exists already and means something else")


def code_of(code: str) -> Code:
    """Status and title of a code. One that nobody registered is answered as 409 and logged: a refusal must never turn
    into a 500."""
    known = CODES.get(code)
    if known is None:
        log.error("the code %r is not registered", code)
        known = Code(409, code.replace("_", " ").capitalize())
    return known


def for_status(status: int) -> str:
    """The code of an answer with just a status: other 4xx are ``malformed``, other 5xx ``internal``."""
    return BY_STATUS.get(status, "malformed" if status < 500 else "internal")
