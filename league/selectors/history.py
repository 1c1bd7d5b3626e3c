"""What members have done: results, rivals, ratings, records. From results that count, friendlies and voids left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from functools import lru_cache
from itertools import groupby
from typing import Any
from uuid import UUID

import msgspec

from league import names, rating
from league.models import Member
from league.scoring.numbers import exact
from league.selectors import people
from league.selectors.imported import HIDDEN
from league.shapes import MemberResultOut, RatingOut, RatingPoint, RatingRow, RecordOut, RivalOut
from ledger.sql import query
from races.presenting import Person
from races.principal import Principal

PLAYED = f"""
    SELECT r.game, r.night, n.date, COALESCE(NULLIF(btrim(g.title), ''), g.ruleset),
        r.seat, r.member, r.rank, r.shared, r.players, r.money, r.score
    FROM league_result r
    JOIN league_night n ON n.club = r.club AND n.id = r.night
    JOIN races_game g ON g.id = r.game
    WHERE r.club = %s AND r.in_force AND r.counts AND NOT n.void AND n.kind <> 'friendly' AND NOT {HIDDEN}
        AND (%s::uuid[] IS NULL OR r.game IN
            (SELECT o.game FROM league_result o WHERE o.club = r.club AND o.member = ANY(%s::uuid[])))
    ORDER BY n.date, n.opened_at, n.id, g.opened_at, r.game, r.seat
