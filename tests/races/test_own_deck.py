"""A club's own deck: what is wrong is said by card and field, what is right in plain words; it is played with."""

from __future__ import annotations

import msgspec
import pytest

from ledger import reading
from ledger.errors import Refused
from races.api.decks import check
from races.rules.ready_set_bet.board import STANDARD
from tests.races.gaming import open_game

pytestmark = pytest.mark.django_db
TOML = """
name = "Our box"

[[cards]]
key = "lucky-sevens"
name = "Lucky Sevens"
copies = 32
effects = [{ type = "pay_on_totals", totals = [7], amount = 1 }]
"""


def test_a_deck_in_toml_is_told_in_plain_words() -> None:
    found = check("ready-set-bet", TOML)
    assert found.problems == ()
    assert [(card.name, card.copies) for card in found.cards] == [("Lucky Sevens", 32)]
    assert "7" in found.cards[0].does and "$1" in found.cards[0].does


@pytest.mark.parametrize(
    ("wrong", "card", "field"),
    [
        (TOML.replace("amount = 1", 'amount = "much"'), "card 1 (Lucky Sevens)", "effects[0].amount"),
        (TOML.replace("totals = [7]", "totals = [77]"), "card 1 (Lucky Sevens)", "effects[0].totals[0]"),
        ("cards = 7", "", "cards"),
    ],
)
def test_what_is_wrong_is_said_by_card_and_field(wrong: str, card: str, field: str) -> None:
    problem = check("ready-set-bet", wrong).problems[0]
    assert (problem.card, problem.field) == (card, field) and problem.sentence


def test_a_game_is_played_with_it_and_a_wrong_one_is_refused_by_the_cards_name() -> None:
    deck = check("ready-set-bet", TOML).deck
    game = open_game(seats=2, vips=True, vip_deck=deck)
    assert reading.load(game).state.frame.options["vip_deck"]["name"] == "Our box"
    wrong = msgspec.json.decode(msgspec.json.encode(deck))
    wrong["cards"][0]["effects"][0]["amount"] = "much"
    with pytest.raises(Refused) as refused:
        open_game(seats=2, vips=True, vip_deck=wrong)
    assert refused.value.extra["errors"][0]["card"] == "card 1 (Lucky Sevens)"


def test_only_a_ruleset_with_cards_of_that_kind_takes_one() -> None:
    for key in ("racehorse", "chess"):
        with pytest.raises(Refused, match="not_found"):
            check(key, TOML)


def test_the_house_deck_is_a_deck_like_any_other() -> None:
    assert check("ready-set-bet", msgspec.json.encode(STANDARD.edition.vips).decode()).problems == ()
