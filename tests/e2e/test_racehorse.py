"""Racehorse over real HTTP: the rules page's examples to the dollar, nothing sealed in any answer, the clock."""

from __future__ import annotations

import hashlib

import pytest

from tests.e2e.cards import CardTable, open_cards
from tests.e2e.night import Club, frames
from tests.races.rules.vectors import vectors

pytestmark = pytest.mark.django_db
DEALS = vectors("racehorse_examples")["deals"]


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: deal["name"])
def test_an_example_to_the_dollar(club: Club, deal: dict) -> None:
    table = open_cards(club, deals=2, rigged={"hands": deal["hands"], "dealer": deal["dealer"]})
    for seat, points in deal["calls"]:
        assert table.state()["turn"] == seat
        assert table.call(seat, points).status_code == 201
    for trick in deal["tricks"]:
        for card in trick:
            seat = table.state()["turn"]
            assert {"type": "play", "deal": 1, "card": card} in table.legal(seat)
            assert table.card(seat, card).status_code == 201
    board = {str(line["seat"]): line["score"] for line in table.scoreboard()["seats"]}
    assert board == deal["pay"]
    after = table.state()
    assert (after["deal"], after["dealer"]) == (2, deal["next_dealer"])
    last = {name: after["last"][name] for name in ("high", "low", "jack", "game", "made", "pitcher", "bid", "trump")}
    assert last == {name: deal[name] for name in last}
    accounts = {str(seat): 0 for seat in range(1, 6)}
    for posting in table.host.get(f"{table.path}/postings").json():
        accounts[posting["from"].removeprefix("seat:")] -= posting["amount"]
        accounts[posting["to"].removeprefix("seat:")] += posting["amount"]
    assert accounts == deal["pay"]
    audit = table.audit()
    assert (audit["ok"], audit["findings"], audit["dice"]) == (True, [], "entered")
    assert table.host.get(table.path).json()["rigged"] is True


def play(table: CardTable) -> None:
    """The seat that is asked takes what it is offered first."""
    seat = table.state()["turn"]
    offer = dict(table.legal(seat)[0])
    answer = table.move(table.seats[seat], offer.pop("type"), **offer)
    assert answer.status_code == 201, answer.text


def test_no_answer_to_anybody_else_holds_a_card_of_a_hand_or_of_those_that_stay_out(club: Club) -> None:
    table = open_cards(club, deals=1)
    pack = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    hands = {seat: table.state(seat)["hand"] for seat in table.seats}
    assert len({card for hand in hands.values() for card in hand}) == 30
    for moves in (0, 3, 9, 14):
        for _ in range(moves):
            play(table)
        shown = {event["data"]["card"] for event in table.events() if event["type"] == "card_played"}
        for seat, who in ((None, table.host), *table.seats.items()):
            hidden = set(pack) - shown - set(hands.get(seat or 0, ()))
            got = table.everything(who, seat)
            assert not [card for card in hidden if f'"{card}"'.encode() in got], seat
            assert b'"seed"' not in got
    assert table.stranger.get(table.path).status_code in (401, 404)
    live = live_bytes(table, 1)
    hidden = set(pack) - {event["data"]["card"] for event in table.events() if event["type"] == "card_played"}
    assert not [card for card in hidden - set(hands[1]) if f'"{card}"'.encode() in live]
    assert any(f'"{card}"'.encode() in live for card in hands[1])


def live_bytes(table: CardTable, seat: int) -> bytes:
    """The live stream of a seat from the beginning to what is the last event now."""
    last, got = table.events()[-1]["version"], b""
    with table.seats[seat].client.stream("GET", f"{table.path}/live", params={"after": 0}) as live:
        for line in live.iter_lines():
            got += line.encode()
            if line == f"id: {last}" or line == f"id:{last}":
                break
    return got


def test_a_seat_reads_its_own_hand_in_its_events_and_can_check_it(club: Club) -> None:
    table = open_cards(club)
    events = table.events(table.seats[2])
    salt = events[0]["data"]["salt"]
    published = next(event["data"]["commitments"] for event in events if event["type"] == "deck_sealed")
    dealt = [event for event in events if event["type"] == "dealt"]
    assert [event["data"]["seat"] for event in dealt if "secret" in event] == [2]
    own = next(event for event in dealt if "secret" in event)
    secret = own["secret"]["data"]
    for place, card, card_salt in zip(own["data"]["places"], secret["cards"], secret["salts"], strict=True):
        text = f"railbird-card-1|{salt}|1|{place}|{card}|{card_salt}"
        assert hashlib.sha256(text.encode()).hexdigest() == published[place - 1]


