"""An organiser's evening in a browser, on the machine's own address over plain http: taps and keys are counted."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.lan import MARKS
from tests.e2e.night import Club
from tests.e2e.phones import LAPTOP, PHONE, Room, room, shot
from tests.e2e.rooms import Past
from tests.instance import Up

pytestmark = MARKS


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with Up(tmp_path_factory.mktemp("organiser") / "data", "--lan") as running:
        running.wait_until_ready()
        yield running


@pytest.fixture(scope="module")
def token(up: Up) -> str:
    return (up.data / "organiser-token").read_text().strip()


@pytest.fixture(scope="module")
def signed_in(browser: Any, up: Up) -> Any:
    with room(browser) as opened:
        page = opened.open(re.findall(r"http://[^\s]+/signin/[^\s]+", up.output)[0])
        page.fill("#id_new_password1", "hoofbeats-at-dawn")
        page.fill("#id_new_password2", "hoofbeats-at-dawn")
        page.click("main button")
        page.locator("text=Signed in as").wait_for()
        state = page.context.storage_state()
    return state


class Hands:
    """Taps and types, and counts both."""

    def __init__(self, page: Any) -> None:
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, what: str) -> None:
        self.page.locator(what).first.click()
        self.taps += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def done(self) -> int:
        """Taps since the last time."""
        taps, self.taps = self.taps, 0
        return taps


def test_club_season_night_and_game_take_four_taps_each_at_most(address: str, people: Room, signed_in: Any) -> None:
    page = people.open(f"{address}/", PHONE, storage_state=signed_in)
    hand = Hands(page)
    hand.tap("form[action='/new/club'] input[name=name]")
    hand.type("Thursday Turf")
    hand.tap("text=Make the club")
    page.wait_for_url(f"{address}/thursday-turf")
    assert hand.done() <= 4
    hand.tap(".sub >> text=Seasons")
    page.locator("text=A new season").wait_for()
    hand.tap("text=Make the season")  # next year, filled in already
    page.locator("h1", has_text="League table 20").wait_for()
    assert hand.done() <= 4
    hand.tap(".sub >> text=Tonight")
    hand.tap("text=Open tonight's night")
    page.locator("h1", has_text="New game").wait_for()
    assert hand.done() <= 4
    hand.tap("text=Open the game")  # four free seats at Table 1, as it is usually played
    page.locator("text=A code for each seat").wait_for()
    assert hand.done() <= 4
    assert page.locator("img[alt^='QR code of seat']").count() == 4
    assert page.locator("img[alt='QR code to sit down at this game']").count() == 1


def test_a_result_of_four_players_is_typed_in_under_thirty_seconds(
    address: str, token: str, people: Room, signed_in: Any
) -> None:
    club = Past(address, token)
    page = people.open(f"{address}/{club.slug}/nights/{club.night['id']}", LAPTOP, storage_state=signed_in)
    hand = Hands(page)
    began = time.monotonic()
    hand.tap("text=A result of another game")
    page.locator("input[name=title]:focus").wait_for()  # typing begins at once
    hand.type("Azul")
    for row, score in enumerate(("71", "64", "58"), 1):  # the three of the last game sit there already
        hand.tap(f"input[name=score] >> nth={row - 1}")
        hand.type(score)
    hand.tap("input[name=name] >> nth=3")
    hand.type("Dag Dahl")
    hand.press("Tab")
    hand.type("49")
    hand.press("Enter")
    page.locator("h2", has_text="Azul").wait_for()
    assert time.monotonic() - began < 30
    # A thumb makes about two taps and three keys a second.
    assert hand.taps / 2 + hand.keys / 3 < 30
    assert (hand.taps, hand.keys) == (5, 22)
    board = page.locator("section.box", has=page.locator("h2", has_text="Azul"))
    assert "Ann Archer" in board.inner_text() and "71" in board.inner_text()


def test_by_keys_alone_a_result_is_typed_in(address: str, token: str, people: Room, signed_in: Any) -> None:
    club = Club(address, token, public=True)
    page = people.open(f"{address}/{club.slug}/nights/{club.night['id']}/result", LAPTOP, storage_state=signed_in)
    hand = Hands(page)
    page.locator("input[name=title]:focus").wait_for()
    for text in ("Azul", "Ann", "71", None, "Bo", "64"):
        if text is not None:
            hand.type(text)
        hand.press("Tab")
    hand.press("Enter")
    page.locator("h2", has_text="Azul").wait_for()
    assert "Ann" in page.inner_text("#main") and "71" in page.inner_text("#main")


def test_phones_that_get_through_are_counted_live_and_links_take_their_address(
    up: Up, address: str, token: str, people: Room, signed_in: Any
) -> None:
    boss = people.open(f"http://127.0.0.1:{up.port}/connect", LAPTOP)  # the laptop itself, by its loopback name
    assert boss.inner_text(".address") == address
    boss.locator("text=No phone got through yet.").wait_for()
    for _ in range(2):  # from one network address: one phone, or a stranger could be a crowd
        phone = people.open(f"{address}/connect/here")
        assert "You got through" in phone.inner_text("h1")
        phone.reload()  # each phone once
        boss.locator("#reached", has_text="1 phone got through").wait_for()
    shot(boss, "laptop-connected")
    assert f"begin with {address}" in boss.inner_text("#reached")
    club = Club(address, token, public=True)
    game = club.open(2)
    host = people.open(f"{address}/", LAPTOP, storage_state=signed_in)
    host.goto(f"{address}/g/{game.id}/seats")
    assert host.get_attribute("#seat-1 a", "href").startswith(f"{address}/j/")


def test_another_scoring_is_shown_without_leaving_the_page(
    address: str, token: str, people: Room, signed_in: Any
) -> None:
    club = Past(address, token)
    page = people.open(f"{address}/{club.slug}/seasons/{club.season['id']}/scoring", LAPTOP, storage_state=signed_in)
    page.check("input[value=opponents-beaten]")
    page.click("text=Show the effect")
    page.locator("#effect >> text=Points then").wait_for()
    assert page.is_checked("input[value=opponents-beaten]")
    shot(page, "laptop-scoring-effect")
    page.fill("#effect input[name=reason]", "we voted")
    page.click("text=Score it so")
    page.wait_for_url(f"{address}/{club.slug}/seasons/{club.season['id']}")
    assert "Share of opponents beaten" in page.inner_text("#main")


def test_a_live_table_leaves_the_keyboard_and_what_was_opened_where_they_are(
    address: str, token: str, people: Room
) -> None:
    club = Past(address, token)
    page = people.open(f"{address}/{club.slug}/table", LAPTOP)
    why = page.locator("details.why > summary").first
    why.focus()
    page.keyboard.press("Enter")
    page.locator("details.why[open]").first.wait_for()
    name = page.evaluate("document.activeElement.parentElement.id")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"  # the focus is seen
    points = {"member": club.members["Dag Dahl"], "points": 50, "reason": "found a purse"}
    club.manager.made(f"/seasons/{club.season['id']}/adjustments", points)
    page.locator("tbody tr >> nth=0", has_text="Dag Dahl").wait_for()  # it came live: he leads now
    assert page.evaluate("document.activeElement.parentElement.id") == name
    assert page.evaluate(f"document.getElementById('{name}').open")
    assert page.locator("details.why[open]").count() == 1


def test_a_printed_table_is_black_on_white_with_every_reason(address: str, token: str, people: Room) -> None:
    club = Past(address, token)
    page = people.open(f"{address}/{club.slug}/seasons/{club.season['id']}?print", LAPTOP, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    look = "([getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor])"
    assert page.evaluate(look) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    assert page.locator("details.why:not([open])").count() == 0
    assert page.locator("nav.sub").is_hidden() and page.locator(".top").is_hidden()
    paper = page.pdf(prefer_css_page_size=True)
    assert re.search(rb"/MediaBox \[0 0 59[45]\.\d+ 84[12]\.\d+\]", paper)  # A4, in points
