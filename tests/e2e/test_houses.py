"""A whole game of each House with all its cards over real HTTP: every seat does what ``legal-moves`` tells it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.e2e.night import Api, Club, Game, frames

pytestmark = pytest.mark.django_db

CARDS = {"props": True, "exotics": True, "vips": True}
DICE = [[6, 1], [6, 6], [5, 6], [6, 6], [3, 3], [1, 4], [2, 6], [6, 6], [5, 6], [5, 4], [6, 6], [5, 6]]
BETWEEN = ("keep_vip", "accept_house", "offer_house", "pass_house")


def phase(game: Game) -> str:
    return str(game.host.get(game.path).json()["phase"])


def offers(game: Game, who: Api, *types: str) -> list[dict[str, Any]]:
    answer = who.get(f"{game.path}/legal-moves")
    assert answer.status_code == 200, answer.text
    return [move for move in answer.json() if move["type"] in types]


def take(game: Game, who: Api, move: dict[str, Any]) -> None:
    answer = who.post(f"{game.path}/moves", move)
    assert answer.status_code == 201, answer.text


def between(game: Game, chance: random.Random) -> None:
    """The draft and the offer of the House."""
    while phase(game) in ("drafting", "offering"):
        for seat in game.seats.values():
            if found := offers(game, seat, *BETWEEN):
                take(game, seat, chance.choice(found))


def bet(game: Game, chance: random.Random) -> None:
    for seat in game.seats.values():
        if found := offers(game, seat, "place_bet"):
            take(game, seat, chance.choice(found))


def house_bets(game: Game) -> None:
    """By the seat that is told that it may."""
    for seat in game.seats.values():
        for move in offers(game, seat, "place_house_bets"):
            spots = ["win:7:1", "win:8:1", "show:6:1", "colour:blue", "prop:3", "place:9:2"]
            bets = [{"marker": f"house-{n}", "spot": spot} for n, spot in enumerate(spots, 1)]
            take(game, seat, {"type": move["type"], "race": move["race"], "bets": bets})


def the_end(game: Game) -> None:
    """Every event is in order, every part is open, and the audit has made every move again."""
    events = game.events(game.seats[1])
    assert events[-1]["type"] == "game_finished"
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    still = {event["type"] for event in events if event.get("sealed") and not event.get("secret")}
    assert still <= {"game_opened"}  # label and title are for those who may read the club
    kept = [event["data"]["card"] for event in events if event["type"] == "vip_kept"]
    assert kept and len(kept) == len(set(kept))
    audit = game.audit()
    assert audit["ok"], audit["findings"]
    postings = game.host.get(f"{game.path}/postings").json()
    money = dict.fromkeys(game.seats, 0)
    for posting in postings:
        for account, sign in ((posting["from"], -1), (posting["to"], 1)):
            if account != "bank":
                money[int(account.removeprefix("seat:"))] += sign * posting["amount"]
    assert {line["seat"]: line["score"] for line in game.scoreboard()["seats"]} == money


@pytest.mark.parametrize(("house", "seats"), [("basic", 2), ("competing", 3), ("rotating", 3)])
def test_a_whole_game_where_a_person_rolls(club: Club, house: str, seats: int) -> None:
    game, chance = club.open(seats=seats, house=house, races=2, **CARDS), random.Random(11)
    for race in (1, 2):
        between(game, chance)
        house_bets(game)
        game.start(race)
        bet(game, chance)
        for n, dice in enumerate(DICE, 1):
            assert game.move(game.host, "roll", race=race, n=n, dice=dice).status_code == 201
    the_end(game)


def test_a_whole_game_by_the_clock(club: Club) -> None:
    game, chance = club.open(seats=2, pace_ms=50, races=2, **CARDS), random.Random(12)
    with game.host.client.stream("GET", f"{game.path}/live", params={"after": 0}) as live:
        lines = frames(live.iter_lines())
        for race in (1, 2):
            between(game, chance)
            game.start(race)
            for _, _, event in lines:
                if event["type"] in ("red_line_crossed", "game_finished", "vip_dealt"):
                    break
            if event["type"] == "red_line_crossed" and event["data"]["count"] == 1:
                for seat in game.seats.values():  # the race runs on: what was offered may be gone when it arrives
                    if found := offers(game, seat, "place_bet"):
                        assert seat.post(f"{game.path}/moves", chance.choice(found)).status_code in (201, 409)
            wanted = "game_finished" if race == 2 else "vip_dealt"
            while event["type"] != wanted:
                _, _, event = next(lines)
    the_end(game)


def test_nobody_is_shown_what_another_seat_was_dealt(club: Club) -> None:
    game = club.open(seats=2, house="basic", races=2, **CARDS)
    game.start()
    for n, dice in enumerate(DICE, 1):
        game.move(game.host, "roll", n=n, dice=dice)
    hands = {seat: [move["card"] for move in offers(game, who, "keep_vip")] for seat, who in game.seats.items()}
    assert len({*hands[1], *hands[2]}) == 4
    for seat, who in game.seats.items():
        other = hands[3 - seat]
        shown = who.get(game.path).text + who.get(f"{game.path}/events", limit=500).text
        assert all(card in shown for card in hands[seat])
        assert not any(f'"{card}"' in shown for card in other)
    public = game.host.get(game.path).text + game.host.get(f"{game.path}/events", limit=500).text
    assert not any(f'"{card}"' in public for hand in hands.values() for card in hand)

    # for a seat that sleeps the host has the card dealt first kept, and is not told which
    answer = game.host.post(f"{game.path}/seats/1/default")
    assert answer.status_code in (200, 201), answer.text
    assert not any(f'"{card}"' in answer.text for card in hands[1])
    take(game, game.seats[2], {"type": "keep_vip", "card": hands[2][1]})
    kept = [event["data"]["card"] for event in game.events() if event["type"] == "vip_kept"]
    assert kept == [hands[1][0], hands[2][1]]
