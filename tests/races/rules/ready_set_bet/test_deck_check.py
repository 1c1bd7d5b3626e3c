"""A club's own VIP deck: read from JSON or TOML, and what is said against a bad one."""

from __future__ import annotations

import json

import msgspec
import pytest

from races.rules.protocol import Refused
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.deck_check import Preview, Problem, preview, problems, read_deck
from races.rules.ready_set_bet.edition import LATEST
from races.rules.ready_set_bet.state import Options

TOML = """
name = "The club's box"

[[cards]]
key = "lucky-seven"
name = "Lucky Seven"
text = "Take $1 whenever a 7 is rolled."
copies = 2
effects = [{type = "pay_on_totals", totals = [7], amount = 1}]

[[cards]]
key = "white-5"
name = "White 5"
effects = [{type = "bonus_marker", marker = "white-5"}]
"""


def card(name: str = "One", **fields: object) -> dict[str, object]:
    return {"key": "one", "name": name, "effects": [{"type": "chips", "amounts": [1]}], **fields}


def deck(*cards: dict[str, object]) -> str:
    return json.dumps({"name": "Ours", "cards": list(cards)})


def test_a_deck_in_toml_and_in_json_is_the_same():
    read, found = read_deck(TOML)
    assert found == []
    assert read_deck(msgspec.json.encode(read).decode()) == (read, [])
    assert preview(read) == [
        Preview("lucky-seven", "Lucky Seven", 2, "Win $1 whenever 7 is rolled.", "Take $1 whenever a 7 is rolled."),
        Preview("white-5", "White 5", 1, "Take the white 5 marker for the rest of the game.", ""),
    ]
    assert problems(read, STANDARD) == []


def test_the_house_deck_has_no_problem():
    assert problems(LATEST.edition.vips, STANDARD, needed=32) == []


@pytest.mark.parametrize(
    ("text", "where", "field"),
    [
        ("]", "", ""),
        ("{", "", ""),
        ("{}", "", "cards"),
        (deck(card(key="No Key")), "card 1 (One)", "key"),
        (deck(card(), card("Two", key="two", effects=[{"type": "dance"}])), "card 2 (Two)", "effects[0].type"),
        (deck(card(effects=[])), "card 1 (One)", "effects"),
        (deck(card(effects=[{"type": "piggyback", "value": "3"}])), "card 1 (One)", "effects[0].value"),
        (deck(card(effects=[{"type": "bonus_marker", "marker": "blue-3"}])), "card 1 (One)", "effects[0].marker"),
        (deck(card(effects=[{"type": "late_bet", "makers": 2}])), "card 1 (One)", "effects[0]"),
        (
            deck(card(effects=[{"type": "pay_on_totals", "totals": [13], "amount": 1}])),
            "card 1 (One)",
            "effects[0].totals[0]",
        ),
        (deck(card(surprise=1)), "card 1 (One)", ""),
        (deck({"name": 7}), "card 1", "name"),
        (json.dumps({"cards": [card()]}), "", ""),
    ],
)
def test_what_cannot_be_read_is_said_by_card_and_field(text, where, field):
    read, (problem, *_) = read_deck(text)
    assert read is None
    assert (problem.card, problem.field) == (where, field)
    assert problem.sentence.endswith(".")


def test_every_bad_card_is_named_at_once():
    _, found = read_deck(deck(card(copies=0), card("Two"), card("Three", effects=[])))
    assert [problem.card for problem in found] == ["card 1 (One)", "card 3 (Three)"]


def read(*cards: dict[str, object]):
    made, found = read_deck(deck(*cards))
    assert found == []
    return made


MARKER = [{"type": "bonus_marker", "marker": "black-4"}]


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ([card(), card("Two")], Problem("Two", "key", "there is another card one.")),
        ([card(effects=MARKER, copies=2)], Problem("One", "copies", "there is only one marker black-4.")),
        (
            [card(effects=MARKER), card("Two", key="two", effects=MARKER)],
            Problem("Two", "effects[0].marker", "marker black-4 is granted by One already."),
        ),
        (
            [card(effects=[{"type": "cancel_loss", "on": {"horses": ["13"]}}])],
            Problem("One", "effects[0].on.horses", "there is no horse 13."),
        ),
        (
            [card(effects=[{"type": "cancel_loss", "on": {"colours": ["pink"]}}])],
            Problem("One", "effects[0].on.colours", "no horse is pink."),
        ),
    ],
)
def test_what_makes_no_sense(cards, problem):
    assert problems(read(*cards), STANDARD) == [problem]


def test_a_deck_too_small_for_the_table_is_refused_at_the_opening():
    small = msgspec.to_builtins(read(card(copies=11)))
    for seats, fine in (([1, 2], True), ([1, 2, 3], False)):
        options = msgspec.convert({"vip_deck": small}, Options)
        if fine:
            V1.check(options, seats)
            continue
        with pytest.raises(Refused) as caught:
            V1.check(options, seats)
        assert caught.value.code == "invalid"
        assert caught.value.extra["errors"][0]["field"] == "cards"
    competing = msgspec.convert({"vip_deck": small, "house": "competing"}, Options)
    V1.check(competing, [1, 2, 3])


def test_a_deck_that_makes_no_sense_is_refused_at_the_opening_with_card_and_field():
    options = msgspec.convert({"vip_deck": msgspec.to_builtins(read(card(effects=MARKER, copies=12)))}, Options)
    with pytest.raises(Refused) as caught:
        V1.check(options, [1, 2])
    assert caught.value.extra["errors"] == [
        {"card": "One", "field": "copies", "sentence": "One: copies: there is only one marker black-4."}
    ]
