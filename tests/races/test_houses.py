"""A whole game of each House with all its cards, in the ledger: audited, exported, verified by a bare Python."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ledger import money, reading, verify
from ledger.audit import audit_stream
from ledger.correcting import correct
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.export import export_stream
from races import service
from races.models import Game
from tests.races.gaming import act, host_of, open_game, seat_of

pytestmark = pytest.mark.django_db

CARDS = {"props": True, "exotics": True, "vips": True}
ANSWERS = ("keep_vip", "accept_house", "offer_house", "pass_house")
RACE = [[6, 1], [6, 6], [5, 6], [6, 6], [3, 3], [1, 4], [2, 6], [6, 6], [5, 6], [5, 4], [6, 6], [5, 6]]


def fold(game: Stream) -> Any:
    return reading.load(game).state


def between(game: Stream, chance: random.Random) -> None:
    """Drafts and offers, as every seat is told that it may."""
    ruleset = fold(game).frame.ruleset
    while fold(game).play.phase in ("drafting", "offering"):
        for chair in fold(game).frame.seats:
            offers = [o for o in ruleset.legal(fold(game).play, chair.seat) if o["type"] in ANSWERS]
            if offers:
                service.play(game.id, seat_of(game, chair.seat), chance.choice(offers))


def play_out(game: Stream, number: int) -> None:
    """To the end: bets at random, and the House places its six markers."""
    chance, host = random.Random(number), host_of(game.club)
    ruleset = fold(game).frame.ruleset
    while (play := fold(game).play).phase != "finished":
        between(game, chance)
        play = fold(game).play
        if play.kind.resting:
            spots = [spot for spot in play.board.in_play(play.race.props, ()) if ":3" not in spot]
            bets = [{"marker": f"house-{n}", "spot": spot} for n, spot in enumerate(chance.sample(spots, 6), 1)]
            act(game, seat_of(game, play.house.seat), "place_house_bets", bets=bets)
        act(game, host, "start_race")
        for n, dice in enumerate(RACE, 1):
            seat = chance.choice(fold(game).frame.seats).seat
            offers = [o for o in ruleset.legal(fold(game).play, seat) if o["type"] == "place_bet"]
            if offers:
                service.play(game.id, seat_of(game, seat), chance.choice(offers))
            act(game, host, "roll", dice=dice, n=n)


@pytest.mark.parametrize(
    ("house", "seats"), [("basic", 2), ("competing", 3), ("rotating", 3)], ids=["basic", "competing", "rotating"]
)
def test_a_whole_game_with_all_its_cards(house: str, seats: int) -> None:
    game = open_game(seats=seats, house=house, **CARDS)
    play_out(game, 7)
    assert Game.objects.get(id=game.id).status == "finished"

    state = fold(game)
    balances = money.balances(game.club, game.id)
    assert {seat: balances.get(f"seat:{seat}", 0) for seat in range(1, seats + 1)} == {
        chair.seat: chair.money for chair in state.play.chairs
    }
    assert sum(balances.values()) == 0

    audit = audit_stream(game)
    assert audit.findings == []
    report = verify.verify(line.decode() for line in export_stream(game))
    assert report.findings == []
    drafting = seats - (house == "competing")
    assert report.counts["cards"] == 20 + 4 + 3 * 2 * drafting  # props, exotics, two for each seat in three drafts
    assert report.counts["sealed"] <= 1  # all but the opening's label


def test_before_the_end_of_the_game_its_cards_wait() -> None:
    game = open_game(seats=2, house="basic", **CARDS)
    report = verify.verify(line.decode() for line in export_stream(game))
    assert (report.findings, report.counts["cards"]) == ([], 0)


def test_a_correction_deals_the_same_cards_again_and_all_is_open_in_the_end() -> None:
    game, chance = open_game(seats=3, house="rotating", **CARDS), random.Random(5)
    host, player = host_of(game.club), 1 if fold(game).play.house.seat != 1 else 2
    act(game, host, "start_race")
    wrong = act(game, seat_of(game, player), "place_bet", marker="5", spot="win:11-12:3").version
    for n, dice in enumerate(RACE, 1):
        act(game, host, "roll", dice=dice, n=n)
    between(game, chance)
    act(game, host, "start_race")
    act(game, host, "roll", dice=[1, 1], n=1)
    before = fold(game).play
    assert before.chair(player).money >= 45

    done = correct(game, wrong, None, reason="for another seat", actor=Actor(kind="host", id="host"))
    assert done.refused == []
    after = fold(game).play
    assert [chair.vips for chair in after.chairs] == [chair.vips for chair in before.chairs]
    assert (after.race.props, after.race.exotics, after.house.seat) == (
        before.race.props,
        before.race.exotics,
        before.house.seat,
    )
    assert after.chair(player).money == before.chair(player).money - 45

    for n, dice in enumerate(RACE, 2):
        act(game, host, "roll", dice=dice, n=n)
    play_out(game, 5)
    audit = audit_stream(game)
    assert audit.findings == []
    report = verify.verify(line.decode() for line in export_stream(game))
    assert report.findings == []
    hidden = [json.loads(line) for line in export_stream(game)]
    closed = [e["type"] for e in hidden if e.get("sealed") and not e.get("secret") and e["version"] > 1]
    assert closed in ([], ["rewound"])  # the reason of the correction is for the club


def test_a_card_that_did_not_lie_on_top_is_found() -> None:
    game = open_game(seats=2, house="rotating", **CARDS)
    play_out(game, 1)
    lines = [json.loads(line) for line in export_stream(game)]
    for type_, change in [
        ("race_prepared", lambda event: event["data"]["props"].reverse()),
        ("vip_dealt", lambda event: event["secret"]["data"]["cards"].reverse()),
        ("decks_sealed", lambda event: event["secret"]["data"]["vips"].reverse()),
        ("house_chosen", lambda event: event["data"].update(seat=3 - event["data"]["seat"])),
    ]:
        forged = json.loads(json.dumps(lines))
        change(next(event for event in forged if event["type"] == type_))
        report = verify.verify(json.dumps(line) for line in forged)
        assert ("wrong_card", type_) in {
            (finding.kind, forged[finding.line - 1]["type"]) for finding in report.findings
        }


def test_a_game_records_its_edition() -> None:
    game = open_game(seats=2)
    opened = json.loads(reading.stream_events(game)[0].record)["data"]
    ruleset = fold(game).frame.ruleset
    assert (opened["edition"], opened["edition_hash"]) == ruleset.edition()


def test_what_is_dealt_is_readable_by_its_seat_only() -> None:
    game = open_game(seats=2, house="basic", **CARDS)
    act(game, host_of(game.club), "start_race")
    for n, dice in enumerate(RACE, 1):
        act(game, host_of(game.club), "roll", dice=dice, n=n)
    dealt = [event for event in reading.stream_events(game, limit=500) if event.type == "vip_dealt"]
    assert [event.audience for event in dealt] == [("seat:1",), ("seat:2",)]
    hand = json.loads(dealt[0].sealed)["data"]["cards"]
    act(game, seat_of(game, 1), "keep_vip", card=hand[1])
    chosen = next(event for event in reading.stream_events(game, limit=500) if event.type == "vip_chosen")
    assert chosen.audience == ("seat:1",) and hand[1] not in chosen.record


def test_a_clubs_own_deck_is_refused_with_card_and_field() -> None:
    same = {"key": "x", "name": "X", "effects": [{"type": "bonus_marker", "marker": "black-4"}], "copies": 12}
    with pytest.raises(Refused) as caught:
        open_game(seats=2, house="basic", **CARDS, vip_deck={"name": "Ours", "cards": [same]})
    assert caught.value.extra["errors"][0]["card"] == "X"
    with pytest.raises(Refused) as caught:
        open_game(seats=2, house="basic", **CARDS, vip_deck={"name": "Ours", "cards": [{**same, "copies": "x"}]})
    assert "card 1 (X): copies" in caught.value.sentence
