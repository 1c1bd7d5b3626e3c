"""When prop and exotic cards are true (§7, §8), against hand-made finishes."""

from __future__ import annotations

import pytest

from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.placing import finish, hits
from tests.races.rules.vectors import positions, vectors

FINISHES = vectors("ready_set_bet_finishes")
PROPS = vectors("ready_set_bet_props")
EXOTICS = vectors("ready_set_bet_exotics")["finishes"]


def true_props(text: str) -> set[str]:
    result = finish(positions(text))
    return {card for card, spot in STANDARD.props.items() if hits(STANDARD, result, spot)}


def true_exotics(text: str) -> list[str]:
    result = finish(positions(text))
    return [card for card in STANDARD.exotics if hits(STANDARD, result, STANDARD.exotic_spots[f"exotic:{card}:1"])]


def test_the_28_prop_cards_and_their_odds():
    assert {key: f"{s.pays}/{-s.loses}" for key, s in STANDARD.props.items()} == PROPS["cards"]
    assert len(STANDARD.props) == 28


@pytest.mark.parametrize("case", FINISHES, ids=lambda case: case["positions"])
def test_all_28_props_and_all_exotics_of_a_finish(case):
    assert true_props(case["positions"]) == set(case["props"])
    assert true_exotics(case["positions"]) == case["exotics"]


@pytest.mark.parametrize("case", PROPS["truth"], ids=lambda case: case["why"])
def test_a_prop(case):
    assert (case["card"] in true_props(case["positions"])) is case["true"]


@pytest.mark.parametrize("case", EXOTICS, ids=lambda case: case["why"])
def test_exotics(case):
    assert true_exotics(case["positions"]) == case["true"]


@pytest.mark.parametrize(
    ("card", "odds"),
    [
        ("tight-race", "6/-2"),
        ("late-start", "4/-1"),
        ("photo-finish", "5/-3"),
        ("by-a-nose", "5/-3"),
        ("blow-out", "4/-2"),
    ],
)
def test_every_spot_of_an_exotic_card_has_its_odds(card, odds):
    for n in (1, 2, 3):
        spot = STANDARD.exotic_spots[f"exotic:{card}:{n}"]
        assert f"{spot.pays}/{-spot.loses}" == odds
