"""The stream overlay over any picture: every word has a dark ground of its own, and the scene stays free above it."""

from __future__ import annotations

import base64
from typing import Any

from tests.e2e.lan import MARKS, open_game
from tests.e2e.night import Club, Game
from tests.e2e.phones import TV, Room, shot
from tests.races.rules.vectors import vectors

pytestmark = [*MARKS]
NAMES = ("Ann", "Bo Åkesson-Lindström", "Cilla", "Dag", "Eva")
SMALL = (960, 540)
PAINT = "(scene) => document.documentElement.style.setProperty('background', scene, 'important')"
CONTRASTS = """
    async (data) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height), pen = canvas.getContext("2d");
      pen.drawImage(bitmap, 0, 0);
      const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
      const found = [], walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode, range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect(), of = node.parentElement;
        if (of.closest(".runner")) continue; // a number on a horse, with a black outline of its own
        if (!node.textContent.trim() || !box.width || !of.checkVisibility({ opacityProperty: true })) continue;
        const style = getComputedStyle(of);
        const colour = (of instanceof SVGElement ? style.fill : style.color).match(/[\\d.]+/g).map(Number);
        const grounds = [[box.left + 1, box.top + 1], [box.right - 1, box.bottom - 1]]
          .map(([x, y]) => [...pen.getImageData(Math.round(x), Math.round(y), 1, 1).data]);
        const ratios = grounds.map((ground) => {
          const [low, high] = [light(ground), light(colour)].sort((one, other) => one - other);
          return (high + 0.05) / (low + 0.05);
        });
        found.push([node.textContent.trim(), Math.max(...ratios), of.closest(".top-line") ? innerHeight : box.top]);
      }
      return found;
    }
"""
"""Each text with its contrast to what is behind its corners (the better one: a letter may fill the other), and where it
begins (px from the top; the line at the top of the picture counts as at its end)."""
OUTSIDE = """
    [...document.querySelectorAll("main > *, .lower > *")].filter((each) => each.checkVisibility())
      .map((each) => each.getBoundingClientRect()).filter((box) => box.width)
      .filter((box) => box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight).length
"""


def overlays(club: Club, people: Room) -> list[Any]:
    pages = [people.open(f"{club.url}/{club.slug}/overlay", size, reduced_motion="reduce") for size in (TV, SMALL)]
    for page in pages:
        page.locator("body.alive").wait_for()
    return pages


def readable(pages: list[Any], name: str, game: Game, called: str) -> None:
    """On white, on black and on a grey in between, once the page knows all and has ``called`` the last of it."""
    version = game.host.get(game.path).json()["version"]
    for page, size in zip(pages, ("1080", "540"), strict=True):
        page.locator(f"body[data-version='{version}']").wait_for()
        page.locator("#call", has_text=called).wait_for()
        for scene in ("white", "#888", "black"):
            page.evaluate(PAINT, scene)
            picture = page.screenshot()
            shot(page, f"overlay-{name}-{size}-{scene.strip('#')}")
            texts = page.evaluate(CONTRASTS, base64.b64encode(picture).decode())
            assert texts
            assert [each for each in texts if each[1] < 4.5] == [], scene
        assert min(top for *_, top in texts) > 0.4 * page.viewport_size["height"], "the scene is free above"
        assert page.evaluate(OUTSIDE) == 0


def test_ready_set_bet_reads_on_any_picture(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, *NAMES, house="basic", races=2, vips=False)
    pages = overlays(lan_club, people)
    game.start()
    for n, dice in enumerate([(1, 1), (3, 4), (6, 6), (4, 4)], 1):
        assert game.move(game.host, "roll", dice=list(dice), n=n).status_code == 201
    readable(pages, "race", game, "8! 8 moves")


def test_greyhounds_read_on_any_picture(lan_club: Club, people: Room) -> None:
    example = vectors("greyhounds_race")
    game = open_game(lan_club, *NAMES[:4], ruleset="greyhounds", track_length=24, rigged={"sets": [example["sets"]]})
    pages = overlays(lan_club, people)
    for sheet in example["bets"]:
        game.move(game.seats[sheet["seat"]], "place_bets", race=1, kind=sheet["kind"], bets=sheet["bets"])
    readable(pages, "greyhounds", game, "are the dogs of Ann")


def test_racehorse_reads_on_any_picture(lan_club: Club, people: Room) -> None:
    deal = vectors("racehorse_examples")["deals"][0]
    rigged = {"hands": deal["hands"], "dealer": deal["dealer"]}
    game = open_game(lan_club, *NAMES, ruleset="racehorse", deals=2, rigged=rigged)
    pages = overlays(lan_club, people)
    seat, points = deal["calls"][0]
    call = {"type": "pass"} if points is None else {"type": "bid", "points": points}
    assert game.seats[seat].post(f"{game.path}/moves", call).status_code == 201
    readable(pages, "racehorse", game, "passes.")
