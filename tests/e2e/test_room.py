"""A night in a room: phones, a big screen, a host's laptop, over plain http at the machine's own address."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.lan import MARKS, PLAIN, open_game, seat_link
from tests.e2e.night import Club, Game
from tests.e2e.phones import LAPTOP, TV, Room, bet, seen, shot, spot
from tests.instance import Up

pytestmark = MARKS


@pytest.fixture
def club(lan_club: Club) -> Club:
    return lan_club


def rolled(least: int) -> re.Pattern[str]:
    """What the strip says once so many rolls have fallen, or more."""
    return re.compile(rf"roll ({'|'.join(str(n) for n in range(least, 200))})$")


def test_a_night_of_four_races_with_three_phones_and_a_big_screen(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", None, pace_ms=60, **PLAIN)
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    ann, bo = people.seat(seat_link(game, 1)), people.seat(seat_link(game, 2))
    cilla = people.seat(game.opened["join_url"], "Cilla")
    assert "You are seat 3, Cilla" in " ".join(cilla.inner_text(".you").split())
    screen = people.open(f"{club.url}/{club.slug}/screen", TV)
    shot(host, "laptop-host")
    for race in range(1, 5):
        host.click(f"text=Start race {race}")
        for phone, marker, where in ((ann, "5", "win:7:1"), (bo, "4", "place:6:2"), (cilla, "3a", "show:8:2")):
            phone.locator("body[data-phase=betting]").wait_for()
            bet(phone, marker, where)
        spot(ann, "show:8:2", "taken: Cilla's 3").wait_for()
        spot(cilla, "win:7:1", "taken: Ann's 5").wait_for()
        spot(bo, "place:6:2", "taken: your 4").wait_for()
        if race == 1:
            shot(ann, "phone-betting")
            shot(screen, "tv-race")
        screen.locator("#nmb").wait_for()
        if race == 1:
            shot(screen, "tv-no-more-bets")
        screen.locator("#photo h2", has_text=f"Race {race}:").wait_for(timeout=60_000)
        if race == 1:
            shot(screen, "tv-finish")
            ann.locator("#last h2", has_text="Race 1").wait_for()
            shot(ann, "phone-after")
    ann.locator("#said", has_text="Finished").wait_for()
    screen.locator("#league li", has_text="Cilla").wait_for()  # the night counts at once
    shot(screen, "tv-league")
    told = {seat["seat"]: seat["score"] for seat in game.scoreboard()["seats"]}
    for number, phone in ((1, ann), (2, bo), (3, cilla)):
        phone.locator("#said", has_text="Finished").wait_for()
        assert phone.inner_text("#balance") == f"${told[number]}"
    bets = [event["data"] for event in game.events() if event["type"] == "bet_placed"]
    assert [(placed["race"], placed["seat"]) for placed in bets] == [(r, s) for r in range(1, 5) for s in (1, 2, 3)]
    host.goto(f"{club.url}/g/{game.id}/audit")
    assert "Everything is as it was played." in host.inner_text("#main")
    shot(host, "laptop-audit")
    host.goto(f"{club.url}/g/{game.id}/history")
    assert host.inner_text("#said") == "Finished"
    shot(host, "laptop-history")


def test_of_two_phones_for_one_spot_one_is_faster_and_the_other_s_marker_comes_back(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", pace_ms=5000, **PLAIN)
    ann, bo = people.seat(seat_link(game, 1)), people.seat(seat_link(game, 2))
    game.start()
    for phone in (ann, bo):
        phone.locator("body[data-phase=betting]").wait_for()
        phone.click('.tray [data-marker="5"]')
    for phone in (ann, bo):  # both tap before either hears of the other
        phone.evaluate("""document.querySelector('[data-spot="win:7:1"]').click()""")
    placed = [event["data"] for event in _until(game, "bet_placed")]
    assert len(placed) == 1
    loser = {1: bo, 2: ann}[placed[0]["seat"]]
    name = {1: "Ann", 2: "Bo"}[placed[0]["seat"]]
    spot(loser, "win:7:1", f"taken: {name}'s 5").wait_for()
    loser.locator('.tray [data-marker="5"]').wait_for()
    loser.locator("#toast", has_text=name).wait_for()
    shot(loser, "phone-too-slow")


def _until(game: Game, type: str) -> list[dict[str, Any]]:
    """The game's events of a type, once there is one."""
    while True:
        found = [event for event in game.events() if event["type"] == type]
        if found:
            return found


