"""Phones as they are: on a bad network, asleep, in eight tabs, under a finger; what they show is what the game is."""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

import pytest

from tests.e2e.bystanders import play_on, shown
from tests.e2e.lan import MARKS, PLAIN, open_game, seat_link
from tests.e2e.night import Club, Game
from tests.e2e.phones import LAPTOP, Room, Sleeper, bet, seen, shot, spot
from tests.e2e.test_room import rolled
from tests.length import often

pytestmark = MARKS
FIVE = ("Ann", "Bo", "Cilla", "Dag", "Eva")
OUT_OF_REACH_S, ASLEEP_S, AWAKE_MS = 10, 60, 2000
TAP = """async ([marker, spot]) => {
    const cell = document.querySelector(`[data-spot="${spot}"]`);
    document.querySelector(`.tray [data-marker="${marker}"]`).click();
    const begin = performance.now();
    cell.click();
    const placed = cell.classList.contains("pending");
    await new Promise((done) => new MutationObserver(() => {
        if (cell.matches(".mine:not(.pending)")) done();
    }).observe(cell, { attributes: true }));
    return { placed, ms: performance.now() - begin };
}"""
BETS = (("2", "show:6:1"), ("3a", "show:8:1"), ("3b", "place:6:1"), ("4", "place:8:1"), ("5", "win:7:1"))


def in_race(game: Game, page: Any) -> Any:
    page.locator("body[data-phase=betting]").wait_for()
    return page


