"""What a newcomer must see without being told: markers whole, names uncovered, the board above the fold."""

from __future__ import annotations

from typing import Any

from tests.e2e.lan import MARKS, PLAIN, open_game, seat_link
from tests.e2e.night import Club
from tests.e2e.phones import LAPTOP, Room, bet, shot, spot
from tests.e2e.test_screen import draft, finish_the_race

pytestmark = MARKS
FIVE = ("Ann", "Bo", "Cilla", "Dag", "Eva")
TWO_MARKERS: dict[str, Any] = {
    "name": "Club deck",
    "cards": [
        {
            "key": f"pair-{n}",
            "name": f"A pair of {n}",
            "effects": [{"type": "bonus_marker", "marker": f"{colour}-{n}"} for colour in ("black", "white")],
        }
        for n in range(2, 8)
    ],
}
COVERED = """(spot) => {
    const [piece, ...words] = [".marker", ".spot-name", ".odds", ".risk"].map((each) => spot.querySelector(each));
    const over = piece.getBoundingClientRect();
    return words.filter((each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        const box = text.getBoundingClientRect();
        const hit = box.left < over.right && box.right > over.left && box.top < over.bottom && box.bottom > over.top;
        return hit || getComputedStyle(each).visibility === "hidden";
    }).map((each) => each.className);
}"""
BOX = "(each) => { const box = each.getBoundingClientRect(); return [box.top, box.bottom, box.left, box.right]; }"


def test_seven_markers_lie_in_one_row_on_a_phone_and_black_is_black(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", house="basic", races=2, vip_deck=TWO_MARKERS)
    ann = people.seat(seat_link(game, 1))
    game.start()
    finish_the_race(game)
    draft(game)
    game.start(2)
    ann.locator("body[data-phase=betting]").wait_for()
    markers = ann.locator(".tray .marker").all()
    boxes = [each.evaluate(BOX) for each in markers]
    assert len(boxes) == 7 and len({top for top, *_ in boxes}) == 1
    assert all(bottom <= 844 and left >= 0 and right <= 390 for _, bottom, left, right in boxes)
    assert all(right - left >= 44 and bottom - top >= 44 for top, bottom, left, right in boxes)
    look = [each.evaluate("(each) => getComputedStyle(each).backgroundColor") for each in markers[5:]]
    assert look == ["rgb(11, 11, 11)", "rgb(255, 255, 255)"]
    rims = {each.evaluate("(each) => getComputedStyle(each).borderColor") for each in markers[5:]}
    assert rims == {"rgb(229, 72, 77)"}  # the seat's red
    for marker, where in ((ann.locator(".marker.black").get_attribute("data-marker"), "prop:1"), ("2", "colour:blue")):
        bet(ann, marker, where)
        spot(ann, where, "taken: your").wait_for()
        assert ann.locator(f'[data-spot="{where}"]').evaluate(COVERED) == []
    ann.locator('[data-spot="prop:1"]').scroll_into_view_if_needed()
    shot(ann, "phone-props")


def test_a_reader_hears_dollars_right_and_what_is_red_is_explained(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", house="basic", **PLAIN)
    ann = people.seat(seat_link(game, 1))
    spot(ann, "colour:blue", "pays 5 to 1, loses 1 dollar, free").wait_for()
    spot(ann, "win:7:1", "pays 3 to 1, loses 4 dollars, free").wait_for()
    ann.click("text=How to read this")
    told = ann.inner_text(".how")
    assert "A bet that fails costs so many dollars." in told and "when all circles are full" in told


def test_on_a_laptop_the_board_of_a_seat_begins_above_the_fold_and_a_host_can_pause_there(
    lan_club: Club, people: Room
) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    picture, lane = host.locator("svg.track"), host.locator("svg.track .lane").first
    assert abs(picture.evaluate(BOX)[3] - lane.evaluate(BOX)[3]) < 2  # lanes run to the edge of the field
    game.start()
    host.goto(f"{lan_club.url}/g/{game.id}?for=2")
    host.locator("body[data-phase=betting].alive").wait_for()
    shot(host, "laptop-for-seat")
    assert host.locator('[data-spot="show:2-3:1"]').evaluate(BOX)[1] < 800
    assert host.locator(".choice").first.evaluate("(each) => getComputedStyle(each).borderTopWidth") == "0px"
    host.click("text=Pause")
    host.locator("body[data-status=paused]").wait_for()
    host.click("text=Go on")
    host.locator("body[data-status=running]").wait_for()
    bet(host, "4", "win:8:1")
    spot(host, "win:8:1", "taken: your 4").wait_for()


def test_a_table_of_cards_speaks_of_deals_and_names(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, *FIVE, ruleset="racehorse")
    state = game.host.get(game.path).json()["state"]
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    host.locator("text=Everything, deal by deal").wait_for()
    host.locator("#lines", has_text=f"Deal 1: {FIVE[state['dealer'] - 1]} deals.").wait_for()
    host.goto(f"{lan_club.url}/g/{game.id}?for={state['turn']}")
    host.locator("text=You don't see this seat's cards").wait_for()


def test_a_score_sheet_has_no_seat_colours_and_no_last_race(lan_club: Club, people: Room) -> None:
    body = {
        "ruleset": "scoresheet",
        "title": "Azul",
        "options": {},
        "seats": [{"guest": "Ann"}, {"guest": "Bo"}],
        "rows": [{"seat": 1, "score": 50}, {"seat": 2, "score": 40}],
    }
    made = lan_club.manager.made(f"/nights/{lan_club.night['id']}/games", body)
    page = people.open(f"{lan_club.url}/g/{made['id']}", LAPTOP)
    page.locator("body.alive").wait_for()
    assert page.locator("#board .chip").count() == 0
    assert page.locator("#board thead").inner_text().split() == ["#", "Seat", "Name", "Score"]
    assert page.locator("#seats tr").first.locator("td").all_inner_texts()[2:] == ["Ann", "50 pt"]
    page.locator("text=Everything that happened").wait_for()
