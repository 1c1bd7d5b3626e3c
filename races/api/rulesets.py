"""Rulesets described for clients: JSON Schema of options, moves, events and state, and a board to draw."""

from __future__ import annotations

from typing import Annotated, Any, Union

import msgspec
from django.http import HttpResponse
from msgspec import Meta
from rest_framework.request import Request

from ledger.errors import Refused
from ledger.http.endpoint import Endpoint, operation
from ledger.http.paging import ListQuery, Page, made_page
from races import shell
from races.rules import registry
from races.rules.protocol import Ruleset
from races.service import move_types


class RulesetOut(msgspec.Struct, frozen=True, kw_only=True):
    key: str
    versions: list[int]
    latest: int


class RulesetDetail(msgspec.Struct, frozen=True, kw_only=True):
    """Each of ``options``, ``moves``, ``events`` is a JSON Schema; ``board``: what a client needs to draw it."""

    key: str
    version: int
    options: dict[str, Any]
    moves: dict[str, Any]
    events: dict[str, Any]
    board: dict[str, Any]


class VersionQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    version: Annotated[int, Meta(ge=1, le=10_000)] | None = None


class Rulesets(Endpoint):
    tags = ("rulesets",)

    @operation(answer=Page[RulesetOut], query=ListQuery, public=True)
    def get(self, request: Request) -> HttpResponse:
        """The games this server knows."""
        self.allow_any_origin()
        rows = [
            RulesetOut(key=key, versions=sorted(versions), latest=max(versions))
            for key, versions in sorted(registry.RULESETS.items())
        ]
        return self.answer(made_page(rows, lambda each: each.key, self.query(), request))


class RulesetView(Endpoint):
    tags = ("rulesets",)

    @operation(answer=RulesetDetail, query=VersionQuery, public=True)
    def get(self, request: Request, key: str) -> HttpResponse:
        """One ruleset: the newest version unless asked for another."""
        self.allow_any_origin()
        asked = self.query(VersionQuery)
        try:
            ruleset = registry.latest(key) if asked.version is None else registry.get(key, asked.version)
        except KeyError:
            raise Refused("not_found", "There is no such ruleset.") from None
        return self.answer(_detail(ruleset))


def _detail(ruleset: Ruleset) -> RulesetDetail:
    events = tuple(dict.fromkeys((*shell.EVENTS.values(), *ruleset.events.values())))
    return RulesetDetail(
        key=ruleset.key,
        version=ruleset.version,
        options=msgspec.json.schema(ruleset.options),
        moves=msgspec.json.schema(Union[move_types(ruleset)]),  # noqa: UP007 - built at run time
        events=msgspec.json.schema(Union[events]),  # noqa: UP007
        board=ruleset.board(),
    )
