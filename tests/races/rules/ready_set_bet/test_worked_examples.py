"""The examples of docs/rules.md, read from its tables and played to the dollar."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from races.rules.ready_set_bet import vips
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.deck_check import preview, problems, read_deck
from races.rules.ready_set_bet.events import BetSettled, SeatSettled
from tests.races.rules.ready_set_bet.tables import RACE, full, roll, started
from tests.races.rules.table import Table

PAGE = (Path(__file__).parents[4] / "docs" / "rules.md").read_text()
PROPS = ["11-12>6", "6>blue", "7>orange", "2-3>5", "4>9"]
EXOTICS = ["late-start", "tight-race"]

DECK = {
    "name": "Of the examples",
    "cards": [
        {
            "key": "one",
            "name": "One",
            "effects": [{"type": "bonus_marker", "marker": "white-7"}, {"type": "bonus_marker", "marker": "black-2"}],
        },
        {
            "key": "two",
            "name": "Two",
            "effects": [
                {"type": "pay_on_totals", "totals": [2, 12], "amount": 1},
                {"type": "per_bet", "won": 2, "lost": 1},
            ],
        },
        {"key": "dud", "name": "Dud", "effects": [{"type": "late_bet"}], "copies": 2},
    ],
}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table whose first line begins with ``heading``."""
    lines = PAGE[PAGE.index(f"| {heading} |") :].splitlines()
    table = []
    for line in lines[2:]:
        if not line.startswith("|"):
            break
        table.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return table


BETS = rows("Kind")


def second_race() -> Table:
    """Race 2 is ready; the deal that gives seat 1 its card and seat 2 the other was looked for."""
    for chance in range(500):
        table = full("competing", 1, 2, 3, house_seat=3, races=2, vip_deck=DECK, chance=chance)
        roll(started(table), *RACE)
        hands = {hand.seat: hand.cards for hand in table.state.cards.dealt}
        if "one" in hands[1] and "two" in hands[2]:
            table.seat(1, "keep_vip", card="one")
            table.seat(2, "keep_vip", card="two")
            return table
    raise AssertionError("no such deal")


@pytest.fixture(scope="module")
def played() -> Table:
    table = second_race()
    table.host("lay_cards", props=PROPS, exotics=EXOTICS)
    house = [{"marker": marker, "spot": spot} for _, seat, marker, spot, *_ in BETS if seat == "3"]
    table.seat(3, "place_house_bets", bets=house)
    started(table)
    for _, seat, marker, spot, *_ in BETS:
        if seat != "3":
            table.seat(int(seat), "place_bet", marker=marker, spot=spot)
    roll(table, *RACE)
    return table


def test_the_page_names_the_cards_that_lie_there():
    assert all(f"`{card}`" in PAGE for card in (*PROPS, *EXOTICS))
    assert " ".join(f"{a}{b}" for a, b in RACE) in PAGE


def test_there_is_an_example_of_every_kind_of_bet():
    kinds = {STANDARD.spot(spot, tuple(PROPS)).kind for _, _, _, spot, *_ in BETS}
    assert kinds == {"win", "place", "show", "colour", "fifth-or-worse", "prop", "exotic"}
    assert {row[0] for row in BETS} >= {"Bonus marker", "House marker"}


@pytest.mark.parametrize("row", BETS, ids=lambda row: f"{row[2]} on {row[3]}")
def test_a_bet_makes_what_the_page_says(played: Table, row: list[str]):
    _, seat, marker, spot, odds, _, dollars = row
    settled = [event for event in played.find(BetSettled) if event.race == 2]
    (amount,) = [e.amount for e in settled if (str(e.seat), e.marker, e.spot) == (seat, marker, spot)]
    assert amount == int(dollars)
    printed = STANDARD.spot(spot, tuple(PROPS))
    assert f"{printed.pays}/{-printed.loses}" == odds


def test_a_seat_has_what_the_page_says(played: Table):
    settled: list[Any] = [event for event in played.find(SeatSettled) if event.race == 2]
    found = [[e.seat, e.balance - e.won + e.lost - e.forgiven, e.won, e.lost, e.forgiven, e.balance] for e in settled]
    assert found == [[int(cell) for cell in row] for row in rows("Seat | Before")]


def test_the_deck_of_the_page_can_be_played_with_and_reads_as_it_says():
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    deck, found = read_deck(text)
    assert found == [] and deck is not None
    assert problems(deck, STANDARD, needed=31) == []
    words = " ".join(PAGE.split())
    for card in preview(deck):
        assert f"*{card.does}*" in words


def test_every_effect_is_listed():
    tags = {effect.__struct_config__.tag for effect in vips.Effect.__subclasses__()}
    assert {row[0].split(" ")[0].strip("`") for row in rows("Effect")} == tags
