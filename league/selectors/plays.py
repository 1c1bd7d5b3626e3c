"""The plays of a club with their results, as they are in force: voids and what no import stands behind left out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from itertools import groupby
from uuid import UUID

import msgspec

from league import names
from league.imports.cells import same
from league.models import Title
from league.selectors.games import external_of
from league.selectors.imported import HIDDEN
from ledger.sql import query
from races.principal import Principal
from races.shell import External

PLAYS = f"""
    SELECT r.game, n.date, g.opened_at, g.ruleset, g.title, g.label, g.source, g.source_id, r.counts, r.players,
        r.seat, r.member, r.rank, r.money, r.score
    FROM league_result r
    JOIN league_night n ON n.club = r.club AND n.id = r.night
    JOIN races_game g ON g.id = r.game
    WHERE r.club = %s AND r.in_force AND NOT n.void AND NOT {HIDDEN}
        AND (%s::date IS NULL OR n.date >= %s) AND (%s::date IS NULL OR n.date <= %s)
        AND (%s::uuid IS NULL OR r.game = %s)
    ORDER BY n.date, n.opened_at, n.id, g.opened_at, r.game, r.seat
"""  # noqa: S608 - all of it ours


class Sat(msgspec.Struct, frozen=True, kw_only=True):
    """One seat. ``name`` as the caller may see it ("" for none); ``score`` None: not recorded; else points, or whole
    dollars where money is the score."""

    seat: int
    member: UUID
    name: str
    rank: int
    score: Decimal | None


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One play. ``players`` is how many there were; of those beyond ``seats`` it isn't known who. ``recorded``: by a
    score sheet, so that ``opened_at`` (µs since 1970) is no time of play."""

    game: UUID
    date: date
    opened_at: int
    title: str
    external: External | None
    ruleset: str
    recorded: bool
    counts: bool
    players: int
    bgg_id: int | None
    lowest_wins: bool
    cooperative: bool
    seats: tuple[Sat, ...]


def of_club(
    club: UUID, principal: Principal, *, since: date | None = None, until: date | None = None, game: UUID | None = None
) -> Iterator[Played]:
    """In the order they were played; both dates belong to the span."""
    rows = query(PLAYS, [club, since, since, until, until, game, game])
    called = names.names_for(club, {row[11] for row in rows}, principal)
    titles = {same(title.name or ""): title for title in Title.objects.filter(club=club)}
    for id, group in groupby(rows, key=lambda row: row[0]):
        lines = list(group)
        _, day, opened_at, ruleset, written, label, source, source_id, counts, players, *_ = lines[0]
        title = titles.get(same(written))
        recorded = ruleset == "scoresheet"
        yield Played(
            game=id,
            date=day,
            opened_at=opened_at,
            external=external_of(source, source_id),
            title=written or (label if recorded and label else ruleset.replace("-", " ").title()),
            ruleset=ruleset,
            recorded=recorded,
            counts=counts,
            players=players,
            bgg_id=None if title is None else title.bgg_id,
            lowest_wins=title is not None and title.lowest_wins,
            cooperative=title is not None and title.kind == "cooperative",
            seats=tuple(
                Sat(
                    seat=seat,
                    member=member,
                    name=called.get(member, ""),
                    rank=rank,
                    score=score if recorded or score is not None else Decimal(money),
                )
                for *_, seat, member, rank, money, score in lines
            ),
        )
