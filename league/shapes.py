"""What the API answers with, and what pages show: the league's things as a caller may see them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import msgspec

from ledger.http.events import ActorOut, EventOut
from races.presenting import Person, Scoreboard


class Out(msgspec.Struct, frozen=True, kw_only=True):
    """Base of answers."""


class ClubOut(Out, omit_defaults=True):
    """``token``: only in the first answer to the founding, and never again."""

    id: UUID
    slug: str
    name: str
    timezone: str
    locale: str
    public: bool
    night_cutoff: str
    defaults: dict[str, dict[str, Any]]
    version: int
    links: dict[str, str]
    token: str | None = None


class MemberOut(Out):
    """``name`` as the caller may see it. ``alias`` and ``publish`` are None for those who don't host the club."""

    id: UUID
    club: UUID
    name: str
    alias: str | None
    guest: bool
    publish: str | None
    version: int


class ResultOut(Out):
    """A seat of a finished game. ``money``: whole dollars."""

    game: UUID
    night: UUID
    seat: int
    rank: int
    players: int
    money: int


class MemberDataOut(Out):
    """All about one person. ``events``: those that the person's facts come from, with what is sealed; ``mentions``:
    other events of the club with a sealed text in which the name stands; ``games``: ids of games the person sits in
    now or sat in at the end."""

    member: MemberOut
    events: list[EventOut]
    mentions: list[EventOut]
    games: list[UUID]
    results: list[ResultOut]


class ChangeOut(Out):
    """Something that was changed afterwards. ``kind``: ``correction``, ``rewind``, ``seat``, ``abandoned``, ``night``,
    ``season``, ``erasure``; ``reason``: as the caller may read it. ``before`` and ``after``: of a game, its seats with
    member, rank and score; of a night or season, its settings."""

    cursor: int
    kind: str
    type: str
    at: str
    actor: ActorOut
    reason: str | None
    stream: UUID
    version: int
    night: UUID | None
    game: UUID | None
    before: Any
    after: Any


class SeasonOut(Out):
    id: UUID
    club: UUID
    name: str
    starts_on: date
    ends_on: date
    scoring: str
    status: str
    version: int


class NightOut(Out):
    """``date``: the club's local one. Times are UTC."""

    id: UUID
    club: UUID
    date: date
    name: str | None
    season: UUID | None
    kind: str
    status: str
    opened_at: str
    closed_at: str | None
    version: int


class TokenOut(Out, omit_defaults=True):
    """``token``: only in the first answer to its making."""

    id: UUID
    name: str
    scopes: list[str]
    expires_at: str | None
    issued_at: str
    token: str | None = None


class MeOut(Out):
    """The caller. ``kind``: ``organiser``, ``club``, ``seat``, ``host_link`` or ``anonymous``."""

    kind: str
    caller: str
    scopes: list[str]
    club: UUID | None
    slug: str | None
    game: UUID | None
    seat: int | None


class GameLine(Out):
    """A game in a list."""

    id: UUID
    club: UUID
    night: UUID
    label: str
    title: str
    ruleset: str
    ruleset_version: int
    status: str
    phase: str
    counts: bool
    rigged: bool
    opened_at: str


class SchemeOut(Out):
    version: int
    name: str


class Column(Out):
    key: str
    title: str


class TieBreak(Out):
    """What parted this row from the next of equal points: its ``value`` by ``rule`` over that member's."""

    rule: str
    value: Decimal
    over: UUID
    other_value: Decimal


class Entry(Out):
    """One result that counted (or was dropped)."""

    night: UUID
    game: UUID | None
    date: date
    points: Decimal
    rank: int | None
    parts: dict[str, Decimal]


class TableRow(Out):
    """``rank`` is None where ``eligible`` is false; ``money`` in whole dollars; ``average`` points a game."""

    rank: int | None
    shared: bool
    previous_rank: int | None
    member: Person
    guest: bool
    points: Decimal
    behind: Decimal
    games: int
    nights: int
    wins: int
    money: int
    average: Decimal
    parts: dict[str, Decimal]
    eligible: bool
    why_not: str | None
    counted: list[Entry]
    dropped: list[Entry]
    tie_break: TieBreak | None


class TableOut(Out):
    """A season's table. ``provisional``: a night of it is still open. ``nights``: how many had results. ``cursor`` and
    ``updated_at``: of the last event that this table comes from (0 and None: of nothing yet)."""

    season: UUID
    as_of: date | None
    known_at: str | None
    scheme: SchemeOut
    columns: list[Column]
    provisional: bool
    nights: int
    updated_at: str | None
    cursor: int
    rows: list[TableRow]


class ClubScoreboard(Out):
    """``table``: the first ten rows of the current season."""

    club: UUID
    night: UUID | None
    games: list[Scoreboard]
    table: list[TableRow]
    cursor: int
