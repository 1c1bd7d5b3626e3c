"""What an audit says: findings, and the report around them (the answer of ``GET /games/{id}/audit``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec

Kind = Literal[
    "broken_link",
    "changed_content",
    "changed_column",
    "missing_event",
    "sealed_differs",
    "different",
    "wrong_dice",
    "unbalanced",
    "projection_differs",
    "rules_unknown",
    "order",
    "checkpoint_differs",
]
"""``broken_link``: an event doesn't continue the one before. ``changed_content``: a record isn't the text that was
hashed. ``changed_column``: a copy beside the record differs from it. ``missing_event``: a hole in a stream, or part of
a move. ``sealed_differs``: a sealed part isn't the one that was sealed, is not as open as the events say, or is gone
where nothing may be erased. ``different``: the move, made again, gives something else (``wrong_dice``: other dice).
``unbalanced``: balances that don't sum to zero. ``projection_differs``: a derived row isn't what the events give.
``rules_unknown``: this program hasn't the rules to say. ``order``: positions and times out of order.
``checkpoint_differs``: the ledger doesn't extend a signed checkpoint, or its signature is wrong."""

Dice = Literal["proved", "entered", "none"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong. ``version`` and ``event`` (its id) name the event, where it is about one; ``expected``
    and ``found`` are plain JSON and never hold what is sealed; ``sentence`` is for a person."""

    kind: Kind
    version: int | None
    event: UUID | None
    expected: Any
    found: Any
    sentence: str
    stream: UUID | None = None


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """How many were checked. ``moves``: made again with the same outcome or a finding; ``erased``: moves that can't
    be made again, because a sealed part of theirs is gone. ``checkpoint``: events under a signed checkpoint."""

    events: int = 0
    moves: int = 0
    sealed: int = 0
    dice: int = 0
    postings: int = 0
    projections: int = 0
    checkpoint: int = 0
    erased: int = 0

    def __add__(self, other: Checked) -> Checked:
        return Checked(**{name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__})


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a stream or a club. ``dice``: ``proved`` (made again from opened seeds), ``entered`` (by people),
    ``none``. ``ruleset_version``: of a game, else None. ``by``: the program; ``at``: RFC 3339, UTC."""

    ok: bool
    checked: Checked
    dice: Dice
    findings: Sequence[Finding]
    ruleset_version: int | None
    by: str
    at: str


def shown(value: Any) -> str:
    """A value inside a sentence, cut to a readable length."""
    text = value if isinstance(value, str) else msgspec.json.encode(value, order="sorted").decode()
    return text if len(text) <= 160 else text[:157] + "…"
