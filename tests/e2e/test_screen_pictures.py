"""The big screen of each game at its telling moments, as pictures for a person to look at (``var/shots``), at 1080p and
4K; and what must stand on them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.lan import MARKS, open_game
from tests.e2e.night import Club, Game
from tests.e2e.phones import TV, Room, shot
from tests.instance import Up
from tests.races.rules.vectors import vectors

pytestmark = [*MARKS]
FOUR_K = (3840, 2160)
NAMES = ("Ann", "Bo Åkesson-Lindström", "Cilla", "Dag", "Eva")


@pytest.fixture
def club(up: Up, address: str) -> Club:
    """A club of this test's own."""
    return Club(address, (up.data / "organiser-token").read_text().strip(), public=True)


LINES = """
    (where) => where.flatMap((selector) => [...document.querySelectorAll(selector)]).filter((each) => {
      const range = document.createRange();
      range.selectNodeContents(each);
      const tops = [...range.getClientRects()].filter((box) => box.width).map((box) => box.top + box.height / 2);
      const tall = parseFloat(getComputedStyle(each).fontSize);
      return Math.max(...tops) - Math.min(...tops) > tall;
    }).map((each) => each.textContent)
"""
"""What takes more than one line."""


def screens(club: Club, people: Room, path: str = "screen") -> list[Any]:
    pages = [people.open(f"{club.url}/{club.slug}/{path}", size) for size in (TV, FOUR_K)]
    for page in pages:
        page.locator("body.alive").wait_for()
    return pages


def pictures(pages: list[Any], name: str) -> None:
    """Once nothing moves on them any more."""
    for page, size in zip(pages, ("tv", "4k"), strict=True):
        page.evaluate(
            "Promise.all(document.getAnimations().filter(a => !a.effect.target.matches('.sand')).map(a => a.finished))"
        )
        spills = page.evaluate(
            "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
        )
        assert spills == [0, 0], f"{name} doesn't fit the screen"
        shot(page, f"{size}-{name}")


def roll(game: Game, *dice: tuple[int, int], first: int = 1) -> None:
    for n, pair in enumerate(dice, first):
        answer = game.move(game.host, "roll", dice=list(pair), n=n)
        assert answer.status_code == 201, answer.text


def paid_alike(page: Any) -> None:
    """Who was paid what: in the order of the standings beside it, in one size for all, to be read from afar."""
    names = page.locator("#photo .paid .who").all_inner_texts()
    ranked = page.locator("#seats tr td:nth-child(3)").all_inner_texts()
    assert [name.split("\n")[0].strip().split(" $")[0] for name in names] == [each for each in ranked if each != "free"]
    sizes = page.evaluate(
        "(parts) => parts.map((part) => [...new Set([...document.querySelectorAll(`#photo .paid ${part}`)]"
        ".map((each) => parseFloat(getComputedStyle(each).fontSize)))])",
        [".who", ".bet", ".total"],
    )
    height = page.viewport_size["height"]
    assert all(len(each) == 1 and each[0] >= height / 54 for each in sizes), sizes  # 20 px of 1080


MIDDLE = [(1, 1), (3, 4), (2, 2), (2, 4), (1, 2), (6, 6), (4, 4), (5, 5), (1, 3), (5, 4), (1, 1), (3, 4)]
"""Twelve rolls that leave the field spread out before the red line."""


