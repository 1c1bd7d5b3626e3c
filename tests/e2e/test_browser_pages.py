"""The pages in a real browser, on the machine's own address over plain http: joining, a live game, signing in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.lan import MARKS
from tests.e2e.night import Api, Club
from tests.instance import Up

pytestmark = MARKS


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    with Up(tmp_path_factory.mktemp("browser") / "data", "--lan") as running:
        running.wait_until_ready()
        yield running


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """A fresh phone; the test fails if a page's script does, or reaches for anything that isn't there."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    yield opened
    context.close()
    assert wrong == []


def test_a_guest_joins_by_phone_and_follows_the_race_live(up: Up, address: str, page: Any) -> None:
    club = Club(address, (up.data / "organiser-token").read_text().strip(), public=True)
    game = club.manager.made(
        f"/nights/{club.night['id']}/games",
        {
            "ruleset": "ready-set-bet",
            "options": {"races": 1, "pace_ms": 50},
            "label": "Table 2",
            "seats": [{"guest": "Ann"}, {}],
        },
    )
    page.goto(game["join_url"])
    page.fill("input[name=name]", "Zoë")
    page.click("button")
    page.wait_for_url(f"{address}/g/{game['id']}")
    assert "Zoë" in page.inner_text("#board")

    club.manager.made(f"/games/{game['id']}/moves", {"type": "start_race"})
    page.wait_for_selector("text=and they're off!")
    page.wait_for_selector("text=The game is over.", timeout=60_000)
    page.locator("#said", has_text="Finished").wait_for()

    told = [int(line.get_attribute("value")) for line in page.query_selector_all("#lines li")]
    events = Api(address).get(f"/games/{game['id']}").json()["version"]
    assert told == list(range(events, events - 30, -1))  # the last ones, every event once, in order, newest first
    live = page.inner_text("#lines")
    page.reload()
    assert page.inner_text("#lines") == live  # told live and told again: the same words


def test_tonight_shows_a_game_that_is_opened_meanwhile(up: Up, address: str, page: Any) -> None:
    club = Club(address, (up.data / "organiser-token").read_text().strip(), public=True)
    page.goto(f"{address}/{club.slug}/tonight")
    assert "No game has been opened yet." in page.inner_text("#main")
    club.open(2)
    page.wait_for_selector("text=Race 1 of 4 is about to start.")


def test_the_printed_link_signs_the_organiser_in_on_a_private_club(up: Up, address: str, page: Any) -> None:
    club = Club(address, (up.data / "organiser-token").read_text().strip())
    page.goto(re.findall(r"http://[^\s]+/signin/[^\s]+", up.output)[0])
    page.fill("#id_new_password1", "hoofbeats-at-dawn")
    page.fill("#id_new_password2", "hoofbeats-at-dawn")
    page.click("button")
    page.wait_for_url(f"{address}/")
    assert "Signed in as organiser" in page.inner_text("#main")
    page.goto(f"{address}/{club.slug}/tonight")
    assert "No game has been opened yet." in page.inner_text("#main")
    club.open(2)
    page.wait_for_selector("text=Race 1 of 4 is about to start.")  # live too, by the session
