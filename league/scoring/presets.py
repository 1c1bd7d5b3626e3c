"""Schemes a club can name without writing one: rules that clubs really play by."""

from __future__ import annotations

from decimal import Decimal

from league.scoring.scheme import (
    AllButWorst,
    Attendance,
    Average,
    Best,
    Bonus,
    Curve,
    Eligibility,
    Final,
    Missing,
    Money,
    Place,
    Scheme,
    ShareBeaten,
)

LARGEST_TABLE = 30


def numbers(*values: int) -> tuple[Decimal, ...]:
    return tuple(Decimal(value) for value in values)


def six_a_player(players: int) -> tuple[Decimal, ...]:
    """Placing points that sum to six a player, whatever the table's size; the last place always has 2.

    >>> [int(points) for points in six_a_player(5)]
    [12, 8, 5, 3, 2]
    """
    by_size = {1: (6,), 2: (10, 2), 3: (10, 6, 2)}
    n = players
    return numbers(*(by_size.get(n) or (n + 7, n + 3, n, n - 2, *[2] * (n - 4))))


SIX_A_PLAYER = Place(by_size={str(players): six_a_player(players) for players in range(1, LARGEST_TABLE + 1)})

DEFAULT = "placing-points"
PRESETS = {
    DEFAULT: Scheme(
        name="Placing points, six a player",
        parts=(SIX_A_PLAYER,),
        tie_breaks=("money", "wins", "seconds", "thirds"),
    ),
    "best-three-nights": Scheme(
        name="Placing points, best three nights, final of four",
        parts=(SIX_A_PLAYER,),
        unit="night",
        count=Best(n=3),
        missing=Missing(absent="zero", byes=1),
        tie_breaks=("dropped_points", "wins", "seconds", "thirds", "fourths", "share_of_mean"),
        final=Final(qualify=4),
    ),
    "opponents-beaten": Scheme(
        name="Share of opponents beaten",
        parts=(ShareBeaten(points=Decimal(100)),),
        tie_breaks=("head_to_head", "wins"),
    ),
    "turning-up": Scheme(
        name="Attendance, new games, new opponents",
        parts=(
            Attendance(points=Decimal(5)),
            Bonus(on="new_game", points=Decimal(2), cap=Decimal(20)),
            Bonus(on="new_opponent", points=Decimal(2), cap=Decimal(20)),
        ),
        tie_breaks=("wins",),
    ),
    "five-three-one": Scheme(
        name="Five, three, one",
        parts=(Place(points=numbers(5, 3, 1)),),
        ties="split_up",
        eligibility=Eligibility(quorum=3),
        tie_breaks=("places", "head_to_head"),
    ),
    "average": Scheme(
        name="Average a game, bonus for the best score of the night",
        parts=(ShareBeaten(points=Decimal(100)), Bonus(on="best_score", points=Decimal(5))),
        count=Average(minimum=5),
        tie_breaks=("games", "wins"),
    ),
    "excused-average": Scheme(
        name="Attendance that stays, average for the excused",
        parts=(Place(points=numbers(10, 6, 4, 2, 1)), Attendance(points=Decimal(2))),
        unit="night",
        count=AllButWorst(n=1),
        missing=Missing(absent="zero", excused="average"),
        tie_breaks=("places",),
    ),
    "money": Scheme(name="Money won", parts=(Money(),), tie_breaks=("wins", "seconds")),
    "curve": Scheme(
        name="Curve down to the fifth, one for taking part",
        parts=(Place(curve=Curve(per_player=Decimal(10), percent=numbers(100, 70, 50, 35, 25)), beyond=Decimal(1)),),
        tie_breaks=("places", "money"),
    ),
}
