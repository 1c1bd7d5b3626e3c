"""The auction (rules page §2, H2–H5) from tests/vectors/racehorse_auction.json, by itself and at a table."""

from __future__ import annotations

import pytest

from races.rules.protocol import Refused
from races.rules.racehorse.auction import Auction, asked, options
from races.rules.racehorse.events import BidMade, PitchWon
from tests.races.rules.racehorse.tables import call, legal_calls, sit, turn
from tests.races.rules.vectors import vectors

DATA = vectors("racehorse_auction")


def auction(row: dict) -> Auction:
    dealer = row["dealer"]
    seats = tuple((dealer + i) % 5 + 1 for i in range(5))
    return Auction(seats, row.get("auction", "continuing"), row.get("forced_bid", "exact"))


@pytest.mark.parametrize("row", DATA["auctions"], ids=lambda row: row["why"])
def test_who_is_asked_and_what_he_may_say(row):
    state = auction(row)
    for seat, points in row["calls"]:
        assert asked(state) == seat
        able = options(state)
        assert able.can_pass if points is None else points in able.points
        state = state.said(seat, points)
    able = options(state)
    said = [*([None] if able.can_pass else []), *able.points]
    assert (None if asked(state) is None else [asked(state), said]) == row["ask"]
    if row["ask"] is None:
        assert [state.highest.seat, state.highest.points] == row["pitcher"]


@pytest.mark.parametrize("row", DATA["auctions"], ids=lambda row: row["why"])
def test_the_same_at_a_table(row):
    chosen = {name: row[name] for name in ("auction", "forced_bid") if name in row}
    table = sit(rigged={"dealer": row["dealer"]}, **chosen)
    for seat, points in row["calls"]:
        call(table, seat, points)
    if row["ask"] is None:
        assert [(won.seat, won.points) for won in table.find(PitchWon)] == [tuple(row["pitcher"])]
        assert (table.state.phase, turn(table)) == ("playing", row["pitcher"][0])
        with pytest.raises(Refused, match="illegal_bid"):
            call(table, row["pitcher"][0], 5)
        return
    seat, able = row["ask"]
    assert legal_calls(table, seat) == able
    for points in {None, 2, 3, 4, 5} - set(able):
        with pytest.raises(Refused, match="illegal_bid"):
            call(table, seat, points)
    for other in {1, 2, 3, 4, 5} - {seat}:
        assert legal_calls(table, other) == []
        with pytest.raises(Refused, match="not_your_turn"):
            call(table, other, 5)


def test_a_steal_is_told():
    table = sit(rigged={"dealer": 5})
    for seat, points in [(1, 2), (2, 3), (3, None), (4, None), (5, 3)]:
        call(table, seat, points)
    assert [(bid.points, bid.stolen) for bid in table.find(BidMade)] == [(2, False), (3, False), (3, True)]
