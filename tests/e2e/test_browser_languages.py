"""Phones that speak the languages of their owners, in a real browser."""

from __future__ import annotations

import pytest

from tests.e2e.lan import MARKS, PLAIN, open_game, seat_link
from tests.e2e.night import Club
from tests.e2e.phones import Room, bet, shot, spot

pytestmark = MARKS
HINTS = {
    "en": "Tap a marker, then a spot.",
    "sv": "Tryck på en marker, sedan på en plats.",
    "ro": "Atinge un marker, apoi un câmp.",
    "sl": "Tapni žeton, nato polje.",
    "fr": "Touche un marqueur, puis une case.",
}


@pytest.fixture
def club(lan_club: Club) -> Club:
    return lan_club


def test_a_slovenian_phone_sees_board_refusal_and_table_in_slovenian(club: Club, people: Room) -> None:
    game = open_game(club, "Ana", "Bo", pace_ms=9000, **PLAIN)
    ana = people.seat(seat_link(game, 1), locale="sl-SI")
    assert ana.get_attribute("html", "lang") == "sl"
    assert "sedež 1, Ana" in " ".join(ana.inner_text(".you").split())
    game.start()
    ana.locator("body[data-phase=betting]").wait_for()
    ana.locator(".hint", has_text=HINTS["sl"]).wait_for()
    assert ana.inner_text("#said").startswith("Dirka 1 od ") and "stave so odprte" in ana.inner_text("#said")
    assert ana.locator(".bet-grid .head").all_inner_texts()[1:] == ["Show", "Mesto", "Zmaga"]
    bet(ana, "5", "win:7:1")
    spot(ana, "win:7:1", "7 zmaga, izplačilo 3 proti 1, izguba v dolarjih: 4, zasedeno: tvoj 5").wait_for()

    ana.route("**/live*", lambda route: route.abort())  # she learns nothing of what the other does …
    ana.evaluate("dispatchEvent(new Event('offline'))")
    assert game.bet(2, "4", "win:8:1").status_code == 201
    bet(ana, "4", "win:8:1")
    ana.locator("#toast", has_text="Prepozno, polje je zasedeno: Bo.").wait_for()  # … and is told, with a name
    ana.unroute("**/live*")
    shot(ana, "phone-slovenian")

    assert ana.locator("#board th").all_inner_texts()[1:] == ["Sedež", "Ime", "Rezultat", "Zadnje"]
    ana.goto(f"{club.url}/{club.slug}/table")
    assert ana.inner_text("h1").startswith("Lestvica")


def test_the_chooser_changes_the_language_and_the_phone_remembers(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", pace_ms=9000, **PLAIN)
    ann = people.seat(seat_link(game, 1), locale="en-GB")
    game.start()
    for language, hint in HINTS.items():
        ann.click(f"footer button[value={language}]")
        ann.locator("body.alive").wait_for()
        assert ann.get_attribute("html", "lang") == language
        ann.locator(".hint", has_text=hint).wait_for()
        assert ann.locator("footer button[aria-current=true]").get_attribute("value") == language
    ann.goto(club.url)
    assert ann.get_attribute("html", "lang") == "fr"  # the last one
