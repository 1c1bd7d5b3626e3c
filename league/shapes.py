"""What the API answers with, and what pages show: the league's things as a caller may see them."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

import msgspec

from league.scoring.scheme import Scheme
from ledger.http.events import EventOut
from races.presenting import Person, Scoreboard
from races.shell import External


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
    left: bool
    merged_into: UUID | None
    version: int


class SchemeHeld(Out, rename={"since": "from"}):
    """A scheme that the season has had: nights of ``from`` and later are scored by it (None: from the start), unless a
    later version says otherwise."""

    version: int
    since: date | None
    scheme: Scheme


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


class SeasonOut(Out):
    """``scoring``: all schemes it has had; the last one counts."""

    id: UUID
    club: UUID
    name: str
    starts_on: date
    ends_on: date
    scoring: list[SchemeHeld]
    divisions: dict[str, list[UUID]]
    status: str
    version: int


class NightOut(Out):
    """``date``: the club's local one. ``void``: in no table, by hand or because the import that brought it is void.
    Times are UTC."""

    id: UUID
    club: UUID
    date: date
    name: str | None
    season: UUID | None
    kind: str
    status: str
    void: bool
    opened_at: str
    closed_at: str | None
    version: int


class MarkOut(Out, omit_defaults=True, rename={"stands_for": "for"}):
    """``for``: whom a substitute stands in for. ``seated``: sits in a game of the night, which makes him present where
    nothing else was said."""

    member: Person
    status: str
    stands_for: UUID | None = None
    seated: bool = False


class TitleOut(Out):
    """A game by its name. ``kind``: ``competitive``, ``cooperative`` or ``team``."""

    id: UUID
    club: UUID
    name: str
    bgg_id: int | None
    lowest_wins: bool
    kind: str
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
    external: External | None
    ruleset: str
    ruleset_version: int
    status: str
    phase: str
    counts: bool
    rigged: bool
    opened_at: str


class AdjustmentOut(Out):
    """Points by hand, in the table after ``date``."""

    id: UUID
    season: UUID
    member: UUID
    points: Decimal
    date: date
    night: UUID | None
    reason: str
    void: bool
    recorded_at: str


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


class Entry(Out, omit_defaults=True):
    """One result that counted (or was dropped). ``game`` None: a night's; ``scheme``: the version that scored it.
    ``adjustment``: points by hand. ``why``: of dropped ones ``worst``, ``quorum`` or ``substitute``; of counted ones
    ``absent``, ``excused``, ``bye``, or the adjustment's reason."""

    night: UUID | None
    game: UUID | None
    date: date
    points: Decimal
    rank: int | None
    parts: dict[str, Decimal]
    scheme: int | None = None
    adjustment: UUID | None = None
    why: str | None = None


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
    division: str | None
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


class ArchivedOut(Out):
    """A closed season: the first of its table as it was when it was closed, at ``closed_cursor``."""

    season: SeasonOut
    closed_cursor: int
    nights: int
    rows: list[TableRow]


class ChangeOut(Out):
    """Something that changed a season's table otherwise than by playing. ``before`` and ``after``: the rows that
    differ. ``reason`` None: none was given, or it isn't for this caller."""

    cursor: int
    type: str
    stream: UUID
    actor: dict[str, Any]
    recorded_at: str
    reason: str | None
    before: list[TableRow]
    after: list[TableRow]


class MemberResultOut(Out):
    """``played``: the game's title, else its ruleset; ``score`` is the money, where money is the score."""

    game: UUID
    night: UUID
    date: date
    played: str
    seat: int
    rank: int
    shared: bool
    players: int
    money: int
    score: Decimal


class RivalOut(Out):
    """Somebody one has met: in how many games one finished ahead of them, behind them, level with them."""

    member: Person
    games: int
    ahead: int
    behind: int
    level: int


class RatingPoint(Out):
    game: UUID
    date: date
    mu: float
    sigma: float
    ordinal: float


class RatingOut(Out):
    """``ordinal``: mu less three sigma. ``parameters``: those of the model."""

    model: str
    library: str
    library_version: str
    parameters: dict[str, float]
    mu: float | None
    sigma: float | None
    ordinal: float | None
    history: list[RatingPoint]


class RatingRow(Out):
    rank: int
    member: Person
    games: int
    mu: float
    sigma: float
    ordinal: float


class RecordOut(Out):
    """``key``: ``highest_score``, ``biggest_win`` (margin over the second), ``longest_streak`` (games won one after the
    other), ``most_wins``, ``most_games``."""

    key: str
    value: Decimal
    member: Person
    game: UUID | None
    date: date | None
