"""Win, Place and Show, and the side row (§5)."""

from __future__ import annotations

import pytest

from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.placing import finish, hits
from tests.races.rules.vectors import positions, vectors

FINISHES = [*vectors("ready_set_bet_finishes"), *vectors("ready_set_bet_placing")]


@pytest.mark.parametrize("case", FINISHES, ids=lambda case: case["positions"])
def test_finish(case):
    result = finish(positions(case["positions"]))
    assert list(STANDARD.names(result.win)) == case["win"]
    assert list(STANDARD.names(result.place)) == case["place"]
    assert list(STANDARD.names(result.show)) == case["show"]


@pytest.mark.parametrize("case", FINISHES, ids=lambda case: case["positions"])
def test_spots_that_pay(case):
    result = finish(positions(case["positions"]))
    paying = {key for key, spot in STANDARD.spots.items() if hits(STANDARD, result, spot)}
    expected = {
        f"{kind}:{horse}:{n}"
        for kind, count in (("win", 3), ("place", 2), ("show", 2))
        for horse in case[kind]
        for n in range(1, count + 1)
    }
    assert paying == expected | set(case["side"])
