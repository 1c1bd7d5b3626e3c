"""How smoothly the big screen runs: Chromium's own trace, during a race with a roll every half second.

The machine may be busy with other things, so the race is held against a blank page on which one box moves, in the same
browser, right before and after: what that one can't do, no page can.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

import pytest

from tests.e2e.lan import MARKS, PLAIN, open_game
from tests.e2e.night import Club
from tests.e2e.phones import TV, Room
from tests.instance import Up

pytestmark = [*MARKS]
SECONDS = 6.0
CATEGORIES = [
    "cc",
    "benchmark",
    "viz",
    "toplevel",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
    "disabled-by-default-devtools.timeline",
]
BLANK = (
    "data:text/html,<style>@keyframes go { to { transform: translateX(900px) } }"
    "div { animation: go 1s infinite alternate; background: green; height: 99px; width: 99px }</style><div>"
)
COUNT = """
    (ms) => new Promise((done) => {
      let frames = 0, from = null, last = null, longest = 0;
      const tick = (at) => {
        if (from === null) from = at;
        else { frames += 1; longest = Math.max(longest, at - last); }
        last = at;
        if (at - from < ms) requestAnimationFrame(tick);
        else done({ fps: frames / ((at - from) / 1000), longest });
      };
      requestAnimationFrame(tick);
    })
"""


class Measured(NamedTuple):
    """``fps``: frames that the page's script was given per second; ``longest``: the longest gap between two, ms. By the
    trace: ``drawn`` frames per second, ``dropped`` ones altogether, and ``work``: ms of processor time of the page's
    main thread per frame (how long it waited for a busy processor is not its doing)."""

    fps: float
    longest: float
    drawn: float
    dropped: int
    work: float

    def __str__(self) -> str:
        return (
            f"{self.fps:.1f} frames/s (longest gap {self.longest:.0f} ms); trace: {self.drawn:.1f} drawn/s, "
            f"{self.dropped} dropped, {self.work:.2f} ms of processor a frame"
        )


def measure(browser: Any, page: Any) -> Measured:
    browser.start_tracing(page=page, categories=CATEGORIES)
    counted = page.evaluate(COUNT, SECONDS * 1000)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    draws = Counter(each["pid"] for each in trace if each["name"] == "MainFrame.Draw")
    page_process, drawn = draws.most_common(1)[0]
    ours = [each for each in trace if each["pid"] == page_process]
    main = next(each["tid"] for each in ours if each["args"].get("name") == "CrRendererMain")
    work = sum(each.get("tdur", 0) for each in ours if each["name"] == "RunTask" and each["tid"] == main) / 1000
    states = [
        each["args"].get("frame_reporter", {}).get("state") for each in ours if each["name"] == "PipelineReporter"
    ]
    frames = counted["fps"] * SECONDS
    return Measured(counted["fps"], counted["longest"], drawn / SECONDS, states.count("STATE_DROPPED"), work / frames)


def test_the_big_screen_stays_above_fifty_frames_a_second(
    up: Up, address: str, people: Room, browser: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    club = Club(address, (up.data / "organiser-token").read_text().strip(), public=True)
    game = open_game(club, *"ABCDEF", pace_ms=500, races=1, **PLAIN)
    blank = people.open(BLANK, TV)
    before = measure(browser, blank)
    blank.close()
    screen = people.open(f"{club.url}/{club.slug}/screen", TV)
    screen.locator("body.alive").wait_for()
    game.start()
    for seat in range(1, 7):
        assert game.bet(seat, "5", f"win:{(4, 5, 6, 7, 8, 9)[seat - 1]}:1").status_code == 201
    screen.locator("#where", has_text="roll 2").wait_for()
    race = measure(browser, screen)
    rolled = len([event for event in game.events() if event["type"] == "rolled"])
    game.move(game.host, "pause")
    screen.close()
    blank = people.open(BLANK, TV)
    after = measure(browser, blank)
    with capsys.disabled():
        print(f"\nbig screen in a race: {race}\nblank page before: {before}\nblank page after: {after}")
    assert rolled > SECONDS  # it was a race that was measured
    possible = min(before.fps, after.fps)
    assert race.fps > min(50, 0.8 * possible)  # 50 wherever the machine is free to give 60
    assert race.work < 5  # of a frame's 16.7 ms: a slower machine keeps up too
