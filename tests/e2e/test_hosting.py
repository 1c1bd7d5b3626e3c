"""What a host does for a table from the host's page: move for a seat, play for a sleeper, change who sits, go back."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.lan import MARKS, PLAIN, open_game, seat_link
from tests.e2e.night import Club, Game
from tests.e2e.phones import LAPTOP, PHONE, Room, bet, shot, spot

pytestmark = MARKS
FIVE = ("Ann", "Bo", "Cilla", "Dag", "Eva")


def moved(game: Game, type: str) -> list[tuple[str, int | None]]:
    """Who made the moves that these events came of: (kind of actor, seat it was made for)."""
    return [
        (event["actor"]["kind"], event["actor"].get("for_seat")) for event in game.events() if event["type"] == type
    ]


def desk(people: Room, game: Game, size: tuple[int, int] = LAPTOP) -> Any:
    return people.seat(game.opened["host_url"], size=size)


def move_for(page: Any, seat: int) -> None:
    page.click(f'.hands [data-seat="{seat}"] >> text=Move for them')
    page.locator("body.for.alive").wait_for()


def test_a_host_bets_for_a_seat_and_it_is_recorded_whose_hand_it_was(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    host, bo = desk(people, game, PHONE), people.seat(seat_link(game, 2))
    host.click("text=Start race 1")
    host.locator("body[data-phase=betting]").wait_for()
    shot(host, "phone-host")
    move_for(host, 2)
    assert "You move for Bo" in " ".join(host.inner_text(".you").split())
    bet(host, "4", "win:8:1")
    spot(bo, "win:8:1", "taken: your 4").wait_for()
    spot(host, "win:8:1", "taken: your 4").wait_for()
    shot(host, "phone-host-for-seat")
    assert moved(game, "bet_placed") == [("host", 2)]
    host.click("text=Back to the host's desk")
    host.locator("text=Pause").wait_for()


def test_a_host_bids_and_plays_a_card_for_a_seat_without_seeing_its_hand(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, *FIVE, ruleset="racehorse")
    host = desk(people, game)
    state = game.host.get(game.path).json()["state"]
    first = state["turn"]
    hand = game.seats[first].get(game.path).json()["state"]["hand"]
    move_for(host, first)
    host.click("text=Bid 2")
    host.locator("#lines >> text=bids 2").wait_for()
    for _ in range(4):  # the others pass
        turn = game.host.get(game.path).json()["state"]["turn"]
        assert game.move(game.seats[turn], "pass").status_code == 201
    host.locator("#choices select[name=card]").wait_for()
    faces = host.locator("#choices select[name=card] option").count()
    assert faces == 52 and host.locator(".hand .card").count() == 0
    host.select_option("#choices select[name=card]", f'"{hand[0]}"')
    host.click("#choices button.main")
    host.locator("#choices select[name=card]").wait_for(state="detached")
    assert moved(game, "bid_made") == [("host", first)] and moved(game, "card_played")[:1] == [("host", first)]


def test_a_host_seals_bets_and_lays_cards_for_a_seat_of_greyhounds(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, *FIVE[:4], ruleset="greyhounds", track_length=8)
    host = desk(people, game)
    move_for(host, 2)
    host.click("text=Add this bet")
    host.click("text=Seal my bets")
    assert _until(lambda: moved(game, "bets_sealed") == [("host", 2)])
    for seat in (1, 3, 4):
        offers = game.seats[seat].get(f"{game.path}/legal-moves").json()
        assert game.seats[seat].post(f"{game.path}/moves", offers[0]).status_code == 201
    host.click(".hand .card >> nth=0")
    assert _until(lambda: moved(game, "card_set_aside") == [("host", 2)])
    for seat in (1, 3, 4):
        offers = game.seats[seat].get(f"{game.path}/legal-moves").json()
        assert game.seats[seat].post(f"{game.path}/moves", offers[0]).status_code == 201
    while 2 not in (now := game.host.get(game.path).json()["state"])["waiting"]:
        seat = now["waiting"][0]
        offers = game.seats[seat].get(f"{game.path}/legal-moves").json()
        assert game.seats[seat].post(f"{game.path}/moves", offers[0]).status_code == 201
    card = game.seats[2].get(f"{game.path}/legal-moves").json()[0]["card"]
    before = len(moved(game, "card_laid"))
    host.select_option("#choices select[name=card]", str(card))
    host.click("#choices button.main")
    assert _until(lambda: moved(game, "card_laid")[before:] == [("host", 2)])


def _until(holds: Any) -> bool:
    """Asks until it holds; the answer of a page's tap is on its way."""
    return any(holds() for _ in range(200))


