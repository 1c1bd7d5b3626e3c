"""Schemes a club can name without writing one."""

from __future__ import annotations

from decimal import Decimal

from league.scoring.scheme import Scheme

LARGEST_TABLE = 99


def six_a_player(players: int) -> tuple[Decimal, ...]:
    """Placing points that sum to six a player, whatever the table's size; the last place always has 2.

    >>> [int(points) for points in six_a_player(5)]
    [12, 8, 5, 3, 2]
    """
    by_size = {1: (6,), 2: (10, 2), 3: (10, 6, 2)}
    n = players
    points = by_size.get(n) or (n + 7, n + 3, n, n - 2, *[2] * (n - 4))
    return tuple(Decimal(each) for each in points)


DEFAULT = "placing-points"
PRESETS = {
    DEFAULT: Scheme(
        key=DEFAULT,
        name="Placing points, six a player",
        place={players: six_a_player(players) for players in range(1, LARGEST_TABLE + 1)},
        tie_breaks=("money", "wins", "seconds", "thirds"),
    )
}
