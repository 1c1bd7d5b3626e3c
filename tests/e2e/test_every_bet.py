"""A bet on every kind of spot, with all cards on: every page of the game says it, and none fails."""

from __future__ import annotations

import re
from typing import Any

from tests.e2e.lan import MARKS, PLAIN, open_game, seat_link
from tests.e2e.night import Club, Game
from tests.e2e.phones import LAPTOP, TV, Room, bet, shot, spot
from tests.e2e.test_screen import draft, finish_the_race

pytestmark = MARKS
ANN = (("2", "show:6:1"), ("3a", "place:8:1"), ("5", "win:7:1"), ("4", "prop:3"), ("3b", "colour:blue"))
BO = (("2", "seven-fifth"), ("3a", "exotic"), ("4", "prop:1"))


def look(club: Club, people: Room, game: Game, path: str = "", **options: Any) -> Any:
    page = people.open(f"{club.url}/g/{game.id}{path}", **options)
    page.locator("body.alive").wait_for()
    return page


def card(prop: dict[str, Any]) -> str:
    """A prop card as people say it: by its key."""
    horse, _, other = prop["card"].partition(">")
    every = re.fullmatch("[a-z]+", other)
    return f"{horse} ahead of {f'every {other} horse' if every else other}".replace("-", "/")


def test_a_bet_on_every_kind_of_spot_is_told_on_every_page(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", "Cilla", house="basic", races=2)
    draft(game)
    ann, cilla = (people.seat(seat_link(game, seat)) for seat in (1, 3))
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    bo = host.context.new_page()
    bo.goto(f"{lan_club.url}/g/{game.id}?for=2")
    tv = look(lan_club, people, game, "/screen", size=TV)
    pages = [ann, cilla, host, bo, look(lan_club, people, game, size=LAPTOP)]
    game.start()
    for page in (*pages, tv):
        page.locator("body[data-phase=betting]").wait_for()
    view = game.host.get(game.path).json()["state"]
    first, third = card(view["props"][0]), card(view["props"][2])
    for marker, where in ANN:
        bet(ann, marker, where)
        spot(ann, where, "taken: your").wait_for()
    for marker, where in BO:
        at = str(view["exotics"][0]["spots"][0]) if where == "exotic" else where
        bet(bo, marker, at)
        spot(bo, at, "taken: your").wait_for()
    for page in pages:
        told = page.locator("#lines")
        told.get_by_text(f"Ann puts 4 on {third}: pays").wait_for()
        told.get_by_text(f"Bo puts 4 on {first}: pays").wait_for()
        assert page.locator('#lines [data-type="bet_placed"]').count() == 8
    tv.locator("#bets li", has_text=f"4 · {first}").wait_for()
    assert tv.locator("#bets li").count() == 8

    finish_the_race(game)
    for page in pages:
        page.locator("#lines").get_by_text(re.compile(f"Ann: 4 on {third} (hits|misses)")).wait_for()
    tv.locator("#photo .bet", has_text=f"4 · {third}").wait_for()
    for page, prop in ((ann, third), (bo, first)):
        page.locator("#last h2", has_text="Race 1: 7 won").wait_for()
        page.locator("#last li", has_text=f"4 on {prop}").wait_for()
        before = page.locator("#last").inner_text()
        page.reload()
        page.locator("body.alive").wait_for()
        assert page.locator("#last").inner_text() == before
        assert page.locator('[data-spot="win:7:1"]').count() == 1
        page.locator("#lines").get_by_text(f": 4 on {prop} ").wait_for()  # the server says it as the script did
    assert ann.get_by_role("button", name=re.compile("^Keep ")).count() == 2
    bo.locator(".hint", has_text="VIP cards are chosen on the player's own phone.").wait_for()
    ann.goto(f"{lan_club.url}/g/{game.id}/history")
    assert f"Ann puts 4 on {third}: pays" in str(ann.text_content("main"))


def test_a_correction_tells_spots_apart_and_names_cards(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", house="basic", races=2, vips=False)
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    game.start()
    view = game.host.get(game.path).json()["state"]
    assert game.bet(1, "4", "prop:1").status_code == 201
    host.click("#lines >> text=Ann puts 4")
    shown = host.locator("select[name='move.spot'] option").all_inner_texts()
    pays, loses = (view["props"][0][name] for name in ("pays", "loses"))
    assert len(set(shown)) == len(shown) > 70
    assert f"{card(view['props'][0])}, {pays}:1" + (f", −${loses}" if loses else "") in shown
    assert {"6 to place, 2:1, −$5", "6 to place, 2:1, −$4", "6 to win, 3:1", "a red horse wins, 2:1, −$1"} < set(shown)


UNTOLD = """
export class Lines {
  constructor(list, store) {
    store.addEventListener("event", () => { throw new Error("a line that can't be told"); });
  }
}"""
UNDRAWN = 'export class LastRace { constructor() { throw new Error("a part that can\'t be drawn"); } }'


def test_a_part_of_a_page_that_fails_leaves_the_others_alone(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", house="basic", races=1, **PLAIN)
    ann = people.open(seat_link(game, 1))
    as_script = {"content_type": "text/javascript"}
    ann.route("**/room/lines*.js", lambda route: route.fulfill(body=UNTOLD, **as_script))
    ann.route("**/room/lastrace*.js", lambda route: route.fulfill(body=UNDRAWN, **as_script))
    with ann.expect_request(lambda request: "/now?" in request.url):  # a new picture
        ann.click("main form[method=post] button.main")
    ann.locator("body.alive").wait_for()
    game.start()
    assert game.bet(2, "4", "win:8:1").status_code == 201
    spot(ann, "win:8:1", "taken: Bo's 4").wait_for()
    bet(ann, "5", "win:7:1")
    spot(ann, "win:7:1", "taken: your 5").wait_for()
    said = {each.partition(": ")[2] for each in people.wrong}
    assert any("can't be drawn" in each for each in said) and any("can't be told" in each for each in said), said
    people.wrong.clear()


def test_a_player_is_told_to_choose_and_the_card_keeps_its_name(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", "Cilla", house="basic", races=2)
    draft(game)
    ann = people.seat(seat_link(game, 1))
    game.start()
    finish_the_race(game)
    ann.locator(".hint.ask", has_text="Choose your VIP card, above the board.").wait_for()
    ann.locator("#choices .ask", has_text="Which VIP card do you keep?").wait_for()
    headline = ann.locator("#headline")
    assert headline.evaluate("(each) => each.scrollWidth <= each.clientWidth")  # all of it can be read
    shot(ann, "phone-choosing")
    keep = ann.get_by_role("button", name=re.compile("^Keep ")).first
    name = keep.inner_text().removeprefix("Keep ")
    keep.click()
    ann.locator(".hint", has_text="The others are choosing").wait_for()
    draft(game)
    ann.locator("#last li b", has_text=name).wait_for()
    ann.locator("#lines").get_by_text(f"Ann keeps {name}.").wait_for()
    ann.reload()
    ann.locator("#lines").get_by_text(f"Ann keeps {name}.").wait_for()