def test_a_host_plays_the_default_for_a_seat_that_sleeps_and_only_for_it(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, *FIVE, ruleset="racehorse")
    host = desk(people, game)
    turn = game.host.get(game.path).json()["state"]["turn"]
    awake = turn % 5 + 1
    sleeper = host.locator(f'.hands [data-seat="{turn}"] >> text=Asleep?')
    sleeper.wait_for()
    assert not host.is_visible(f'.hands [data-seat="{awake}"] >> text=Asleep?')
    sleeper.click()
    host.locator("body.alive").wait_for()
    host.locator(f'.hands [data-seat="{turn}"]:not(.awaited)').wait_for()
    played = [event for event in game.events() if event["type"] in ("passed", "bid_made")]
    assert [(event["actor"]["kind"], event["actor"]["for_seat"]) for event in played] == [("host", turn)]


def test_who_sat_there_is_corrected_from_the_start_or_handed_over_from_now(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", **PLAIN)
    host = desk(people, game, PHONE)
    host.click("text=Seats, links and QR codes")
    host.click("#seat-1 summary")
    shot(host, "phone-seats")
    host.fill("#seat-1 input[name=name]", "Cilla")
    host.check("#seat-1 input[value=start]")
    host.fill("#seat-1 input[name=reason]", "She had typed Ann's name.")
    host.click("#seat-1 >> text=Sits here")
    host.locator("#seat-1 h3", has_text="Cilla").wait_for()
    host.click("#seat-2 summary")
    host.fill("#seat-2 input[name=name]", "Dag")
    host.click("#seat-2 >> text=Sits here")
    host.locator("#seat-2 h3", has_text="Dag").wait_for()
    taken = [event["data"] for event in game.events() if event["type"] == "seat_taken"]
    assert [(each["seat"], each["since"]) for each in taken] == [(1, "start"), (2, "now")]


def test_pause_go_on_pace_abandon_and_the_end_are_at_hand(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", pace_ms=10_000, **PLAIN)
    host = desk(people, game, PHONE)
    host.click("text=Start race 1")
    host.click("#choices >> text=Pause")
    host.locator("body[data-status=paused]").wait_for()
    host.click("#choices >> text=Go on")
    host.locator("body[data-status=running]").wait_for()
    host.click("summary >> text=More")
    again = host.locator("form.choice", has_text="Run this again")
    again.locator("input[name=reason]").fill("The dog ate the dice.")
    again.locator("button").click()
    host.locator("#choices >> text=Start race 1").wait_for()
    ending = host.locator("form.choice", has_text="End the game")
    ending.locator("input[name=reason]").fill("Closing time.")
    ending.locator("button").click()
    host.locator("body[data-status=finished]").wait_for()
    types = [event["type"] for event in game.events()]
    assert [t for t in types if t in ("paused", "resumed", "race_abandoned", "game_finished")] == [
        "paused",
        "resumed",
        "race_abandoned",
        "game_finished",
    ]


def test_the_table_plays_on_from_an_older_step_after_it_has_been_looked_at(lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, "Ann", "Bo", house="basic", races=1, **PLAIN)
    host = desk(people, game)
    host.click("text=Start race 1")
    for n, dice in enumerate(([3, 4], [6, 6], [6, 6]), 1):
        assert game.move(game.host, "roll", race=1, n=n, dice=dice).status_code == 201
    at = next(event["version"] for event in game.events() if event["type"] == "rolled")
    host.goto(f"{lan_club.url}/g/{game.id}/history?at={at}")
    host.click("text=Play on from this step")
    host.locator("text=7 leads on 1").wait_for()
    shot(host, "laptop-rewind")
    assert "11/12 leads" in host.inner_text("#main") and len(moved(game, "rewound")) == 0
    host.fill("input[name=reason]", "The dice were for the next race.")
    host.click("main button.main")
    host.locator("body.alive").wait_for()
    assert game.host.get(game.path).json()["state"]["positions"] == [0, 0, 0, 0, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("ruleset", ["ready-set-bet", "racehorse"])
def test_a_stranger_or_a_seat_moves_for_nobody(ruleset: str, lan_club: Club, people: Room) -> None:
    game = open_game(lan_club, *FIVE, ruleset=ruleset)
    ann = people.seat(seat_link(game, 1))
    for path in ("?for=2", "/rewind/1", "/mend/1", "/seats"):
        answer = ann.request.get(f"{lan_club.url}/g/{game.id}{path}")
        assert answer.status == 403, path
    stranger = people.open(f"{lan_club.url}/g/{game.id}")
    assert stranger.request.get(f"{lan_club.url}/g/{game.id}/now?for=2").status in (401, 403)
    assert re.search(r"Move for them|/mend/", stranger.content()) is None
