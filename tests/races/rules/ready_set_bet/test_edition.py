"""Editions: content as data, recorded by its hash, never changed."""

from __future__ import annotations

import hashlib
import re
from importlib import resources

import msgspec
import pytest

from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.board import BOARDS, STANDARD
from races.rules.ready_set_bet.edition import FILED, LATEST, Edition
from races.rules.ready_set_bet.state import Options
from races.rules.ready_set_bet.vips import BonusMarker, card_keys

PINNED = {"printed-1": "a787fd85b3f92f1cc58a4619ef05db2e50c6cf43b6f4563e782314daaad5c8ad"}
"""A changed edition is a new file: games that were opened with this one are played with it for ever. Whoever comes here
to change a hash has to add a file (and a line) instead."""


def test_no_edition_ever_changes():
    assert {filed.edition.name: filed.hash for filed in FILED} == PINNED


def test_the_hash_is_that_of_the_file():
    content = resources.files("races.rules.ready_set_bet").joinpath("editions/printed-1.json").read_bytes()
    assert hashlib.sha256(content).hexdigest() == PINNED["printed-1"]


def test_a_new_game_records_the_latest_edition():
    assert V1.edition() == (LATEST.edition.name, LATEST.hash)


def test_a_game_from_before_editions_is_played_with_the_first_one():
    options = msgspec.convert({}, Options)
    assert V1.initial_of(options, [1, 2], "5a17", None).board is BOARDS[PINNED["printed-1"]]
    assert V1.initial_of(options, [1, 2], "5a17", LATEST.hash) == V1.initial(options, [1, 2], "5a17")
    with pytest.raises(KeyError):
        V1.initial_of(options, [1, 2], "5a17", "0" * 64)


def test_what_the_printed_edition_holds():
    edition = LATEST.edition
    assert (len(edition.horses), len(edition.side), len(edition.props), len(edition.exotics)) == (9, 4, 28, 5)
    assert (edition.finish, edition.red_line, edition.closing_crossings) == (15, 10, 3)
    assert edition.vips.ours
    assert len(card_keys(edition.vips)) == 32


def test_the_house_deck_has_one_card_for_every_bonus_marker_and_the_documented_ones():
    cards = card_keys(LATEST.edition.vips)
    markers = [e.marker for card in cards.values() for e in card.effects if isinstance(e, BonusMarker)]
    assert sorted(markers) == sorted(f"{colour}-{n}" for colour in ("black", "white") for n in range(2, 8))
    names = {card.name for card in cards.values()}
    assert {"Snake Eyes & Boxcars", "Piggyback Bet: 3", "Complimentary Chips", "Risky Gambler"} <= names
    assert any(name.startswith("Bonus Bet Token") for name in names)


@pytest.mark.parametrize("change", [{"finish": "15"}, {"extra": 1}, {"exotics": [{"key": "x"}]}])
def test_the_schema_refuses_what_is_no_edition(change):
    good = msgspec.to_builtins(LATEST.edition)
    assert msgspec.convert(good, Edition) == LATEST.edition
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**good, **change}, Edition)


def test_the_board_says_which_edition_it_is_and_shows_every_card():
    board = V1.board()
    assert (board["edition"], board["edition_hash"]) == V1.edition()
    assert len(board["props"]) == 28
    assert board["props"][11] == {"card": "6>orange", "horse": "6", "ahead_of": ["5", "9"], "pays": 3, "loses": 3}
    assert board["exotics"][1] == {
        "card": "late-start",
        "name": "Late Start",
        "spots": ["exotic:late-start:1", "exotic:late-start:2", "exotic:late-start:3"],
        "pays": 4,
        "loses": 1,
    }
    assert board["vips"]["ours"] is True
    assert all(re.fullmatch(r"[A-Z“].*\.", card["does"]) for card in board["vips"]["cards"])
    assert len(STANDARD.exotic_spots) == 15