"""  # noqa: S608 - all of it ours


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """One person in one game, merges followed."""

    game: UUID
    night: UUID
    date: date
    played: str
    seat: int
    member: UUID
    rank: int
    shared: bool
    players: int
    money: int
    score: Decimal | None

    @property
    def points(self) -> Decimal:
        return Decimal(self.money) if self.score is None else self.score


def played(club: UUID, only: Sequence[UUID] | None = None) -> list[Seat]:
    """All results of a club (of the games in which one of ``only`` sat), in the order they were played."""
    who = people.merges(club)
    wanted = None if only is None else list(only)
    out = []
    for row in query(PLAYED, [club, wanted, wanted]):
        seat = Seat(**dict(zip(Seat.__struct_fields__, row, strict=True)))
        out.append(msgspec.structs.replace(seat, member=who.get(seat.member, seat.member)))
    return out


def results_of(member: Member, since: date | None = None, until: date | None = None) -> list[MemberResultOut]:
    """The latest first; both dates belong to the span."""
    own = people.group(member.club, member.id)
    return [
        MemberResultOut(
            game=seat.game,
            night=seat.night,
            date=seat.date,
            played=seat.played,
            seat=seat.seat,
            rank=seat.rank,
            shared=seat.shared,
            players=seat.players,
            money=seat.money,
            score=exact(seat.points),
        )
        for seat in reversed(played(member.club, own))
        if (seat.member in own or seat.member == member.id)
        and (since is None or since <= seat.date)
        and (until is None or seat.date <= until)
    ]


def rivals_of(member: Member, principal: Principal) -> list[RivalOut]:
    """Everybody they have met, most often first."""
    own = people.group(member.club, member.id)
    tally: dict[UUID, list[int]] = {}
    for _, seats in groupby(played(member.club, own), key=lambda seat: seat.game):
        at_table = list(seats)
        mine = next(seat for seat in at_table if seat.member in own or seat.member == member.id)
        for seat in at_table:
            if seat.member != mine.member:
                ahead, behind, level = tally.setdefault(seat.member, [0, 0, 0])
                tally[seat.member] = [
                    ahead + (mine.rank < seat.rank),
                    behind + (mine.rank > seat.rank),
                    level + (mine.rank == seat.rank),
                ]
    known = names.names_for(member.club, tally, principal)
    shown = [
        RivalOut(
            member=Person(id=id, name=known.get(id, "")),
            games=ahead + behind + level,
            ahead=ahead,
            behind=behind,
            level=level,
        )
        for id, (ahead, behind, level) in tally.items()
    ]
    return sorted(shown, key=lambda each: (-each.games, each.member.name.casefold(), str(each.member.id)))


def ratings(club: UUID) -> rating.Run:
    """Made from all results anew, unless they are those of the last time."""
    games = tuple(
        rating.Played(game=game, lines=tuple((seat.member, seat.rank) for seat in seats))
        for game, seats in groupby(played(club), key=lambda seat: seat.game)
    )
    return _run(games)


@lru_cache(maxsize=16)
def _run(games: tuple[rating.Played, ...]) -> rating.Run:
    return rating.run(games)


def rating_of(member: Member) -> RatingOut:
    own = ratings(member.club)
    steps = own.steps.get(people.merges(member.club).get(member.id, member.id), ())
    when = {seat.game: seat.date for seat in played(member.club, people.group(member.club, member.id))} if steps else {}
    last = steps[-1] if steps else None
    return RatingOut(
        model=own.model,
        library=own.library,
        library_version=own.version,
        parameters=own.parameters,
        mu=None if last is None else last.mu,
        sigma=None if last is None else last.sigma,
        ordinal=None if last is None else last.ordinal,
        history=[
            RatingPoint(game=step.game, date=when[step.game], mu=step.mu, sigma=step.sigma, ordinal=step.ordinal)
            for step in steps
        ],
    )


def ranking(club: UUID, principal: Principal) -> list[RatingRow]:
    """All who have played, by what they are sure to be worth (``ordinal``: mu less three sigma)."""
    steps = ratings(club).steps
    known = names.names_for(club, steps, principal)
    last = {id: own[-1] for id, own in steps.items()}
    order = sorted(last, key=lambda id: (-last[id].ordinal, str(id)))
    return [
        RatingRow(
            rank=1 + sum(other.ordinal > last[id].ordinal for other in last.values()),
            member=Person(id=id, name=known.get(id, "")),
            games=len(steps[id]),
            mu=last[id].mu,
            sigma=last[id].sigma,
            ordinal=last[id].ordinal,
        )
        for id in order
    ]


def records(club: UUID, principal: Principal) -> list[RecordOut]:
    """The best of all time; the first who did it keeps it."""
    seats = played(club)
    found = [each for each in (*_single(seats), _streak(seats), *_counts(seats)) if each is not None]
    known = names.names_for(club, {each[2] for each in found}, principal)
    return [
        RecordOut(key=key, value=exact(value), member=Person(id=id, name=known.get(id, "")), game=game, date=day)
        for key, value, id, game, day in found
    ]


Record = tuple[str, Any, UUID, UUID | None, date | None]


def _single(seats: Sequence[Seat]) -> Iterable[Record]:
    if not seats:
        return
    best = max(seats, key=lambda seat: seat.points)
    yield "highest_score", best.points, best.member, best.game, best.date
    margins = []
    for _, group in groupby(seats, key=lambda seat: seat.game):
        table = sorted(group, key=lambda seat: seat.rank)
        if len(table) > 1 and not table[0].shared:
            margins.append((abs(table[0].points - table[1].points), table[0]))
    if margins:
        margin, winner = max(margins, key=lambda each: each[0])
        yield "biggest_win", margin, winner.member, winner.game, winner.date


def _streak(seats: Sequence[Seat]) -> Record | None:
    """Most games won one after the other."""
    going: dict[UUID, int] = {}
    best: Record | None = None
    for seat in seats:
        going[seat.member] = going.get(seat.member, 0) + 1 if seat.rank == 1 else 0
        if going[seat.member] > (0 if best is None else best[1]):
            best = ("longest_streak", going[seat.member], seat.member, seat.game, seat.date)
    return best


def _counts(seats: Sequence[Seat]) -> Iterable[Record]:
    for key, counts in (("most_wins", lambda seat: seat.rank == 1), ("most_games", lambda seat: True)):
        tally: dict[UUID, int] = {}
        for seat in seats:
            tally[seat.member] = tally.get(seat.member, 0) + int(counts(seat))
        if tally and max(tally.values()):
            who = max(tally, key=lambda id: tally[id])
            yield key, tally[who], who, None, None