def test_refusals_name_what_is_wrong_and_leave_no_event(club: Club) -> None:
    deal = DEALS[0]
    table = open_cards(club, rigged={"hands": deal["hands"], "dealer": 5})
    version = table.host.get(table.path).json()["version"]

    def refused(answer, status: int, code: str) -> dict:
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        return answer.json()

    assert refused(table.call(2, 2), 409, "not_your_turn")["expected"] == 1
    refused(table.card(1, "KS"), 409, "illegal_card")
    refused(table.move(table.seats[1], "bid", points=6), 400, "invalid")
    refused(table.move(table.seats[1], "play", card="10S"), 400, "invalid")
    refused(table.move(table.seats[1], "bid", points=2, deal=2), 409, "wrong_race")
    refused(table.move(table.seats[1], "bid", points=2, seat=2), 403, "not_your_seat")
    refused(table.move(table.host, "bid", points=2), 403, "not_your_seat")
    refused(table.move(table.seats[1], "abandon", reason="I want to"), 403, "wrong_scope")
    refused(table.move(table.host, "prepare_deal", deal=2, seed="00" * 32), 400, "invalid")
    assert table.host.get(table.path).json()["version"] == version
    assert table.call(1, 3).status_code == 201
    refused(table.call(2, 3), 409, "illegal_bid")


def test_the_host_plays_for_a_sleeper_without_seeing_cards_and_the_clock_does_so_by_itself(club: Club) -> None:
    table = open_cards(club, deals=1)
    seat = table.state()["turn"]
    other = next(n for n in table.seats if n != seat)
    answer = table.host.post(f"{table.path}/seats/{other}/default")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")
    answer = table.host.post(f"{table.path}/seats/{seat}/default")
    assert answer.status_code == 201 and answer.json()["events"][0]["type"] == "passed"

    asleep = open_cards(club, deals=1, default_after_s=1)
    asked = next(event["data"]["next"] for event in asleep.events() if event["type"] == "deal_started")
    with asleep.host.client.stream("GET", f"{asleep.path}/live", params={"after": 0}) as live:
        passed = next(data for _, _, data in frames(live.iter_lines()) if data["type"] == "passed")
    assert (passed["data"]["seat"], passed["actor"]["kind"]) == (asked, "clock")
    assert asleep.audit()["ok"]


def test_a_game_counts_in_the_league_unless_it_was_stacked(club: Club) -> None:
    stacked = open_cards(club, deals=1, rigged={"hands": DEALS[0]["hands"], "dealer": 5})
    honest = open_cards(club, deals=1, bots=(5,))
    for table in (stacked, honest):
        while table.state()["phase"] != "finished":
            play(table)
    assert [seat["bot"] for seat in honest.host.get(honest.path).json()["seats"]] == [False] * 4 + [True]
    assert [seat["bot"] for seat in sorted(honest.scoreboard()["seats"], key=lambda s: s["seat"])] == [False] * 4 + [
        True
    ]
    rows = club.manager.get(f"/seasons/{club.season['id']}/table").json()["rows"]
    assert len(rows) == 5 and sum(row["money"] for row in rows) == 0
    money = {line["member"]["id"]: line["score"] for line in honest.scoreboard()["seats"]}
    assert {row["member"]["id"]: row["money"] for row in rows} == money


def test_a_rewind_over_shown_cards_is_refused_and_a_bid_is_taken_back(club: Club) -> None:
    table = open_cards(club, deals=2)
    version = table.host.get(table.path).json()["version"]
    play(table)
    answer = table.move(table.host, "rewind", to=version, reason="mistyped")
    assert answer.status_code == 201, answer.text
    assert table.state()["paused"] == "rewound"
    assert table.move(table.host, "resume").status_code == 201
    while table.state()["phase"] == "bidding":
        play(table)
    before = table.host.get(table.path).json()["version"]
    play(table)
    answer = table.move(table.host, "rewind", to=before, reason="I saw nothing")
    assert (answer.status_code, answer.json()["code"]) == (409, "dice_already_seen")
    assert table.audit()["ok"]
