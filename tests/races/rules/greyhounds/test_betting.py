"""Bets: what may be placed, what wins, who sees it (rules page R4, R12, R14)."""

from __future__ import annotations

import pytest

from races.rules.greyhounds import betting
from races.rules.greyhounds.betting import Bet
from races.rules.greyhounds.events import BetsSealed
from tests.races.rules.greyhounds.tables import sleep_to, table
from tests.races.rules.ready_set_bet.tables import refused


def sieg(*picks_and_stakes):
    return {"kind": "sieg", "bets": [{"pick": pick, "stake": stake} for pick, stake in picks_and_stakes]}


@pytest.mark.parametrize(
    "bets",
    [
        sieg((1, 500)),
        sieg((3, 2000)),
        sieg((1, 100), (2, 100), (3, 300)),
        {"kind": "platz", "bets": [{"pick": 1, "stake": 500}, {"pick": 4, "stake": 1500}]},
        {"kind": "einlauf", "bets": [{"pick": [1, 2], "stake": 500}, {"pick": [2, 1], "stake": 500}]},
        {"bets": [{"kind": "sieg", "pick": 2, "stake": 500}]},
    ],
    ids=["least", "most", "three", "platz", "einlauf both ways", "kind in the bet"],
)
def test_bets_that_may_be_placed(bets):
    game = table()
    game.seat(2, "place_bets", **bets)
    assert game.state.dog(2).bets_at == game.version


@pytest.mark.parametrize(
    ("bets", "code"),
    [
        ({"kind": "sieg", "bets": []}, "invalid"),
        (sieg((1, 500), (2, 500), (3, 500), (4, 500)), "invalid"),
        (sieg((1, 400)), "invalid"),
        (sieg((1, 2100)), "invalid"),
        (sieg((1, 1500), (2, 600)), "invalid"),
        (sieg((1, 550)), "invalid"),
        (sieg((1, 500), (2, 0)), "invalid"),
        (sieg((1, 500), (1, 600)), "invalid"),
        (sieg((5, 500)), "unknown_spot"),
        ({"kind": "sieg", "bets": [{"pick": [1, 2], "stake": 500}]}, "unknown_spot"),
        ({"kind": "einlauf", "bets": [{"pick": 1, "stake": 500}]}, "unknown_spot"),
        ({"kind": "einlauf", "bets": [{"pick": [2, 2], "stake": 500}]}, "unknown_spot"),
        ({"bets": [{"pick": 1, "stake": 500}]}, "invalid"),
        (
            {"bets": [{"kind": "sieg", "pick": 1, "stake": 500}, {"kind": "platz", "pick": 1, "stake": 500}]},
            "invalid",
        ),
        (sieg((1, 500)) | {"race": 2}, "wrong_race"),
    ],
    ids=[
        *("none", "four", "too little", "too much", "too much in all", "no multiple of 100", "no stake", "twice"),
        *(
            "no such dog",
            "sieg of two",
            "einlauf of one",
            "einlauf of the same",
            "no kind",
            "two types",
            "another race",
        ),
    ],
)
def test_bets_that_are_refused_as_a_whole(bets, code):
    game = table()
    with refused(code):
        game.seat(2, "place_bets", **bets)
    assert game.find(BetsSealed) == []


def test_one_per_type():
    game = table(bet_mix="one_per_type")
    mixed = [
        {"kind": "sieg", "pick": 1, "stake": 500},
        {"kind": "platz", "pick": 1, "stake": 500},
        {"kind": "einlauf", "pick": [1, 3], "stake": 1000},
    ]
    game.seat(1, "place_bets", bets=mixed)
    assert [bet.kind for bet in game.state.dog(1).bets] == ["sieg", "platz", "einlauf"]
    with refused("invalid"):
        game.seat(2, "place_bets", **sieg((1, 500), (2, 500)))


@pytest.mark.parametrize("mix", ["one_type", "one_per_type"])
def test_no_platz_with_three_dogs(mix):
    game = table(1, 2, 3, bet_mix=mix)
    with refused("unknown_spot"):
        game.seat(1, "place_bets", bets=[{"kind": "platz", "pick": 1, "stake": 500}])
    assert {price.kind for price in game.state.odds} == {"sieg", "einlauf"}


def test_a_sheet_is_written_once_and_in_time():
    game = table()
    game.seat(1, "place_bets", **sieg((1, 500)))
    with refused("already_recorded"):
        game.seat(1, "place_bets", **sieg((2, 500)))
    with refused("not_your_turn"):
        game.seat(1, "set_aside", card=game.state.dog(1).set_[0])
    sleep_to(game, "set_aside")
    with refused("already_recorded"):
        game.seat(4, "place_bets", **sieg((2, 500)))


def test_a_bookmaker_places_no_bets_and_nobody_waits_for_his():
    game = table(bookmaker=3)
    assert game.state.waiting == (1, 2, 4)
    with refused("house_cannot_bet"):
        game.seat(3, "place_bets", **sieg((1, 500)))
    assert game.ruleset.legal(game.state, 3) == [{"type": "add_salt", "fill": ["salt"]}]
    for seat in (1, 2, 4):
        game.seat(seat, "place_bets", **sieg((3, 500)))
    assert game.state.phase == "set_aside" and game.state.waiting == (1, 2, 3, 4)


HITS = [
    (Bet(kind="sieg", pick=2, stake=1000), (2, 1, 3), 50, 5000),
    (Bet(kind="sieg", pick=2, stake=1000), (1, 2, 3), 50, 0),
    (Bet(kind="platz", pick=2, stake=700), (1, 2, 3), 15, 1050),
    (Bet(kind="platz", pick=2, stake=700), (1, 3, 2), 15, 0),
    (Bet(kind="platz", pick=2, stake=700), (2, None, None), 15, 1050),
    (Bet(kind="einlauf", pick=(1, 3), stake=600), (1, 3, 2), 60, 3600),
    (Bet(kind="einlauf", pick=(1, 3), stake=600), (3, 1, 2), 60, 0),
    (Bet(kind="einlauf", pick=(1, 3), stake=600), (1, None, None), 60, 0),
]


@pytest.mark.parametrize(("bet", "places", "quote", "returns"), HITS)
def test_what_a_bet_returns(bet, places, quote, returns):
    assert betting.payout(bet, places, quote) == returns


def test_the_full_limit_can_be_staked_in_every_race():
    """6,000 = 3 × 2,000: nobody is ever short."""
    assert 3 * betting.MOST == 6_000
