"""The table as a pure function: results written out by hand, points written out by hand."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from uuid import UUID

import pytest

from league.scoring.presets import DEFAULT, PRESETS
from league.scoring.scheme import exact
from league.scoring.table import Parted, Result, table

ANN, BO, CY, DEE = (UUID(int=n) for n in (1, 2, 3, 4))
SIX = PRESETS[DEFAULT]


def game(n: int, *lines: tuple[UUID, int, int], day: int = 14) -> list[Result]:
    """One game: ``(member, rank, money)`` for each player."""
    ranks = [rank for _, rank, _ in lines]
    return [
        Result(
            member=member,
            game=UUID(int=100 + n),
            night=UUID(int=1000 + day),
            date=date(2026, 3, day),
            rank=rank,
            sharing=ranks.count(rank),
            players=len(lines),
            money=money,
        )
        for member, rank, money in lines
    ]


def standings(results: list[Result]) -> list[tuple[int, UUID, str]]:
    return [(row.rank, row.member, str(row.points)) for row in table(results, SIX)]


@pytest.mark.parametrize(
    ("players", "points"),
    [
        (2, [10, 2]),
        (3, [10, 6, 2]),
        (4, [11, 7, 4, 2]),
        (5, [12, 8, 5, 3, 2]),
        (6, [13, 9, 6, 4, 2, 2]),
        (9, [16, 12, 9, 7, 2, 2, 2, 2, 2]),
    ],
)
def test_placing_points_are_six_a_player_and_the_last_place_has_two(players: int, points: list[int]) -> None:
    assert [int(each) for each in SIX.place[players]] == points
    assert sum(points) == 6 * players


def test_points_of_two_games_add_up() -> None:
    results = [*game(1, (ANN, 1, 30), (BO, 2, 20), (CY, 3, 10)), *game(2, (BO, 1, 9), (ANN, 2, 5), day=21)]
    assert standings(results) == [(1, BO, "16"), (2, ANN, "12"), (3, CY, "2")]
    bo = table(results, SIX)[0]
    assert (bo.games, bo.nights, bo.wins, bo.money, str(bo.average), str(bo.behind)) == (2, 2, 1, 29, "8", "0")
    assert [(str(each.points), each.result.rank) for each in bo.counted] == [("6", 2), ("10", 1)]


def test_tied_places_split_their_points_and_are_numbered_1_2_2_4() -> None:
    results = game(1, (ANN, 1, 30), (BO, 2, 20), (CY, 2, 20), (DEE, 4, 0))
    assert standings(results) == [(1, ANN, "11"), (2, BO, "5.5"), (2, CY, "5.5"), (4, DEE, "2")]
    assert [row.shared for row in table(results, SIX)] == [False, True, True, False]


def test_a_three_way_tie_is_exact_to_four_decimals() -> None:
    results = game(1, (ANN, 1, 5), (BO, 1, 5), (CY, 1, 5), (DEE, 4, 0))
    assert standings(results)[0] == (1, ANN, "7.3333")


def test_equal_points_are_parted_by_money_and_the_row_says_so() -> None:
    results = [*game(1, (ANN, 1, 30), (BO, 2, 20)), *game(2, (BO, 1, 15), (ANN, 2, 4))]
    bo, ann = table(results, SIX)
    assert (bo.member, bo.rank, ann.rank) == (BO, 1, 2)
    assert bo.tie_break == Parted(rule="money", value=Decimal(35), over=ANN, other_value=Decimal(34))
    assert ann.tie_break is None


def test_the_order_of_the_results_changes_nothing() -> None:
    results = [*game(1, (ANN, 1, 9), (BO, 2, 8), (CY, 2, 8)), *game(2, (CY, 1, 1), (BO, 2, 0), (ANN, 2, 0))]
    forwards, backwards = table(results, SIX), table(results[::-1], SIX)
    assert [(row.rank, row.member, row.points) for row in forwards] == [
        (row.rank, row.member, row.points) for row in backwards
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [("12.0000", "12"), ("120", "120"), ("6.50", "6.5"), ("7.33333", "7.3333"), ("-2", "-2"), ("0.00001", "0")],
)
def test_numbers_have_no_needless_zeros(value: str, text: str) -> None:
    assert str(exact(Decimal(value))) == text


def test_no_results_no_rows() -> None:
    assert table([], SIX) == []
