"""An instance as in a club's room: over plain http at the machine's own address, with a real browser. Fixtures, one
instance for all tests of a run that ask for it; the browser is a module's, for while it is open a loop of asyncio runs
in this process, and neither Django nor another loop would work in the tests that follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from deploy.addresses import lan_addresses
from tests.e2e.night import Club, Game
from tests.e2e.phones import CHROMIUM, Room, Sleeper, room
from tests.instance import Up

MARKS = [
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here (Debian: apt install chromium)"),
    pytest.mark.skipif(not lan_addresses(), reason="this machine has no address but loopback"),
    pytest.mark.xdist_group("browser"),
]
PLAIN = {"props": False, "exotics": False, "vips": False}


@pytest.fixture(scope="session")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    decks = {"RAILBIRD_TEST_DECKS": "1"}  # worked examples can be played
    with Up(tmp_path_factory.mktemp("room") / "data", "--lan", env=decks) as running:
        running.wait_until_ready()
        yield running


@pytest.fixture(scope="module")
def address(up: Up) -> str:
    """Of ``up``: the one here, or a module's own."""
    return re.findall(r"http://[^\s]+", up.output)[0].rstrip("/")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def people(browser: Any) -> Iterator[Room]:
    with room(browser) as opened:
        yield opened


@pytest.fixture
def sleeper(browser: Any) -> Iterator[Sleeper]:
    asleep = Sleeper(browser.browser_type)
    yield asleep
    asleep.wake()
    asleep.browser.close()


@pytest.fixture
def lan_club(up: Up, address: str) -> Club:
    """A club of the test's own: a screen that follows a club's game must not find another test's."""
    return Club(address, (up.data / "organiser-token").read_text().strip(), public=True)


def open_game(club: Club, *names: str | None, ruleset: str = "ready-set-bet", **options: Any) -> Game:
    """A game on the club's night; ``names`` of guests, None: a free seat."""
    seats = [{} if name is None else {"guest": name} for name in names]
    body = {"ruleset": ruleset, "options": options, "label": "Table 2", "seats": seats}
    return Game(club.url, club.manager.made(f"/nights/{club.night['id']}/games", body), club.manager)


def seat_link(game: Game, seat: int) -> str:
    return str(game.opened["seats"][seat - 1]["join_url"])
