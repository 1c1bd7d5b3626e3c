"""What an endpoint declares of each of its methods: the one source of checks and of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., Any])

ALWAYS = ("not_found", "method_not_allowed", "not_acceptable", "slow_down", "internal", "unavailable")
"""Codes any operation may answer."""


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One method of an endpoint.

    ``body``: type of the JSON body (a tuple of types where the address decides which), None for no body;
    ``media_type``: of a body that isn't JSON, which the method reads by itself; ``body_required`` False: it may be
    empty. ``answer``: type of the answer, None for no content; ``formats``: what it
    can be had as. ``query``: struct of the query's parameters. ``scope``: what the caller must have (see
    ``Endpoint.check_permissions``). ``codes``: further codes it may answer.
    """

    summary: str
    description: str
    body: Any = None
    body_required: bool = True
    media_type: str = "application/json"
    answer: Any = None
    status: int = 200
    query: type[msgspec.Struct] | None = None
    scope: str | None = None
    public: bool = False
    codes: tuple[str, ...] = ()
    idempotent: bool = False
    if_match: bool = False
    etag: bool = False
    formats: tuple[str, ...] = ("json",)
    max_bytes: int = 64 * 1024

    def all_codes(self) -> tuple[str, ...]:
        """Every code the operation may answer, in a stable order."""
        codes = [*self.codes, *ALWAYS]
        if self.body is not None:
            codes += ["malformed", "unknown_field", "invalid", "too_large", "unsupported"]
        if self.query is not None:
            codes += ["unknown_field", "invalid"]
        if self.scope is not None or self.public:
            codes += ["no_token", "wrong_scope"]
        if self.idempotent:
            codes += ["invalid", "key_reused"]
        if self.if_match:
            codes += ["invalid", "version_changed"]
        return tuple(sorted(set(codes)))


def operation(
    *,
    body: Any = None,
    body_required: bool = True,
    media_type: str = "application/json",
    answer: Any = None,
    status: int | None = None,
    query: type[msgspec.Struct] | None = None,
    scope: str | None = None,
    public: bool = False,
    codes: tuple[str, ...] = (),
    idempotent: bool = False,
    if_match: bool = False,
    etag: bool = False,
    formats: tuple[str, ...] = ("json",),
    max_bytes: int = 64 * 1024,
) -> Callable[[F], F]:
    """Declares a method of an :class:`ledger.http.endpoint.Endpoint`; fields as in :class:`Operation`. The first
    paragraph of the method's docstring is the summary, the rest the description. ``status``: 200 with an answer, 204
    without, unless given."""

    def declare(handler: F) -> F:
        summary, _, description = (handler.__doc__ or handler.__qualname__).strip().partition("\n\n")
        handler.operation = Operation(  # type: ignore[attr-defined]
            summary=" ".join(summary.split()),
            description="\n".join(line.strip() for line in description.splitlines()).strip(),
            body=body,
            body_required=body_required,
            media_type=media_type,
            answer=answer,
            status=status or (204 if answer is None else 200),
            query=query,
            scope=scope,
            public=public,
            codes=codes,
            idempotent=idempotent,
            if_match=if_match,
            etag=etag,
            formats=formats,
            max_bytes=max_bytes,
        )
        return handler

    return declare
