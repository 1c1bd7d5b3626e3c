"""The board against the rules page's table (§2)."""

from __future__ import annotations

import pytest

from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import STANDARD
from tests.races.rules.vectors import vectors

PRINTED = vectors("ready_set_bet_board")


def odds(key: str) -> str:
    spot = STANDARD.spots[key]
    return f"{spot.pays}/{-spot.loses}"


def test_nine_horses_in_order():
    assert STANDARD.horses == ("2-3", "4", "5", "6", "7", "8", "9", "10", "11-12")
    assert STANDARD.of_total[2:] == (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8)


@pytest.mark.parametrize("horse", PRINTED["rows"])
def test_a_horses_row(horse):
    row = PRINTED["rows"][horse]
    assert STANDARD.colours[STANDARD.index[horse]] == row["colour"]
    for kind in ("show", "place", "win"):
        assert [odds(f"{kind}:{horse}:{n + 1}") for n in range(len(row[kind]))] == row[kind]


def test_the_side_row():
    assert {key: odds(key) for key in PRINTED["side"]} == PRINTED["side"]


def test_there_are_63_spots_and_4_and_no_others():
    assert len(STANDARD.spots) == 67
    assert len([spot for spot in STANDARD.spots.values() if spot.kind in ("win", "place", "show")]) == 63


def test_what_a_client_draws():
    board = V1.board()
    assert board["track"] == {"gate": 0, "finish": 15, "red_line": 10, "closing_crossings": 3}
    assert board["horses"][0] == {"horse": "2-3", "colour": "blue", "totals": [2, 3], "bonus": 3}
    assert board["horses"][4] == {"horse": "7", "colour": "black", "totals": [7], "bonus": 0}
    seven = {"spot": "win:7:1", "kind": "win", "horse": "7", "colour": None, "pays": 3, "loses": 4}
    assert seven in board["spots"]
    assert len(board["spots"]) == 67
