"""A host learns nothing of a hand that he doesn't learn from a move that everybody sees: not by trying, either."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.calling import Answer, Caller, Club, run_race

pytestmark = pytest.mark.django_db
PACK = [face + suit for suit in "CDHS" for face in "23456789TJQKA"]


class Table:
    def __init__(self, ruleset: str, seats: int, **options: Any) -> None:
        club = Club(public=True)
        names = ("Ann", "Bo", "Cilla", "Dag", "Eva")[:seats]
        self.game = club.game(club.night(), *names, ruleset=ruleset, options=options)
        self.path = f"/games/{self.game['id']}"
        self.host = Caller(self.game["host_url"].rpartition("/")[2])
        self.seats = {seat["seat"]: Caller(seat["token"]) for seat in self.game["seats"]}

    def state(self, seat: int) -> Any:
        return self.seats[seat].get(self.path).json["state"]

    def move(self, seat: int, **move: Any) -> None:
        self.seats[seat].made(f"{self.path}/moves", move)

    def offered(self, seat: int, type: str) -> list[dict[str, Any]]:
        return [move for move in self.seats[seat].get(f"{self.path}/legal-moves").json if move["type"] == type]

    def version(self, type: str) -> int:
        """The last event of this type."""
        events = self.host.get(f"{self.path}/events?limit=500").json["results"]
        return int([event["version"] for event in events if event["type"] == type][-1])

    def tried(self, at: int, **move: Any) -> tuple[int, str]:
        """What a host hears who only looks at a correction."""
        body = {"at": at, "move": move, "reason": "only looking", "dry_run": True}
        return told(self.host.post(f"{self.path}/corrections", body))


def told(answer: Answer) -> tuple[int, str]:
    """All that a refusal says."""
    return (answer.status, answer.json["code"] + answer.json["detail"]) if answer.status > 299 else (answer.status, "")


def turn(table: Table) -> int:
    return int(table.state(1)["turn"])


def to_the_cards(table: Table) -> None:
    """The auction: one bids, the others pass."""
    seat = turn(table)
    table.move(seat, **table.offered(seat, "bid")[0])
    while not (offers := table.offered(turn(table), "play")):
        table.move(turn(table), type="pass")
    assert len(offers) == 6


def test_a_correction_tries_no_cards_while_hands_are_hidden() -> None:
    table = Table("racehorse", 5, deals=2)
    to_the_cards(table)
    seat = turn(table)
    table.move(seat, **table.offered(seat, "play")[0])
    at = table.version("card_played")
    heard = {table.tried(at, type="play", card=card) for card in PACK}
    assert len(heard) == 1
    (status, sentence), *_ = heard
    assert status == 409 and sentence.startswith("dice_already_seen")
    body = {"at": at, "move": None, "reason": "only looking", "dry_run": True}
    assert table.host.post(f"{table.path}/corrections", body).status == 200  # the last card: nothing is tried
    other = turn(table)
    table.move(other, **table.offered(other, "play")[0])
    before = table.host.get(table.path).json["version"]
    assert told(table.host.post(f"{table.path}/corrections", body)) == (status, sentence)
    assert table.host.get(table.path).json["version"] == before

    table.host.made(f"{table.path}/moves", {"type": "abandon", "reason": "the deck fell down"})
    assert {table.tried(at, type="play", card=card) for card in PACK} == heard  # those hands are never opened


def test_after_the_deal_a_card_is_corrected() -> None:
    table = Table("racehorse", 5, deals=2)
    to_the_cards(table)
    while table.state(1)["phase"] == "playing":
        seat = turn(table)
        card = table.offered(seat, "play")[0]
        table.move(seat, **card)
    last = {"at": table.version("card_played"), "move": {"type": "play", "card": card["card"]}, "reason": "as it was"}
    assert table.host.post(f"{table.path}/corrections", {**last, "dry_run": True}).status == 200


def test_a_host_who_moves_for_a_seat_isn_t_told_why_a_card_doesn_t_go() -> None:
    table = Table("racehorse", 5, deals=1)
    to_the_cards(table)
    while True:  # until somebody holds a card that may not be played now
        seat = turn(table)
        hand, able = table.state(seat)["hand"], [move["card"] for move in table.offered(seat, "play")]
        if set(hand) > set(able):
            break
        table.move(seat, type="play", card=able[0])
    refused = [card for card in PACK if card not in able]
    moves = [{"type": "play", "card": card, "seat": seat} for card in refused]
    heard = {told(table.host.post(f"{table.path}/moves", move))[1].replace(move["card"], "X") for move in moves}
    assert heard == {f"illegal_cardSeat {seat} can't play X now."}
    mine = {told(table.seats[seat].post(f"{table.path}/moves", {"type": "play", "card": card})) for card in refused}
    assert any("has no" in sentence for _, sentence in mine) and any("must follow" in sentence for _, sentence in mine)


def test_a_card_set_aside_and_a_card_that_lies_there_are_not_found_by_trying() -> None:
    table = Table("greyhounds", 4, track_length=8)
    for seat in table.seats:
        table.move(seat, type="place_bets", race=1, kind="sieg", bets=[{"pick": seat, "stake": 500}])
    for seat in table.seats:
        table.move(seat, **table.offered(seat, "set_aside")[0])
    dealt = table.host.get(table.path).json["state"]["dogs"][0]["set"]
    first = table.host.get(table.path).json["state"]["waiting"][0]
    table.move(first, **table.offered(first, "play")[0])
    for type, made in (("set_aside", "card_set_aside"), ("play", "card_laid")):
        heard = {table.tried(table.version(made), type=type, card=card) for card in dealt}
        assert {status for status, _ in heard} == {409} and len(heard) == 1, type


def test_vip_cards_of_a_draft_are_not_found_by_trying() -> None:
    table = Table("ready-set-bet", 2, house="basic", races=2)
    run_race(table.host, table.game["id"])
    drafted = 1
    offers = table.offered(drafted, "keep_vip")
    table.move(drafted, **offers[0])
    cards = {card["card"] for card in table.host.get("/rulesets/ready-set-bet").json["board"]["vips"]["cards"]}
    heard = {table.tried(table.version("vip_chosen"), type="keep_vip", card=card) for card in cards}
    assert len(cards) > 5 and {status for status, _ in heard} == {409} and len(heard) == 1
