"""Calls in five languages. (That every text is translated: tests/league/test_catalogues.py.)"""

from __future__ import annotations

import pytest

from races.calling import say
from races.rules.ready_set_bet.calls import Call
from races.rules.telling import Said


@pytest.mark.parametrize(
    ("language", "off", "closed"),
    [
        ("en", "And they're off!", "No more bets!"),
        ("sv", "Och de är iväg!", "Inga fler insatser!"),
        ("ro", "Și au pornit!", "Nu se mai pariază!"),
        ("sl", "In že dirjajo!", "Nič več stav!"),
        ("fr", "Et c’est parti\u00a0!", "Rien ne va plus\u00a0!"),
        ("eo", "And they're off!", "No more bets!"),
    ],
)
def test_the_opening_and_the_closing_call(language, off, closed):
    assert say(Call("off", (Said("And they're off!"),)), language) == off
    assert say(Call("no_more_bets", (Said("No more bets!"),)), language) == closed


def test_a_name_inside_a_sentence_is_translated_too():
    happened = Call("exotic_possible", (Said("{exotic} is possible.", {"exotic": Said("Photo Finish")}),))
    assert say(happened, "sv") == "Målfoto är möjligt."
    assert say(happened, "en") == "Photo Finish is possible."
