"""Greyhounds over real HTTP: secret bets among real callers, the page's example to the dollar, the clock."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.night import Api, Club, Game, frames
from tests.races.rules.vectors import vectors

pytestmark = pytest.mark.django_db
EXAMPLE = vectors("greyhounds_race")


def opened(club: Club, seats: int = 4, **options: Any) -> Game:
    body = {"ruleset": "greyhounds", "options": options, "seats": [{"guest": f"Owner {n}"} for n in range(seats)]}
    return Game(club.url, club.manager.made(f"/nights/{club.night['id']}/games", body), club.manager)


def state(game: Game, who: Api | None = None) -> dict[str, Any]:
    return (who or game.host).get(game.path).json()["state"]


class Table:
    """Everything that anybody is told, with what must not be in it: the salts of others' sealed parts."""

    def __init__(self, club: Club, game: Game) -> None:
        self.game = game
        self.sealed: dict[int, tuple[int, str]] = {}
        """version → (seat, the 64 hex digits that salt its sealed part)"""
        self.watchers: dict[int | None, Api] = {**game.seats, None: game.host}

    def take(self, seat: int, answer: Any) -> None:
        assert answer.status_code == 201, answer.text
        for event in answer.json()["events"]:
            if event["type"] in ("bets_sealed", "card_set_aside", "card_laid"):
                assert event["secret"]["data"].keys() <= {"bets", "card"}
                self.sealed[event["version"]] = seat, event["secret"]["salt"]
            for version in event["data"].get("opens", ()):
                self.sealed.pop(version, None)

    def look(self) -> None:
        """Every other seat's and the host's every answer, searched for what is sealed."""
        for watcher, api in self.watchers.items():
            answers = [api.get(self.game.path), api.get(f"{self.game.path}/scoreboard")]
            answers += [api.get(f"{self.game.path}/{what}", limit=500) for what in ("events", "moves")]
            if watcher is None:
                answers += [api.get(self.game.path, seat=seat) for seat in self.game.seats]
                answers += [api.get(f"{self.game.path}/postings")]
            text = "".join(answer.text for answer in answers)
            for version, (seat, salt) in self.sealed.items():
                assert (salt in text) == (watcher == seat), f"seat {seat}'s part of {version} and {watcher}"
            events = api.get(f"{self.game.path}/events", limit=500).json()["results"]
            for event in events:
                if event["version"] in self.sealed and self.sealed[event["version"]][0] != watcher:
                    assert "secret" not in event
                    assert event["move"].keys() <= {"id", "n", "of", "type", "race", "replays"}
            if watcher is not None:
                own = answers[0].json()["state"]
                assert own["seat"] == watcher
            else:
                assert all(_knows_nothing(answer.json()["state"]) for answer in answers[4:8])


def _knows_nothing(seen: dict[str, Any]) -> bool:
    """What a host sees through a seat's eyes: nothing as soon as the seat has a secret."""
    dog = next((dog for dog in seen["dogs"] if dog["seat"] == seen["seat"]), None)
    if dog is not None and (dog["has_bet"] or dog["has_set_aside"]):
        return seen["own"] is None
    return seen["own"] in (None, {"bets": [], "set_aside": None, "laid": None, "hand": dog["set"] if dog else []})


def test_a_game_of_bots_to_its_end_and_nobody_sees_more_than_he_may(club: Club) -> None:
    chance = random.Random(7)
    game = opened(club, track_length=8)
    table = Table(club, game)
    moves = 0
    while (now := state(game))["phase"] != "finished":
        seat = chance.choice(now["waiting"])
        offers = game.seats[seat].get(f"{game.path}/legal-moves").json()
        move = chance.choice([offer for offer in offers if "fill" not in offer])
        table.take(seat, game.seats[seat].post(f"{game.path}/moves", move))
        moves += 1
        if moves % 15 == 3:
            table.look()
    table.look()
    assert table.sealed == {}
    events = game.events(game.seats[2])
    assert [event["version"] for event in events] == list(range(1, len(events) + 1))
    shown = [event for event in events if event["type"] in ("bets_sealed", "card_set_aside", "card_laid")]
    assert len(shown) == moves and all("secret" in event for event in shown)
    audit = game.audit()
    assert (audit["ok"], audit["dice"], audit["checked"]["dice"]) == (True, "proved", 12), audit["findings"]
    board = game.scoreboard()
    assert board["status"] == "finished" and {seat["unit"] for seat in board["seats"]} == {"$"}
    ranking = events[-1]["data"]["ranking"] if events[-1]["type"] == "game_finished" else []
    assert [(line["seat"], line["money"]) for line in ranking] == [(s["seat"], s["score"]) for s in board["seats"]]
    season = club.manager.get(f"/seasons/{club.season['id']}/table").json()
    assert [row["games"] for row in season["rows"]] == [1, 1, 1, 1]


def play_example(game: Game, bookmaker: int | None = None) -> None:
    """Example 1 of the rules page, each seat with its own token."""
    for sheet in EXAMPLE["bets"]:
        seat = sheet["seat"]
        answer = game.move(game.seats[seat], "place_bets", race=1, kind=sheet["kind"], bets=sheet["bets"])
        if seat == bookmaker:
            assert (answer.status_code, answer.json()["code"]) == (409, "house_cannot_bet")
        else:
            assert answer.status_code == 201, answer.text
    for seat, card in enumerate(EXAMPLE["set_aside"], 1):
        assert game.move(game.seats[seat], "set_aside", race=1, card=card).status_code == 201
    for played in EXAMPLE["rounds"]:
        for group in played["playing"]:
            for seat in group:
                answer = game.move(game.seats[seat], "play", race=1, card=played["cards"][str(seat)])
                assert answer.status_code == 201, answer.text


