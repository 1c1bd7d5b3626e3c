"""A couple shares a phone: both seats on one browser, with a curtain between them."""

from __future__ import annotations

from typing import Any

from tests.e2e.lan import MARKS, PLAIN, open_game, seat_link
from tests.e2e.night import Club, Game
from tests.e2e.phones import Room, bet, shot, spot

pytestmark = MARKS


def hand(game: Game, seat: int) -> set[str]:
    """The cards a seat holds, as a page says them to a screen reader."""
    suits = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    cards = game.seats[seat].get(game.path).json()["state"]["hand"]
    return {f"{'10' if card[0] == 'T' else card[0]} of {suits[card[1]]}" for card in cards}


def cards_on(page: Any) -> set[str]:
    """Every card that the page's source names, shown or not."""
    source, suits = page.content(), ("spades", "hearts", "diamonds", "clubs")
    faces = [*map(str, range(2, 11)), *"JQKA"]
    return {f"{face} of {suit}" for suit in suits for face in faces if f'"{face} of {suit}"' in source}


def sit_too(page: Any, address: str) -> None:
    """The phone takes one more seat by its link."""
    page.goto(address)
    page.click("main form[method=post] button.main")
    page.locator("body.alive").wait_for()


def test_two_hands_of_cards_on_one_phone_never_meet(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", "Cilla", "Dag", "Eva", ruleset="racehorse")
    anns, bos = hand(game, 1), hand(game, 2)
    phone = people.seat(seat_link(game, 1))
    assert cards_on(phone) == anns
    sit_too(phone, seat_link(game, 2))
    assert "seat 2, Bo" in phone.inner_text(".you")
    assert cards_on(phone) == bos
    shot(phone, "phone-two-seats")

    phone.click(".hand-over >> text=Ann")
    phone.locator("h1", has_text="Give the phone to Ann.").wait_for()
    assert cards_on(phone) == set()
    shot(phone, "phone-curtain")
    phone.reload()  # a reload, and the game's own address, stay behind the curtain
    phone.goto(f"{lan_club.url}/g/{game.id}")
    assert phone.inner_text("h1") == "Give the phone to Ann."
    assert cards_on(phone) == set()
    told = phone.evaluate(f"fetch('/g/{game.id}/now').then((answer) => answer.json())")
    assert (told["role"], told["seat"], told["view"]["hand"]) == ("watch", None, None)

    phone.click("text=Tap when you are Ann")
    phone.locator("body.alive").wait_for()
    assert "seat 1, Ann" in phone.inner_text(".you")
    assert cards_on(phone) == anns
    phone.go_back()  # to the curtain's address, which is the game's
    phone.locator("body.alive").wait_for()
    assert cards_on(phone) == anns


def test_each_of_two_bets_for_themselves_and_an_old_page_bets_for_nobody(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    phone = people.seat(seat_link(game, 1))
    game.start()
    phone.locator("body[data-phase=betting]").wait_for()
    bet(phone, "5", "win:7:1")
    spot(phone, "win:7:1", "taken: your 5").wait_for()
    other = phone.context.new_page()  # Ann's page, in another tab, before Bo gets the phone
    other.goto(phone.url)
    other.locator("body.alive").wait_for()
    other.evaluate("EventTarget.prototype.dispatchEvent = () => true")  # it hears of nothing any more
    sit_too(phone, seat_link(game, 2))
    bet(phone, "5", "win:7:2")
    spot(phone, "win:7:2", "taken: your 5").wait_for()
    answer = other.evaluate(
        """async () => {
            const { moves_at, token } = JSON.parse(document.getElementById("fixed").textContent);
            const body = JSON.stringify({ type: "place_bet", marker: "4", spot: "win:8:1" });
            const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
            const answer = await fetch(moves_at, { method: "POST", headers, body });
            return [answer.status, (await answer.json()).code];
        }"""
    )
    assert answer == [403, "not_your_seat"]
    bets = [event["data"] for event in game.events() if event["type"] == "bet_placed"]
    assert [(placed["seat"], placed["spot"]) for placed in bets] == [(1, "win:7:1"), (2, "win:7:2")]


def test_a_page_of_the_one_who_gave_the_phone_away_shows_nothing_any_more(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", "Cilla", "Dag", "Eva", ruleset="racehorse")
    anns, bos = hand(game, 1), hand(game, 2)
    phone = people.seat(seat_link(game, 1))
    sit_too(phone, seat_link(game, 2))
    tab = phone.context.new_page()
    tab.goto(phone.url)
    tab.locator("body.alive").wait_for()
    assert cards_on(tab) == bos
    phone.click(".hand-over >> text=Ann")
    phone.locator("text=Tap when you are Ann").wait_for()
    tab.evaluate("window.dispatchEvent(new Event('focus'))")  # whoever looks at it
    tab.locator("text=Tap when you are Ann").wait_for()
    assert cards_on(tab) == set()
    assert anns.isdisjoint(bos)


def test_giving_one_seat_back_leaves_the_other_behind_the_curtain(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", **PLAIN)
    phone = people.seat(seat_link(game, 1))
    sit_too(phone, seat_link(game, 2))
    cookies = [cookie for cookie in phone.context.cookies() if cookie["name"].endswith("_seat")]
    assert [(cookie["httpOnly"], cookie["secure"], cookie["sameSite"]) for cookie in cookies] == [(True, False, "Lax")]
    phone.click("text=Leave this seat to another phone")
    phone.locator("text=Tap when you are Ann").wait_for()
    phone.click("text=Tap when you are Ann")
    phone.locator("body.alive").wait_for()
    assert "seat 1, Ann" in phone.inner_text(".you")
    assert phone.locator(".hand-over").count() == 0


def test_whoever_hosts_and_plays_has_two_sides_of_one_phone(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    phone = people.seat(game.opened["host_url"])
    sit_too(phone, seat_link(game, 1))
    phone.click(".hand-over >> text=the host")
    phone.click("text=Tap when you are the host")
    phone.click("text=Start race 1")
    phone.locator("body[data-phase=betting]").wait_for()
    phone.click(".hand-over >> text=Ann")
    phone.click("text=Tap when you are Ann")
    bet(phone, "5", "win:7:1")
    spot(phone, "win:7:1", "taken: your 5").wait_for()


def test_the_next_game_offers_the_same_person_first(lan_club: Club, people: Room) -> None:
    first, second = (open_game(lan_club, None, None, **PLAIN) for _ in range(2))
    phone = people.seat(first.opened["join_url"], "Philippa")
    phone.reload()
    assert "seat 1, Philippa" in phone.inner_text(".you")
    phone.goto(second.opened["join_url"])
    shot(phone, "phone-next-game")
    phone.click("text=Sit down as Philippa")
    phone.locator("body.alive").wait_for()
    assert "seat 1, Philippa" in phone.inner_text(".you")
    sat = [game.scoreboard()["seats"][0]["member"]["id"] for game in (first, second)]
    assert sat[0] == sat[1]