def test_ready_set_bet(club: Club, people: Room) -> None:
    game = open_game(club, *NAMES, None, ruleset="ready-set-bet", house="basic", races=1, vips=False)
    pages = screens(club, people)
    pages[0].locator("#join .join-code", has_text=game.opened["join_code"]).wait_for()
    pictures(pages, "before")
    for page in pages:
        assert page.evaluate(LINES, [".bill h1", *(f"#seats tr:nth-child({row}) td" for row in range(1, 7))]) == []
    game.start()
    bets = [("5", "win:7:1"), ("4", "place:6:2"), ("3a", "show:8:2"), ("2", "colour:blue"), ("3b", "prop:1")]
    for seat, (marker, spot) in enumerate(bets, 1):
        assert game.bet(seat, marker, spot).status_code == 201
    for seat, spot in ((1, "win:8:1"), (2, "show:2-3:1"), (3, "seven-fifth"), (4, "win:4:3"), (5, "place:2-3:1")):
        assert game.bet(seat, "3a" if seat != 3 else "4", spot).status_code == 201
    roll(game, *MIDDLE)
    for page in pages:
        page.locator("#where", has_text="roll 12").wait_for()
        page.locator("#call", has_text="7").wait_for()
    pictures(pages, "race")
    n = len(MIDDLE)
    while "betting_closed" not in {event["type"] for event in game.events()}:
        for pair in ((1, 2), (1, 3), (6, 6)):
            n += 1
            game.move(game.host, "roll", dice=list(pair), n=n)
    for page in pages:
        page.locator("#nmb").wait_for()
    pictures(pages, "no-more-bets")
    while game.scoreboard()["status"] != "finished":
        n += 1
        game.move(game.host, "roll", dice=[1, 2], n=n)
    for page in pages:
        page.locator("#photo h2", has_text="Race 1: 2/3 won").wait_for()
    pictures(pages, "finish")
    for page in pages:
        paid_alike(page)
    for page in pages:
        page.locator("#photo .final").wait_for()
        page.locator("#league li").first.wait_for()
    pictures(pages, "league")


def test_racehorse(club: Club, people: Room) -> None:
    deal = vectors("racehorse_examples")["deals"][0]
    rigged = {"hands": deal["hands"], "dealer": deal["dealer"]}
    game = open_game(club, *NAMES, ruleset="racehorse", deals=2, rigged=rigged)
    pages = screens(club, people)
    for seat, points in deal["calls"]:
        if points is None:
            game.move(game.seats[seat], "pass")
        else:
            game.move(game.seats[seat], "bid", points=points)
        if points and seat == deal["calls"][0][0]:
            pages[0].locator(".chair .bid").first.wait_for()
            pictures(pages, "racehorse-bids")
    for number, trick in enumerate(deal["tricks"]):
        for place, card in enumerate(trick):
            turn = game.host.get(game.path).json()["state"]["turn"]
            assert game.move(game.seats[turn], "play", card=card).status_code == 201
            if (number, place) == (1, 3):
                for page in pages:
                    page.locator(".laid .playing-card >> nth=3").wait_for()
                pictures(pages, "racehorse")
    for page in pages:
        page.locator("#photo .points").wait_for()
    pictures(pages, "racehorse-deal")


def test_greyhounds(club: Club, people: Room) -> None:
    example = vectors("greyhounds_race")
    game = open_game(
        club, *NAMES[:4], ruleset="greyhounds", track_length=example["length"], rigged={"sets": [example["sets"]]}
    )
    pages = screens(club, people)
    for page in pages:
        page.locator(".odds-board li").first.wait_for()
    pictures(pages, "greyhounds-odds")
    for sheet in example["bets"]:
        game.move(game.seats[sheet["seat"]], "place_bets", race=1, kind=sheet["kind"], bets=sheet["bets"])
    for seat, card in enumerate(example["set_aside"], 1):
        game.move(game.seats[seat], "set_aside", race=1, card=card)
    for number, played in enumerate(example["rounds"]):
        for group in played["playing"]:
            for seat in group:
                game.move(game.seats[seat], "play", race=1, card=played["cards"][str(seat)])
        if number == 2:
            version = game.host.get(game.path).json()["version"]
            for page in pages:
                page.locator(f"body[data-version='{version}']").wait_for()
            pictures(pages, "greyhounds")
    for page in pages:
        page.locator("#photo .dog-places").wait_for()
    pictures(pages, "greyhounds-bets")


def test_a_score_sheet_and_the_screen_between_two_games(club: Club, people: Room) -> None:
    game = open_game(club, *NAMES, ruleset="scoresheet")
    pages = screens(club, people)
    rows = [{"seat": seat, "score": score} for seat, score in enumerate((41, 28.5, 37, 12, 33), 1)]
    assert game.move(game.host, "record", rows=rows).status_code == 201
    for page in pages:
        page.locator("#photo .first, #table .first").first.wait_for()
    pictures(pages, "scoresheet")


def test_a_screen_with_nothing_to_show(club: Club, people: Room) -> None:
    pages = [people.open(f"{club.url}/{club.slug}/screen", size) for size in (TV, FOUR_K)]
    for page in pages:
        assert page.inner_text(".headline") == "The next game will be shown here."
        assert f"{club.url}/connect" in page.inner_text(".join")
    pictures(pages, "waiting")
