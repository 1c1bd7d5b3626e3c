"""What holds for every season: hypothesis looks for one in which it doesn't."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from uuid import UUID

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scoring.facts import Attended, Facts, Game, Held, Line, Night
from league.scoring.placing import closed_up, placing
from league.scoring.scheme import (
    All,
    AllButWorst,
    Attendance,
    Average,
    Best,
    Bonus,
    Eligibility,
    Missing,
    Money,
    Place,
    Scheme,
    ShareBeaten,
)
from league.scoring.table import table
from tests.length import often

MEMBERS = [UUID(int=n) for n in range(1, 7)]
POINTS = st.lists(st.integers(0, 20).map(Decimal), min_size=1, max_size=6).map(tuple)
PARTS = st.one_of(
    st.builds(Place, points=POINTS),
    st.builds(ShareBeaten, points=st.just(Decimal(100))),
    st.builds(Money, rate=st.sampled_from([Decimal(1), Decimal("0.5")])),
)
BONUSES = ("win", "new_game", "new_opponent", "best_score")
EXTRAS = st.lists(
    st.sampled_from(
        [Attendance(points=Decimal(2)), *[Bonus(on=on, points=Decimal(3), cap=Decimal(7)) for on in BONUSES]]
    ),
    max_size=2,
    unique_by=lambda part: part.name,
)
COUNTS = st.one_of(
    st.just(All()),
    st.builds(Best, n=st.integers(1, 4)),
    st.builds(AllButWorst, n=st.integers(1, 3)),
    st.builds(Average, minimum=st.integers(1, 3)),
)
CRITERIA = ["head_to_head", "dropped_points", "places", "money", "last_night", "best_night", "share_of_mean"]


@st.composite
def schemes(draw: st.DrawFn) -> Scheme:
    return Scheme(
        name="x",
        unit=draw(st.sampled_from(["game", "night"])),
        parts=(draw(PARTS), *draw(EXTRAS)),
        count=draw(COUNTS),
        ties=draw(st.sampled_from(["split", "split_up", "better", "worst"])),
        missing=Missing(absent=draw(st.sampled_from(["nothing", "zero"])), excused="average"),
        eligibility=Eligibility(quorum=draw(st.integers(0, 3))),
        tie_breaks=tuple(draw(st.lists(st.sampled_from(CRITERIA), max_size=4, unique=True))),
    )


@st.composite
def seasons(draw: st.DrawFn, scheme: Scheme | None = None) -> Facts:
    nights, games, marks = [], [], []
    for n in range(draw(st.integers(1, 5))):
        night = Night(id=UUID(int=1000 + n), date=date(2026, 1, 1) + timedelta(days=7 * n))
        nights.append(night)
        for g in range(draw(st.integers(0, 2))):
            players = draw(st.lists(st.sampled_from(MEMBERS), min_size=1, max_size=6, unique=True))
            money = [draw(st.integers(0, 5)) for _ in players]
            ranks = [1 + sum(other > own for other in money) for own in money]
            each = zip(players, ranks, money, strict=True)
            lines = closed_up([Line(member=member, rank=rank, money=own) for member, rank, own in each])
            title = draw(st.sampled_from(["derby", "pitch"]))
            games.append(Game(id=UUID(int=2000 + 10 * n + g), night=night.id, lines=tuple(lines), title=title, at=g))
        played = {line.member for game in games if game.night == night.id for line in game.lines}
        excused = draw(st.lists(st.sampled_from(MEMBERS), max_size=2, unique=True))
        marks += [Attended(night=night.id, member=m, status="excused") for m in excused if m not in played]
    chosen = scheme or draw(schemes())
    return Facts(schemes=[Held(version=1, scheme=chosen)], nights=nights, games=games, attendance=marks)


@settings(max_examples=often(50, 150), deadline=None)
@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_of_the_facts_changes_nothing(season: Facts, mix: object) -> None:
    shuffled = msgspec.structs.replace(
        season,
        nights=mix.sample(list(season.nights), len(season.nights)),  # type: ignore[attr-defined]
        games=[
            msgspec.structs.replace(game, lines=tuple(mix.sample(game.lines, len(game.lines))))  # type: ignore[attr-defined]
            for game in mix.sample(list(season.games), len(season.games))  # type: ignore[attr-defined]
        ],
        attendance=mix.sample(list(season.attendance), len(season.attendance)),  # type: ignore[attr-defined]
    )
    assert table(shuffled) == table(season)


@settings(max_examples=often(50, 150), deadline=None)
@given(seasons())
def test_ranks_are_1_2_2_4_and_parts_add_up_to_points(season: Facts) -> None:
    rows = table(season).rows
    ranks = [row.rank for row in rows if row.rank is not None]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    for row in rows:
        assert abs(sum(row.parts.values(), Fraction(0)) - row.points) <= Fraction(1, 20_000)
    for above, below in combinations([row for row in rows if row.rank is not None], 2):
        assert above.points >= below.points


@settings(max_examples=often(66, 200), deadline=None)
@given(
    POINTS,
    st.lists(st.integers(0, 4), min_size=1, max_size=6),
)
def test_split_points_sum_to_the_pool(points: tuple[Decimal, ...], money: list[int]) -> None:
    part, ranks = Place(points=points), [1 + sum(other > own for other in money) for own in money]
    split = [placing(part, "split", rank, ranks.count(rank), len(ranks)) for rank in ranks]
    pool = sum((Fraction(each) for each in points[: len(ranks)]), Fraction(0))
    assert sum(split, Fraction(0)) == pool


@settings(max_examples=often(50, 150), deadline=None)
@given(st.data(), st.integers(1, 4), st.sampled_from(["game", "night"]))
def test_no_other_choice_of_what_is_dropped_gives_more(data: st.DataObject, n: int, unit: str) -> None:
    rules = Scheme(name="x", unit=unit, parts=(Money(),), count=Best(n=n))  # type: ignore[arg-type]
    season = data.draw(seasons(rules))
    own: dict[UUID, list[Fraction]] = defaultdict(list)
    every = msgspec.structs.replace(rules, count=All())
    for row in table(msgspec.structs.replace(season, schemes=[Held(version=1, scheme=every)])).rows:
        own[row.member] = [entry.points for entry in row.counted]
    for row in table(season).rows:
        results = own[row.member]
        choices = [sum(choice, Fraction(0)) for choice in combinations(results, min(n, len(results)))]
        assert row.points == max(choices)


@settings(max_examples=often(33, 100), deadline=None)
@given(seasons())
def test_a_night_taken_out_again_leaves_what_was_there(season: Facts) -> None:
    """The pure half of voiding: a table is a function of what is in force, and of nothing that ever was."""
    last = season.nights[-1]
    without = msgspec.structs.replace(
        season,
        nights=season.nights[:-1],
        games=[game for game in season.games if game.night != last.id],
        attendance=[mark for mark in season.attendance if mark.night != last.id],
    )
    if season.nights[:-1]:
        assert table(without).rows == table(season, season.nights[-2].date).rows


@dataclass
class Size:
    members: int
    nights: int


def test_sixty_members_and_forty_nights_take_a_moment() -> None:
    import time

    size = Size(members=60, nights=40)
    people = [UUID(int=n + 1) for n in range(size.members)]
    nights = [Night(id=UUID(int=1000 + n), date=date(2026, 1, 1) + timedelta(days=n)) for n in range(size.nights)]
    games = [
        Game(
            id=UUID(int=10_000 + 100 * n + t),
            night=night.id,
            lines=tuple(
                Line(member=people[(n + 6 * t + i) % size.members], rank=i + 1, money=60 - 10 * i) for i in range(6)
            ),
        )
        for n, night in enumerate(nights)
        for t in range(10)
    ]
    rules = Scheme(name="x", unit="night", parts=(Place(points=(Decimal(5), Decimal(3))),), count=Best(n=20))
    started = time.perf_counter()
    rows = table(Facts(schemes=[Held(version=1, scheme=rules)], nights=nights, games=games)).rows
    assert len(rows) == size.members
    assert time.perf_counter() - started < 3  # 2,400 results; well under half a second on a quiet machine