def test_a_bet_is_shown_at_once_and_answered_in_under_a_tenth_of_a_second(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    ann = people.seat(seat_link(game, 1))
    game.start()
    in_race(game, ann)
    taps = [ann.evaluate(TAP, list(one)) for one in BETS]
    assert all(tap["placed"] for tap in taps)  # before any answer
    took = sorted(tap["ms"] for tap in taps)
    print("a bet is answered after (ms):", [round(ms) for ms in took])
    assert statistics.median(took) < 100
    assert len([event for event in game.events() if event["type"] == "bet_placed"]) == len(BETS)


def test_eight_tabs_share_one_stream_and_a_bet_is_still_quick(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    first = people.seat(seat_link(game, 1))
    streams: set[Any] = set()
    first.context.on("request", lambda request: streams.add(request) if "/live?" in request.url else None)
    for over in ("requestfinished", "requestfailed"):
        first.context.on(over, lambda request: streams.discard(request))
    first.reload()
    tabs = [first, *(first.context.new_page() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto(first.url)
    for tab in tabs:
        tab.locator("body.alive").wait_for()
    game.start()
    for tab in tabs:
        in_race(game, tab)
    assert len(streams) == 1
    taps = [tabs[-1].evaluate(TAP, list(one)) for one in BETS]
    took = sorted(tap["ms"] for tap in taps)
    print("a bet among eight tabs is answered after (ms):", [round(ms) for ms in took])
    assert statistics.median(took) < 200
    for tab in tabs:
        spot(tab, "win:7:1", "taken: your 5").wait_for()
    tabs[0].close()  # the one that listened; another one does now
    assert game.bet(2, "5", "win:7:2").status_code == 201
    for tab in tabs[1:]:
        spot(tab, "win:7:2", "taken: Bo's 5").wait_for()


def test_a_minute_in_which_one_phone_is_in_a_lift_one_is_swapped_and_one_sleeps(
    lan_club: Club, people: Room, sleeper: Sleeper
) -> None:
    """The phone in the lift is away for its ten seconds, the one asleep for the whole minute, of one and the same night
    of four races; every one of them is right afterwards."""
    game = open_game(lan_club, "Ann", "Bo", "Cilla", pace_ms=250, **PLAIN)
    ann, cilla = (people.seat(seat_link(game, seat)) for seat in (1, 3))
    bo = Room(sleeper.browser).seat(seat_link(game, 2))
    watcher = people.open(f"{lan_club.url}/g/{game.id}", LAPTOP)
    game.start()
    for phone in (ann, bo, cilla):
        in_race(game, phone)
    bet(bo, "5", "win:6:1")
    spot(bo, "win:6:1", "taken: your 5").wait_for()
    asleep = time.monotonic()
    sleeper.sleep()

    ann.context.set_offline(True)
    away = time.monotonic()
    bet(ann, "4", "place:8:1")  # tapped in the lift
    spot(ann, "place:8:1", "being placed").wait_for()
    ann.locator("#banner", has_text="may be old").wait_for()
    missed = int(OUT_OF_REACH_S * 1000 / 250)
    watcher.locator("#said", has_text=rolled(missed)).wait_for()
    while time.monotonic() - away < OUT_OF_REACH_S:
        watcher.wait_for_timeout(100)  # what is awaited is the clock itself
    ann.context.set_offline(False)
    ann.locator("#toast", has_text="late").wait_for()
    ann.locator('.tray [data-marker="4"]').wait_for()
    ann.locator("#banner").wait_for(state="hidden")

    link = game.host.post(f"{game.path}/seats/3/link").json()["join_url"]
    swapped = people.seat(link)
    cilla.locator("#banner", has_text="new link").wait_for()
    race = 1
    while time.monotonic() - asleep < ASLEEP_S and race < 4:
        watcher.locator(f"text=Race {race + 1} of 4 is about to start").or_(
            watcher.locator("body[data-phase=ready]")
        ).first.wait_for(timeout=60_000)
        race += 1
        game.start(race)
        in_race(game, swapped)
        bet(swapped, "5", "win:7:1")
        spot(swapped, "win:7:1", "taken: your 5").wait_for()
        spot(ann, "win:7:1", "taken: Cilla's 5").wait_for()
    while time.monotonic() - asleep < ASLEEP_S:
        watcher.wait_for_timeout(100)
    game.move(game.host, "pause")
    over = watcher.locator("body[data-status=paused], body[data-status=finished]")
    over.wait_for()
    state = watcher.get_attribute("body", "data-status")
    begin = time.monotonic()
    sleeper.wake()
    bo.locator(f"body[data-status={state}]").wait_for(timeout=AWAKE_MS)
    print("right after a minute's sleep (ms):", round((time.monotonic() - begin) * 1000))
    late = [event["data"]["spot"] for event in game.events() if event["type"] == "bet_placed"]
    assert "place:8:1" not in late
    for phone in (ann, bo, swapped):
        before = seen(phone)  # built from events, with a gap in them
        phone.reload()
        phone.locator("body.alive").wait_for()
        assert seen(phone) == before  # loaded afresh


def test_a_server_that_can_not_be_reached_is_said_though_the_network_is_there(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    ann = people.seat(seat_link(game, 1))
    game.start()
    in_race(game, ann)
    ann.route("**/now?*", lambda route: route.abort())
    ann.locator("#banner", has_text="Connection lost").wait_for()  # nothing was said for a while, so it was asked
    ann.unroute("**/now?*")
    ann.locator("#banner").wait_for(state="hidden")


def test_a_marker_is_dragged_to_a_spot_by_mouse(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    ann = people.seat(seat_link(game, 1))
    game.start()
    in_race(game, ann)
    start, end = (ann.locator(which).bounding_box() for which in ('.tray [data-marker="5"]', '[data-spot="win:7:1"]'))
    ann.mouse.move(start["x"] + 20, start["y"] + 20)
    ann.mouse.down()
    ann.mouse.move(end["x"] + 15, end["y"] + 15, steps=6)
    ann.locator('[data-spot="win:7:1"].over').wait_for()
    shot(ann, "phone-dragging")
    ann.mouse.up()
    spot(ann, "win:7:1", "taken: your 5").wait_for()
    assert ann.locator(".ghost").count() == 0
    ann.mouse.move(start["x"] + 20, start["y"] + 20)  # let go beside the board: nothing
    ann.mouse.down()
    ann.mouse.move(5, 5, steps=4)
    ann.mouse.up()
    assert [event["data"]["marker"] for event in game.events() if event["type"] == "bet_placed"] == ["5"]


def test_a_marker_is_dragged_by_a_finger_to_a_spot_that_has_to_be_scrolled_to(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    ann = people.seat(seat_link(game, 1), has_touch=True)
    game.start()
    in_race(game, ann)
    finger = ann.context.new_cdp_session(ann)

    def touch(type: str, x: float, y: float) -> None:
        points = [] if type == "touchEnd" else [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": type, "touchPoints": points})

    start = ann.locator('.tray [data-marker="4"]').bounding_box()
    touch("touchStart", start["x"] + 20, start["y"] + 20)
    touch("touchMove", 200, 400)
    ann.locator(".ghost").wait_for()
    for wiggle in range(60):  # down at the edge, where the page moves under the finger
        touch("touchMove", 200 + wiggle % 2, 830)
        box = ann.locator('[data-spot="seven-fifth"]').bounding_box()
        if box["y"] + box["height"] < 600:
            break
    touch("touchMove", box["x"] + 20, box["y"] + 20)
    ann.locator('[data-spot="seven-fifth"].over').wait_for()
    touch("touchEnd", 0, 0)
    spot(ann, "seven-fifth", "taken: your 4").wait_for()


RULESETS: dict[str, tuple[int, dict[str, Any]]] = {
    "ready-set-bet": (4, {"house": "basic", "races": 2, "vips": True, "props": True, "exotics": True}),
    "racehorse": (5, {"deals": 2}),
    "greyhounds": (4, {"track_length": 8}),
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_a_page_builds_from_events_is_what_a_fresh_page_shows(ruleset: str, lan_club: Club, people: Room) -> None:
    seats, options = RULESETS[ruleset]
    game = open_game(lan_club, *FIVE[:seats], ruleset=ruleset, **options)
    phone, host = people.seat(seat_link(game, 2)), people.seat(game.opened["host_url"], size=LAPTOP)
    watcher = people.open(f"{lan_club.url}/g/{game.id}", LAPTOP)
    looks = {page: page.context.new_page() for page in (phone, host, watcher)}
    chance = random.Random(f"{ruleset} 4")
    moves = 0
    for _ in range(often(12, 60)):
        moves += play_on(game, chance, chance.randint(1, 9))
        for page, fresh in looks.items():
            fresh.goto(page.url)
            fresh.locator("body.alive").wait_for()
            _come_to_the_same(page, fresh)
    assert moves > 40


def test_a_score_sheet_s_page_too(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", ruleset="scoresheet")
    watcher = people.open(f"{lan_club.url}/g/{game.id}", LAPTOP)
    watcher.locator("body.alive").wait_for()
    fresh = watcher.context.new_page()
    for move in (
        {"type": "record", "rows": [{"seat": 1, "score": 40}, {"seat": 2, "score": 42}]},
        {"type": "amend", "reason": "Counted again.", "rows": [{"seat": 1, "score": 45}, {"seat": 2, "score": 42}]},
    ):
        assert game.host.post(f"{game.path}/moves", move).status_code == 201
        fresh.goto(watcher.url)
        fresh.locator("body.alive").wait_for()
        _come_to_the_same(watcher, fresh)
    assert "45" in watcher.inner_text("#seats")


def _come_to_the_same(page: Any, fresh: Any, seconds: float = 2.0) -> None:
    """Events are on their way; after that, both pages are the same word for word."""
    end = time.monotonic() + seconds
    while shown(page) != shown(fresh) and time.monotonic() < end:
        page.wait_for_timeout(20)
    differing = [pair for pair in zip(shown(page), shown(fresh), strict=False) if pair[0] != pair[1]]
    for one, other in differing:
        at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
        assert one[max(0, at - 80) : at + 80] == other[max(0, at - 80) : at + 80]
    assert shown(page) == shown(fresh)


TAPPED = "button, .button, summary, select, input:not([type=hidden], [type=checkbox], [type=radio])"
SMALL = """(tapped) => [...document.querySelector("main").querySelectorAll(tapped)]
    .filter((each) => each.checkVisibility())
    .map((each) => [each.textContent.trim() || each.name || each.type, each.getBoundingClientRect()])
    .filter(([, { width, height, left, right }]) =>
        width && (width < 43.9 || height < 43.9 || right > innerWidth + 0.5 || left < -0.5))
    .map(([what, box]) => `${what} ${Math.round(box.width)}x${Math.round(box.height)} at ${Math.round(box.left)}`)"""


def test_a_finger_hits_everything_on_a_phone_and_nothing_is_cut_off(lan_club: Club, people: Room) -> None:
    """44 by 44 pixels at least, all within the 390 of a phone held upright."""
    found = {}

    def look(name: str, page: Any) -> None:
        shot(page, f"phone-{name}")
        found[name] = page.evaluate(SMALL, TAPPED)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > 390:
            found[name].append(f"the page is {wide} wide")

    cards = open_game(lan_club, "Ann", "Bo", house="basic", races=2, vips=False)
    host = people.seat(cards.opened["host_url"])
    ann = people.seat(seat_link(cards, 1))
    look("before-the-start", ann)
    cards.start()
    in_race(cards, ann)
    bet(ann, "5", "win:11-12:1")
    look("board", ann)
    ann.click(".more-bets")
    look("more-bets", ann)
    for n in (1, 2):
        assert cards.move(cards.host, "roll", race=1, n=n, dice=[6, n]).status_code == 201
    look("host-dice", host)
    host.click("#more summary")
    look("host-more", host)
    host.click("#lines >> text=6 + 2")
    look("mend", host)
    host.select_option("select[name='move.dice.0']", "1")
    host.locator("text=Correct it so").wait_for()
    look("mend-effect", host)
    for path in ("history", "seats", "audit"):
        host.goto(f"{lan_club.url}/g/{cards.id}/{path}")
        look(f"host-{path}", host)
    dogs = open_game(lan_club, *FIVE[:4], ruleset="greyhounds")
    owner = people.seat(seat_link(dogs, 1))
    owner.click("text=Add this bet")
    look("dogs-bets", owner)
    table = open_game(lan_club, *FIVE, ruleset="racehorse")
    turn = table.host.get(table.path).json()["state"]["turn"]
    player = people.seat(seat_link(table, turn))
    look("auction", player)
    look("join", people.open(open_game(lan_club, None, None, **PLAIN).opened["join_url"]))
    assert {name: small for name, small in found.items() if small} == {}
