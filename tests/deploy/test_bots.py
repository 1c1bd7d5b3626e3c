"""The bots: what a sensible one says and plays, and that it is worth more than chance."""

from __future__ import annotations

import pytest

from deploy.bots.bot import Mind
from deploy.bots.chance import AtRandom
from deploy.bots.racehorse import Sensible, promise
from races.rules.racehorse import V1
from tests.races.rules.racehorse.tables import send, sit, turn
from tests.races.rules.table import Table


def play(table: Table, minds: dict[int, Mind]) -> None:
    """A whole game in memory; every choice is one of the offers."""
    while table.state.phase != "finished":
        seat = turn(table)
        offers = V1.legal(table.state, seat)
        move = minds[seat].choose(V1.view(table.state, seat), offers)
        assert move in offers
        send(table, seat, move)


def test_a_strong_suit_promises_more_than_a_weak_one() -> None:
    assert promise(["AS", "KS", "JS", "2S", "TH", "4D"], "S") > 3
    assert promise(["9H", "8H", "6D", "5D", "4C", "3C"], "H") < 1
    assert promise(["AS", "9H", "8H", "6D", "5D", "4C"], "S") == 0


def test_it_bids_what_it_holds_and_passes_on_nothing() -> None:
    offers = [{"type": "pass"}, *({"type": "bid", "points": points} for points in (2, 3, 4, 5))]
    assert Sensible().call(["AS", "KS", "JS", "2S", "TH", "4D"], offers) == {"type": "bid", "points": 2}
    assert Sensible().call(["AS", "KS", "JS", "2S", "TH", "4D"], [offers[0], *offers[2:]])["points"] == 3
    assert Sensible().call(["9H", "8H", "6D", "5D", "4C", "3C"], offers) == {"type": "pass"}
    assert Sensible().call(["9H", "8H", "6D", "5D", "4C", "3C"], [{"type": "bid", "points": 2}])["points"] == 2


@pytest.mark.parametrize(
    ("trick", "pitcher", "able", "card"),
    [
        ([], 1, ["TS", "4D", "2S"], "TS"),
        ([(2, "AS")], 2, ["3S", "9S"], "9S"),
        ([(2, "TH"), (3, "4H"), (4, "5H"), (5, "6H")], 2, ["JS", "3C"], "JS"),
        ([(3, "AH"), (4, "4H"), (5, "5H"), (2, "6H")], 2, ["TH", "7H"], "TH"),
    ],
    ids=["the pitcher leads", "a low trump is kept from the pitcher", "his ten is trumped", "an ally gets the ten"],
)
def test_what_it_plays(trick: list, pitcher: int, able: list[str], card: str) -> None:
    state = {
        "seat": 1,
        "trump": "S",
        "pitcher": pitcher,
        "hand": able,
        "trick": [{"seat": seat, "card": lying} for seat, lying in trick],
        "seats": [{"seat": seat, "cards": 3} for seat in range(1, 6)],
    }
    assert Sensible().card(state, able) == card


def test_two_sensible_players_take_money_from_three_who_play_at_random() -> None:
    won = 0
    for number in range(40):
        table = sit(5, chance=number, deals=3)
        minds: dict[int, Mind] = {seat: AtRandom(seat + number) for seat in (1, 3, 5)}
        minds |= {seat: Sensible() for seat in (2, 4)}
        play(table, minds)
        balances = V1.balances(table.state)
        won += balances[2] + balances[4]
    assert won > 0