@pytest.mark.parametrize("bookmaker", [None, 4])
def test_the_worked_example_to_the_dollar(club: Club, bookmaker: int | None) -> None:
    options = {"bookmaker": bookmaker} if bookmaker else {}
    game = opened(club, track_length=EXAMPLE["length"], rigged={"sets": [EXAMPLE["sets"]]}, **options)
    assert game.host.get(game.path).json()["rigged"] is True
    play_example(game, bookmaker)
    expected = EXAMPLE["bookmaker"]["settled"] if bookmaker else EXAMPLE["settled"]
    settled = {str(e["data"]["seat"]): e["data"] for e in game.events() if e["type"] == "seat_settled"}
    assert settled.keys() == expected.keys()
    for seat, sums in expected.items():
        assert {name: settled[seat][name] for name in sums} == sums
    money = {seat["seat"]: seat["score"] for seat in game.scoreboard()["seats"]}
    assert money == {1: 7700, 2: 6000, 3: 7400, 4: 11_900 if bookmaker else 8600}
    postings = game.host.get(f"{game.path}/postings").json()
    bank = sum(p["amount"] * ((p["to"] == "bank") - (p["from"] == "bank")) for p in postings)
    assert bank == (-33_000 if bookmaker else -29_700)
    finished = next(event["data"] for event in game.events() if event["type"] == "race_finished")
    assert finished["places"] == EXAMPLE["places"]
    audit = game.audit()
    assert (audit["ok"], audit["dice"]) == (True, "entered"), audit["findings"]


def test_refusals_are_problems_and_leave_no_event(club: Club) -> None:
    game = opened(club, rigged={"sets": [EXAMPLE["sets"]]})
    version = game.host.get(game.path).json()["version"]
    one = game.seats[1]
    many = [{"pick": 1, "stake": 500}] * 4
    refusals = [
        (game.move(one, "place_bets", kind="sieg", bets=many), 400, "invalid"),
        (game.move(one, "place_bets", kind="sieg", bets=[{"pick": 9, "stake": 500}]), 400, "unknown_spot"),
        (game.move(one, "place_bets", kind="sieg", bets=[{"pick": 1, "stake": 10**30}]), 400, "invalid"),
        (game.move(one, "place_bets", kind="sieg", bets=[{"pick": [1], "stake": 500}]), 400, "invalid"),
        (game.move(one, "place_bets", kind="sieg", bets=[{"pick": 1, "stake": 500}], seat=2), 403, "not_your_seat"),
        (game.move(one, "place_bets", kind="sieg", bets=[{"pick": 1, "stake": 500}], race=2), 409, "wrong_race"),
        (game.move(one, "set_aside", card=2), 409, "not_your_turn"),
        (game.move(one, "play", card=12), 409, "not_your_turn"),
        (game.move(one, "abandon", reason="no"), 403, "wrong_scope"),
        (game.move(one, "play_default", seat=2, n=1), 400, "invalid"),
    ]
    for answer, status, code in refusals:
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert game.host.get(game.path).json()["version"] == version


def test_the_host_plays_a_default_without_seeing_a_card(club: Club) -> None:
    game = opened(club)
    for seat in range(1, 5):
        assert game.host.post(f"{game.path}/seats/{seat}/default").status_code == 201
    answer = game.host.post(f"{game.path}/seats/3/default")
    (event,) = answer.json()["events"]
    assert event["type"] == "card_set_aside" and event["actor"]["for_seat"] == 3
    assert "secret" not in event and "card" not in event["move"] and "card" not in event["data"]
    assert (
        state(game, game.seats[3])["own"]["set_aside"]
        == min(dog["set"] for dog in state(game)["dogs"] if dog["seat"] == 3)[-1]
    )
    assert game.host.post(f"{game.path}/seats/3/default").json()["code"] == "not_your_turn"


def live(game: Game, who: Api) -> Iterator[dict[str, Any]]:
    with who.client.stream("GET", f"{game.path}/live", params={"after": 0}) as answer:
        for name, _, data in frames(answer.iter_lines()):
            assert name == "message"
            yield data


def test_the_clock_plays_for_all_who_sleep(club: Club) -> None:
    game = opened(club, default_after_s=1)
    seen: list[str] = []
    for event in live(game, game.seats[1]):
        if event["type"] in ("bets_sealed", "card_set_aside", "card_laid"):
            assert event["actor"]["kind"] == "clock"
        if event["type"] in ("bets_sealed", "card_set_aside"):
            assert ("secret" in event) == (event["data"]["seat"] == 1)
        seen.append(event["type"])
        if event["type"] == "cards_revealed":
            assert len(event["data"]["cards"]) == 4
            break
    assert [seen.count(type) for type in ("bets_sealed", "card_set_aside", "card_laid")] == [4, 4, 4]


def test_a_slip_is_rewound_and_the_game_goes_on(club: Club) -> None:
    game = opened(club, rigged={"sets": [EXAMPLE["sets"]]}, track_length=10)
    before = game.host.get(game.path).json()["version"]
    assert game.move(game.seats[1], "place_bets", kind="sieg", bets=[{"pick": 4, "stake": 2000}]).status_code == 201
    assert game.move(game.host, "rewind", to=before, reason="tapped the wrong dog").status_code == 201
    assert game.move(game.host, "resume").status_code == 201
    play_example(game)
    refused = game.move(game.host, "rewind", to=before, reason="once more, please")
    assert (refused.status_code, refused.json()["code"]) == (409, "dice_already_seen")
    money = {seat["seat"]: seat["score"] for seat in game.scoreboard()["seats"]}
    assert money == {1: 7700, 2: 6000, 3: 7400, 4: 8600}
    assert game.audit()["ok"]
    assert json.dumps(game.events(game.seats[2])).count("tapped the wrong dog") <= 1