def test_an_answer_that_got_lost_is_asked_for_again_with_the_same_key(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", pace_ms=5000, **PLAIN)
    ann = people.seat(seat_link(game, 1))
    keys: list[str] = []

    def lose_the_first(route: Any) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()  # it gets there …
            route.abort()  # … and the phone never learns
        else:
            route.continue_()

    ann.route("**/moves?*", lose_the_first)
    game.start()
    ann.locator("body[data-phase=betting]").wait_for()
    bet(ann, "5", "win:7:1")
    with ann.expect_response(lambda answer: "/moves?" in answer.url and answer.status == 201):
        pass
    spot(ann, "win:7:1", "taken: your 5").wait_for()
    assert len(keys) == 2 and keys[0] == keys[1]
    assert len([event for event in game.events() if event["type"] == "bet_placed"]) == 1


def test_a_phone_without_network_sends_nothing_late_and_is_right_again_afterwards(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", pace_ms=400, **PLAIN)
    ann, watcher = people.seat(seat_link(game, 1)), people.open(f"{club.url}/g/{game.id}")
    game.start()
    ann.locator("body[data-phase=betting]").wait_for()
    bet(ann, "2", "show:6:1")
    spot(ann, "show:6:1", "taken: your 2").wait_for()
    ann.context.set_offline(True)
    bet(ann, "5", "win:7:1")
    spot(ann, "win:7:1", "being placed").wait_for()
    ann.locator("#banner", has_text="may be old").wait_for()
    shot(ann, "phone-offline")
    rolls = len([event for event in game.events() if event["type"] == "rolled"])
    watcher.locator("#said", has_text=rolled(rolls + 10)).wait_for()
    ann.context.set_offline(False)
    ann.locator("#toast", has_text="late").wait_for()
    ann.locator('.tray [data-marker="5"]').wait_for()  # it came back
    ann.locator("#banner").wait_for(state="hidden")
    assert [event["data"]["marker"] for event in game.events() if event["type"] == "bet_placed"] == ["2"]
    game.move(game.host, "pause")
    ann.locator("body[data-status=paused]").wait_for()
    before = seen(ann)  # built from events, with a gap in them
    ann.reload()
    ann.locator("body.alive").wait_for()
    assert seen(ann) == before  # loaded afresh


def test_a_phone_is_swapped_in_the_middle_of_a_race(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", pace_ms=3000, **PLAIN)
    old = people.seat(seat_link(game, 1))
    game.start()
    old.locator("body[data-phase=betting]").wait_for()
    bet(old, "2", "show:6:1")
    spot(old, "show:6:1", "taken: your 2").wait_for()
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    host.click("text=Seats, links and QR codes")
    shot(host, "laptop-seats")
    host.click("#seat-1 summary")
    host.click("#seat-1 >> text=New link")
    host.locator("#seat-1").wait_for()
    new = people.seat(host.get_attribute("#seat-1 a", "href"))
    spot(new, "show:6:1", "taken: your 2").wait_for()
    bet(new, "5", "win:7:1")
    spot(new, "win:7:1", "taken: your 5").wait_for()
    old.locator("#banner", has_text="new link").wait_for()


def test_a_phone_that_holds_a_seat_is_offered_to_go_on(club: Club, people: Room) -> None:
    game = open_game(club, None, None, **PLAIN)
    phone = people.seat(game.opened["join_url"], "Cilla")
    phone.goto(game.opened["join_url"])
    shot(phone, "phone-go-on")
    phone.click("text=Go on playing")
    assert "seat 1, Cilla" in phone.inner_text(".you")


def test_a_person_is_the_house_types_dice_and_corrects_a_roll(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", house="basic", races=1, **PLAIN)
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    host.click("text=Start race 1")
    for first, second in ((3, 4), (6, 6)):
        host.click(f"fieldset >> nth=0 >> button[aria-label='{first}']")
        host.click(f"fieldset >> nth=1 >> button[aria-label='{second}']")
        host.click("text=Enter roll")
    host.locator("#track svg[aria-label*='11-12 on 1']").wait_for()
    shot(host, "laptop-dice")
    host.click("#lines >> text=6 + 6")  # the list of what happened
    host.select_option("select[name='move.dice.0']", "4")
    host.select_option("select[name='move.dice.1']", "4")
    host.locator("#effect b", has_text="7 and 8 lead on 1").wait_for()  # shown at once, on the same page
    host.fill("input[name=reason]", "It was a pair of fours.")
    shot(host, "laptop-correction")
    assert game.scoreboard()["headline"] == "Race 1 of 1: 7 and 11/12 lead on 1."  # looking wrote nothing
    host.click("text=Correct it so")
    host.locator("text=A correction").wait_for()
    assert game.scoreboard()["headline"] == "Race 1 of 1: 7 and 8 lead on 1."


def test_an_organiser_comes_from_signing_in_to_a_game_in_a_few_taps(up: Up, address: str, people: Room) -> None:
    boss = people.open(re.findall(r"http://[^\s]+/signin/[^\s]+", up.output)[0], LAPTOP)
    boss.fill("#id_new_password1", "hoofbeats-at-dawn")
    boss.fill("#id_new_password2", "hoofbeats-at-dawn")
    boss.click("main button")
    boss.wait_for_url(f"{address}/")
    boss.locator("details:not([open]) > summary, details[open] input[name=name]").first.click()
    boss.fill("input[name=name]", "Thursday Turf")
    boss.click("text=Make the club")
    boss.click("text=Open tonight's night")
    boss.fill("textarea", "Ann\nBo")
    shot(boss, "laptop-new-game")
    boss.click("text=Open the game")
    boss.locator("text=A code for each seat").wait_for()
    assert "organiser" in boss.inner_text(".top")
    boss.click("text=To the game")
    boss.locator("text=Start race 1").wait_for()
    boss.goto(f"{address}/connect")
    assert address in boss.inner_text("#main")
    shot(boss, "laptop-connect")


@pytest.mark.parametrize("ruleset", ["racehorse", "greyhounds"])
def test_the_other_games_can_be_played_on_phones(ruleset: str, club: Club, people: Room) -> None:
    names = ("Ann", "Bo", "Cilla", "Dag", "Eva")[: 4 if ruleset == "greyhounds" else 5]
    game = open_game(club, *names, ruleset=ruleset)
    phones = {seat: people.seat(seat_link(game, seat)) for seat in range(1, len(names) + 1)}
    if ruleset == "greyhounds":
        for phone in phones.values():
            phone.click("text=Add this bet")
            phone.click("text=Seal my bets")
        for phone in phones.values():
            phone.locator(".hint", has_text="Set one card aside").wait_for()
            phone.click(".hand .card >> nth=0")
        phones[1].locator("#said", has_text="Race 1 of 3").wait_for()
    else:
        host = people.seat(game.opened["host_url"], size=LAPTOP)
        if "Deal" in host.inner_text("#choices"):
            host.click("#choices >> text=Deal")
        while not any(event["type"] == "card_played" for event in game.events()):
            turn = game.host.get(game.path).json()["state"]["turn"]
            phone = phones[turn]
            phone.locator(".hint", has_text="your turn").wait_for()
            if phone.locator("text=Bid 4").count():
                phone.click("text=Bid 4")
            elif phone.locator("#choices >> text=Pass").count():
                phone.click("#choices >> text=Pass")
            else:
                phone.click(".hand .card:not([disabled]) >> nth=0")
            phone.locator("body:not(.sending)").wait_for()
    shot(phones[1], f"phone-{ruleset}")


def test_a_rotating_house_lays_six_markers_and_rolls_from_its_own_phone(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", house="competing", house_seat=1, **PLAIN)
    ann, bo = people.seat(seat_link(game, 1)), people.seat(seat_link(game, 2))
    for number, where in enumerate(("win:6:1", "win:7:1", "win:8:1", "place:5:1", "place:9:1", "show:4:1"), 1):
        bet(ann, f"house-{number}", where)
    ann.click("text=Place the House's bets")
    spot(bo, "win:7:1", "taken: Ann's House marker 2").wait_for()
    ann.click("text=Start race 1")
    ann.click("fieldset >> nth=0 >> button[aria-label='3']")
    ann.click("fieldset >> nth=1 >> button[aria-label='4']")
    ann.click("text=Enter roll 1")
    bo.locator("#track svg[aria-label*='7 on 1']").wait_for()
    bet(bo, "5", "win:7:2")
    spot(ann, "win:7:2", "taken: Bo's 5").wait_for()
    shot(ann, "phone-house")


def test_axe_finds_nothing_serious_on_the_main_pages(club: Club, people: Room) -> None:
    from axe_playwright_python.sync_playwright import Axe

    axe, found = Axe(), []

    def check(page: Any) -> None:
        found.extend(
            (page.url, each["id"], [node["html"] for node in each["nodes"]])
            for each in axe.run(page).response["violations"]
            if each["impact"] in ("serious", "critical")
        )

    game = open_game(club, "Ann", "Bo", None, pace_ms=5000)
    check(people.open(game.opened["join_url"]))
    host = people.seat(game.opened["host_url"], size=LAPTOP)
    check(host)
    for path in ("seats", "history", "audit", "screen"):
        host.goto(f"{club.url}/g/{game.id}/{path}")
        check(host)
    for scheme in ("light", "dark"):
        visitor = people.open(f"{club.url}/", LAPTOP, color_scheme=scheme)
        for path in (f"/{club.slug}", f"/{club.slug}/tonight", f"/{club.slug}/table", "/connect", "/signin"):
            visitor.goto(f"{club.url}{path}")
            check(visitor)
    ann = people.seat(seat_link(game, 1))
    check(ann)
    game.start()
    ann.locator("body[data-phase=betting]").wait_for()
    bet(ann, "5", "win:7:1")
    spot(ann, "win:7:1", "taken: your 5").wait_for()
    check(ann)
    assert found == []


def test_every_bet_can_be_placed_by_keyboard(club: Club, people: Room) -> None:
    game = open_game(club, "Ann", "Bo", pace_ms=5000, **PLAIN)
    ann = people.seat(seat_link(game, 1))
    game.start()
    ann.locator("body[data-phase=betting]").wait_for()
    ann.focus('.tray [data-marker="4"]')
    ann.keyboard.press("Enter")
    ann.locator('.tray [data-marker="4"][aria-pressed=true]').wait_for()
    ann.focus('[data-spot="show:8:1"]')
    ann.keyboard.press("Space")
    spot(ann, "show:8:1", "taken: your 4").wait_for()
