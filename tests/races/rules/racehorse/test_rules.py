"""Following, taking, counting, paying, dealing next: the rules page's tables."""

from __future__ import annotations

import pytest

from races.rules.racehorse import cards, scoring
from races.rules.racehorse.scoring import Pile, next_open
from races.rules.table import ranking
from tests.races.rules.vectors import vectors

RULES = vectors("racehorse_rules")
EXAMPLES = vectors("racehorse_examples")


@pytest.mark.parametrize("row", RULES["legal"], ids=lambda row: row["why"])
def test_what_may_be_played(row):
    assert list(cards.playable(row["hand"], row["led"], row["trump"])) == row["legal"]


@pytest.mark.parametrize("row", RULES["lowest"], ids=lambda row: row["why"])
def test_the_lowest_card(row):
    assert min(row["hand"], key=cards.order) == row["card"]


@pytest.mark.parametrize("row", RULES["tricks"], ids=lambda row: " ".join(row["cards"]))
def test_who_takes_a_trick_and_what_it_counts(row):
    assert cards.taker(list(enumerate(row["cards"], 1)), row["trump"]) == row["taken_by"]
    assert cards.counted(row["cards"]) == row["points"]


def test_the_pack_counts_eighty():
    assert len(set(cards.PACK)) == 52
    assert cards.counted(cards.PACK) == 80


@pytest.mark.parametrize("row", RULES["pay"], ids=lambda row: f"{row['seats']} seats, {row['bid']}, {row['made']}")
def test_payments(row):
    paid = dict(scoring.payments(range(1, row["seats"] + 1), 2, row["bid"], row["made"]))
    assert paid == {seat: row["pitcher"] if seat == 2 else row["others"] for seat in range(1, row["seats"] + 1)}
    assert sum(paid.values()) == 0


@pytest.mark.parametrize("row", RULES["next_dealer"], ids=lambda row: row["why"])
def test_who_deals_next(row):
    ring = list(range(1, row["seats"] + 1))
    pitcher = row["pitcher"]
    start = pitcher if row["made"] else ring[pitcher - 2]
    able = [seat for seat in ring if seat not in row["closed"]]
    assert next_open(ring, start, 1 if row["made"] else -1, able) == row["dealer"]


@pytest.mark.parametrize("row", EXAMPLES["scores"], ids=lambda row: row["name"])
def test_points_and_whether_the_bid_is_made(row):
    piles = [Pile(seat, tuple(taken)) for seat, taken in row["piles"]]
    rule = row.get("rule", "individual")
    result = scoring.score(piles, range(1, row["seats"] + 1), row["trump"], row["pitcher"], row["bid"], rule)
    assert {"high": result.high, "low": result.low, "jack": result.jack, "game": result.game, "made": result.made} == {
        name: row[name] for name in ("high", "low", "jack", "game", "made")
    }


def test_equal_money_shares_the_rank():
    lines = ranking([(1, -3), (2, 12), (3, -3), (4, -6)])
    assert [(line.rank, line.seat, line.money) for line in lines] == [
        (1, 2, 12),
        (2, 1, -3),
        (2, 3, -3),
        (4, 4, -6),
    ]
