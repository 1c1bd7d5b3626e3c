"""Movement, rounds, ranking, odds and solvency: the vectors of the rules page."""

from __future__ import annotations

import pytest

from races.rules.greyhounds import dealing, odds, settlement, track
from races.rules.greyhounds.odds import Price
from races.rules.greyhounds.track import Runner
from races.rules.table import ranking
from tests.races.rules.vectors import vectors


def says(case):
    return case["says"]


@pytest.mark.parametrize("case", vectors("greyhounds_movement"), ids=says)
def test_movement(case):
    assert list(track.movement(case["race"], case["cards"])) == case["moves"]


@pytest.mark.parametrize("case", vectors("greyhounds_rounds"), ids=says)
def test_a_round(case):
    """Seats and Hund numbers are 1, 2, 3, 4 in the order given."""
    runners = [Runner(seat, position, seat) for seat, position in enumerate(case["before"], 1)]
    cards = dict(enumerate(case["cards"], 1))
    ran = track.run(case["race"], case["length"], 1, runners, cards, taken=0)
    assert [runner.position for runner in ran.runners] == case["after"]
    assert list(ran.lapped) == case["lapped"]
    rank = {finish.seat: finish.rank for finish in ran.finished}
    by_rank = {rank: seat for seat, rank in rank.items()}
    assert [by_rank.get(place) for place in range(1, len(case["places"]) + 1)] == case["places"]
    assert ran.over == case["over"]


def test_places_go_on_where_earlier_rounds_left_off():
    ran = track.run(1, 10, 8, [Runner(2, 8, 1), Runner(4, 0, 3)], {2: 12, 4: 5}, taken=2)
    assert [(finish.seat, finish.rank, finish.how) for finish in ran.finished] == [(2, 3, "line")]
    assert ran.over


def test_a_walkover_takes_one_place_and_leaves_the_rest_vacant():
    ran = track.run(2, 10, 3, [Runner(1, 8, 2), Runner(2, 0, 1), Runner(3, 0, 3)], {1: 11, 2: 9, 3: 9}, taken=0)
    assert ran.lapped == () and not ran.over  # 10 to 0 is one lap exactly
    ran = track.run(2, 8, 3, [Runner(1, 8, 2), Runner(2, 0, 1), Runner(3, 0, 3)], {1: 12, 2: 9, 3: 9}, taken=0)
    assert [(finish.seat, finish.rank, finish.how) for finish in ran.finished] == [(1, 1, "walkover")]
    assert ran.lapped == (2, 3) and ran.over


def test_after_200_rounds_places_go_by_position_then_hund_number():
    runners = [Runner(1, 4, 3), Runner(2, 9, 2), Runner(3, 4, 1), Runner(4, 0, 4)]
    cards = dict.fromkeys((1, 2, 3, 4), 7)
    assert not track.run(1, 24, 199, runners, cards, taken=0).over
    ran = track.run(1, 24, 200, runners, cards, taken=0)
    assert [(finish.seat, finish.rank) for finish in ran.finished] == [(2, 1), (3, 2), (1, 3)]
    assert {finish.how for finish in ran.finished} == {"stalemate"} and ran.over


@pytest.mark.parametrize("case", vectors("greyhounds_ranking"), ids=says)
def test_ranking(case):
    sets = [(seat, tuple(cards)) for seat, cards in enumerate(case["sets"], 1)]
    seats = [seat for seat, _ in sets]
    assert all(dealing.is_set(cards) for _, cards in sets)
    assert list(dealing.ranking(sets, case.get("lots", seats))) == case["order"]


@pytest.mark.parametrize("dogs", [3, 4])
def test_odds_are_the_charts(dogs):
    chart = vectors("greyhounds_odds")[str(dogs)]
    order = (4, 2, 1, 3)[:dogs]
    by_kind = {
        kind: {price.pick: price.quote for price in odds.prices(order) if price.kind == kind} for kind in odds.KINDS
    }
    assert by_kind["sieg"] == dict(zip(order, chart["sieg"], strict=True))
    assert by_kind["platz"] == (dict(zip(order, chart["platz"], strict=True)) if dogs == 4 else {})
    assert by_kind["einlauf"] == {
        (first, second): chart["einlauf"][i][j]
        for i, first in enumerate(order)
        for j, second in enumerate(order)
        if first != second
    }


def test_the_odds_of_one_bet_literally():
    assert Price(kind="einlauf", pick=(3, 1), quote=180) in odds.prices((1, 2, 4, 3))
    assert Price(kind="platz", pick=4, quote=22) in odds.prices((1, 2, 4, 3))


@pytest.mark.parametrize("case", vectors("greyhounds_solvency"), ids=says)
def test_solvency(case):
    given = (case["holding"], case["stakes"], case["payouts"], case["prizes"])
    assert settlement.solvency(*given) == (case["balance"], case["added"])


def test_equal_money_is_a_shared_rank():
    ranked = ranking([(1, 6000), (2, 7700), (3, 7700), (4, 100)])
    assert [(line.seat, line.rank) for line in ranked] == [(2, 1), (3, 1), (1, 3), (4, 4)]
