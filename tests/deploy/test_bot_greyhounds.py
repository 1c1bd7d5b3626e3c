"""The sensible bot for Greyhounds: what it plays, and that it is worth more than chance."""

from __future__ import annotations

import pytest

from deploy.bots.bot import Mind
from deploy.bots.chance import AtRandom
from deploy.bots.greyhounds import Sensible, steps
from races.rules.greyhounds import V1
from races.rules.protocol import By
from tests.races.rules.table import Table
from tests.races.rules.vectors import vectors


def play(game: Table, minds: dict[int, Mind]) -> None:
    """A whole game in memory; every choice is accepted."""
    while game.state.phase != "finished":
        seat = game.state.waiting[0]
        move = minds[seat].choose(V1.view(game.state, seat), V1.legal(game.state, seat))
        assert move is not None
        game.play(move, By(at=game.at, seat=seat))


@pytest.mark.parametrize("case", vectors("greyhounds_movement"), ids=lambda case: case["says"])
def test_it_counts_spaces_as_the_rules_do(case: dict) -> None:
    for i, moves in enumerate(case["moves"]):
        others = [*case["cards"][:i], *case["cards"][i + 1 :]]
        assert steps(case["race"], case["cards"][i], others) == moves


def test_the_last_to_play_spends_the_cheapest_card_that_gains_most_or_its_lowest() -> None:
    assert Sensible().answer(1, [4, 9, 15, 19], [12, 7, 3]) == 19
    assert Sensible().answer(2, [4, 9, 15, 19], [20, 18, 3]) == 4
    assert Sensible().answer(3, [2, 3, 9], [15, 14, 13]) == 2


def test_who_is_half_a_lap_behind_runs_for_it() -> None:
    dogs = [{"seat": seat, "state": "running", "position": position} for seat, position in ((1, 3), (2, 14), (3, 14))]
    state = {"seat": 1, "race": 2, "track_length": 20, "shown": [], "dogs": dogs, "own": {"hand": [18, 4]}}
    assert Sensible().card(state) == 18
    assert Sensible().card({**state, "race": 1}) == 4


def test_it_backs_its_own_dog_if_that_is_good_and_else_the_favourite() -> None:
    assert Sensible().bets({"order": [3, 1, 2, 4], "seat": 1}) == ("sieg", [{"pick": 1, "stake": 1000}])
    assert Sensible().bets({"order": [3, 2, 1, 4], "seat": 1}) == ("sieg", [{"pick": 3, "stake": 1000}])


def test_a_sensible_owner_is_richer_than_those_who_play_at_random() -> None:
    sense = chance = 0
    for number in range(60):
        game = Table(V1, {"track_length": (10, 24)[number % 2]}, [1, 2, 3, 4], number)
        seat = number % 4 + 1
        minds: dict[int, Mind] = {each: AtRandom(each + number) for each in (1, 2, 3, 4)}
        play(game, minds | {seat: Sensible()})
        balances = V1.balances(game.state)
        sense += 3 * balances.pop(seat)
        chance += sum(balances.values())
    assert sense > chance
