"""Phones and screens in a real browser, for tests of the room. Every page is watched: a script that fails, or reaches
for what isn't there, fails the test."""

from __future__ import annotations

import secrets
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SHOTS = Path(__file__).resolve().parents[2] / "var" / "shots"
PHONE, LAPTOP, TV = (390, 844), (1280, 800), (1920, 1080)
_OFFLINE = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_NETWORK", "ERR_CONNECTION", "ERR_ABORTED")
_REFUSED = ("status of 409", "status of 401", "status of 403")  # a browser notes every answer that isn't 2xx


class Room:
    """Opens pages; remembers what went wrong in them."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.wrong: list[str] = []
        self.contexts: list[Any] = []

    def open(self, address: str, size: tuple[int, int] = PHONE, **options: Any) -> Any:
        """A browser of its own (its own cookies) at ``address``."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
        self.contexts.append(context)
        watch(context, self.wrong)
        page = context.new_page()
        page.goto(address)
        return page

    def seat(self, address: str, name: str | None = None, **options: Any) -> Any:
        """A phone that has sat down by a seat's link or a join code, its script running."""
        page = self.open(address, **options)
        if name is not None:
            page.fill("input[name=name]", name)
        page.click("main form[method=post] button.main")
        page.locator("body.alive").wait_for()
        return page


def watch(context: Any, wrong: list[str]) -> None:
    """Every page of a browser context, other tabs and frames too: what goes wrong in one is added to ``wrong``."""

    def console(message: Any) -> None:
        if message.type == "error" and not any(part in message.text for part in (*_OFFLINE, *_REFUSED)):
            wrong.append(f"{message.page.url if message.page else ''}: {message.text}")

    context.on("weberror", lambda error: wrong.append(f"{error.page.url if error.page else ''}: {error.error}"))
    context.on("console", console)


@contextmanager
def room(browser: Any) -> Iterator[Room]:
    opened = Room(browser)
    try:
        yield opened
    finally:
        for context in opened.contexts:
            context.close()
    assert opened.wrong == []


class Sleeper:
    """A browser of its own that can be put to sleep as a phone is: nothing in it runs, its connections are as they
    were. (The debugger's lifecycle "frozen" leaves a page that counts as visible awake, and in a headless browser all
    do.)"""

    def __init__(self, kind: Any) -> None:
        mark = f"--sleeper={secrets.token_hex(8)}"
        self.browser = kind.launch(executable_path=CHROMIUM, args=["--no-sandbox", mark])
        self._process = next(each for each in psutil.process_iter(["cmdline"]) if mark in (each.info["cmdline"] or ()))

    def sleep(self) -> None:
        self._all(signal.SIGSTOP)

    def wake(self) -> None:
        self._all(signal.SIGCONT)

    def _all(self, number: signal.Signals) -> None:
        for process in (self._process, *self._process.children(recursive=True)):
            process.send_signal(number)


def shot(page: Any, name: str) -> None:
    """A picture for a person to look at, under ``var/`` (git-ignored)."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")


def bet(page: Any, marker: str, spot: str) -> None:
    """Tap a marker, tap a spot."""
    page.click(f'.tray [data-marker="{marker}"]')
    page.click(f'[data-spot="{spot}"]')


def spot(page: Any, key: str, words: str) -> Any:
    """The spot whose label says ``words``; wait for it with ``.wait_for()``."""
    return page.locator(f'[data-spot="{key}"][aria-label*="{words}"]')


def seen(page: Any) -> dict[str, Any]:
    """All that a phone shows of the game, to be compared with another look."""
    return {
        "track": page.get_attribute("#track svg", "aria-label"),
        "spots": [each.get_attribute("aria-label") for each in page.query_selector_all("[data-spot]")],
        "tray": page.inner_text(".tray"),
        "standings": page.inner_text("#seats"),
        "balance": page.inner_text("#balance"),
        "red_line": page.inner_text("#red-line"),
        "said": page.inner_text("#said"),
        "headline": page.inner_text("#headline"),
    }
