"""The rules page's worked examples at a table, card by card and to the dollar."""

from __future__ import annotations

import pytest

from races.rules.racehorse.events import DealScored, DealStarted, SeatPaid, TrickTaken
from tests.races.rules.racehorse.tables import call, money, play_tricks, stacked
from tests.races.rules.vectors import vectors

DEALS = vectors("racehorse_examples")["deals"]


@pytest.mark.parametrize("auction", ["continuing", "single"])
@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["name"])
def test_a_whole_deal(deal, auction):
    table = stacked(deal["hands"], deal["dealer"], auction=auction)
    assert table.find(DealStarted)[0].dealer == deal["dealer"]
    for seat, points in deal["calls"] if auction == "continuing" else deal["calls"][:5]:
        call(table, seat, points)
    play_tricks(table, deal["pitcher"], deal["tricks"])

    assert [[taken.seat, taken.points] for taken in table.find(TrickTaken)] == deal["taken"]
    scored = table.find(DealScored)[0]
    for name in ("trump", "high", "low", "jack", "game", "made", "pitcher", "bid", "next_dealer"):
        assert getattr(scored, name) == deal[name], name
    assert {str(tally.seat): tally.card_points for tally in scored.tallies} == deal["points"]
    assert {str(paid.seat): paid.amount for paid in table.find(SeatPaid)} == deal["pay"]
    assert money(table) == deal["pay"]
    assert table.accounts == {int(seat): dollars for seat, dollars in deal["pay"].items()}
    assert table.bank == 0
    assert table.find(DealStarted)[1].dealer == deal["next_dealer"]


def test_the_shared_vector_is_example_two():
    shared, deal = vectors("racehorse_deal"), DEALS[1]
    for name in ("hands", "pitcher", "bid", "tricks"):
        assert shared[name] == deal[name]
    result = shared["result"]
    assert (result["log"], result["cp"], result["pay"]) == (deal["taken"], deal["points"], deal["pay"])
    names = ("trump", "high", "low", "jack", "game", "made")
    assert [result[name] for name in names] == [deal[name] for name in names]
    assert result["next"] == deal["next_dealer"]


def test_example_two_under_alliance_pays_the_same():
    deal = DEALS[1]
    table = stacked(deal["hands"], deal["dealer"], game="alliance")
    for seat, points in deal["calls"]:
        call(table, seat, points)
    play_tricks(table, deal["pitcher"], deal["tricks"])
    assert table.find(DealScored)[0].game is None
    assert money(table) == deal["pay"]
