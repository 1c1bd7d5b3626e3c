"""Greyhounds in the real ledger: audit by making every move again, the offline verifier, rewinds, corrections."""

from __future__ import annotations

import json

import pytest

from ledger import money, verify
from ledger.audit import audit_stream
from ledger.cache import states
from ledger.correcting import correct
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.export import export_stream
from ledger.reading import load, stream_events
from ledger.rebuild import check
from ledger.store import execute
from ledger.writer import CLOCK
from races import shell
from races.game import wrap
from races.rules.greyhounds import V1
from races.rules.greyhounds.moves import PlaceBets, PlayDefault, WantedBet
from races.rules.protocol import Abandon, CloseGame
from tests.races.gaming import act, host_of, open_game, seat_of
from tests.races.rules.vectors import vectors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_clock")]
HOST = Actor(kind="host", id="token:host")
EXAMPLE = vectors("greyhounds_race")


def open_greyhounds(seats: int = 4, **options: object) -> Stream:
    return open_game(seats, ruleset="greyhounds", **options)


@pytest.fixture
def test_decks(settings: object) -> None:
    settings.RAILBIRD_TEST_DECKS = True  # type: ignore[attr-defined]


def play(game: Stream):
    return load(game).state.play


def step(game: Stream) -> None:
    """Somebody who is waited for plays the default, as a move of their own."""
    seat = play(game).waiting[0]
    move = V1.default(play(game), seat)
    execute(game, wrap(move), actor=Actor(kind="seat", id=f"seat:{seat}", seat=seat))


def play_to(game: Stream, race: int, phase: str) -> None:
    while (play(game).race, play(game).phase) != (race, phase):
        step(game)


def exported(game: Stream) -> list[str]:
    return [line.decode() for line in export_stream(game)]


def test_every_move_is_made_again_and_every_set_proved() -> None:
    game = open_greyhounds(track_length=8, bookmaker=2)
    act(game, seat_of(game, 4), "add_salt", salt="c0ffee")
    step(game)
    execute(game, wrap(shell.Rewind(to=load(game).version - 1, reason="mistyped")), actor=HOST)
    act(game, host_of(game.club), "resume")
    act(game, seat_of(game, 1), "add_salt", salt="ab")
    play_to(game, 2, "play")
    execute(game, wrap(Abandon(reason="the dog ate a card")), actor=HOST)
    play_to(game, 3, "set_aside")
    while play(game).phase != "finished":
        step(game)
    report = audit_stream(game)
    assert (report.findings, report.dice, report.checked.dice, report.checked.erased) == ([], "proved", 16, 0)
    assert check(game.club).differences == []
    assert money.balances(game.club, game.id)["seat:2"] == V1.balances(play(game))[2]
    before = load(game)
    states.clear()
    assert load(game) == before

    offline = verify.verify(exported(game))
    assert (offline.findings, offline.counts["cards"]) == ([], 4 * 6 * 4)  # race 2 was dealt twice
    assert "Cards: 96 shown as they were sealed, 0 of test decks." in list(verify.told(offline))


def test_another_set_than_the_seed_gives_is_found_by_a_stranger() -> None:
    lines = exported(open_greyhounds())
    sets = verify.Sets("", 0)
    for number, line in enumerate(lines, 1):
        event = json.loads(line)
        if event["type"] == "game_opened":
            sets = verify.Sets(event["data"]["salt"], 0)
        if event["type"] == "set_revealed" and event["data"]["seat"] == 3:
            cards = event["data"]["cards"]
            cards[0] = next(card for card in range(11, 21) if card not in cards)
        sets.take(number, event)
    found = list(sets.check({"cards": 0, "stacked": 0}))
    assert [(finding.kind, finding.sentence) for finding in found] == [
        ("wrong_card", "the seed of this race gives another set.")
    ]


def test_test_decks_are_said_to_be_so(test_decks: None) -> None:
    game = open_greyhounds(rigged={"sets": [EXAMPLE["sets"]]})
    assert load(game).state.frame.rigged
    offline = verify.verify(exported(game))
    assert (offline.findings, offline.counts["cards"], offline.counts["stacked"]) == ([], 0, 24)
    assert audit_stream(game).dice == "entered"


def test_a_public_export_shows_nothing_that_is_sealed() -> None:
    game = open_greyhounds()
    play_to(game, 1, "play")
    for line in exported(game):
        event = json.loads(line)
        if event["type"] in ("bets_sealed", "card_set_aside"):
            assert "secret" not in event
            assert event["sealed"].startswith("sha256:")
            assert event["data"].keys() == {"race", "seat"}
            assert event["move"].keys() == {"id", "n", "of", "type", "race"}


def test_a_corrected_bet_is_settled_anew(test_decks: None) -> None:
    """Seat 2 meant A-C: $500 at 60 to 10 come to $3,000."""
    game = open_greyhounds(track_length=10, rigged={"sets": [EXAMPLE["sets"]]})
    for sheet in EXAMPLE["bets"]:
        act(game, seat_of(game, sheet["seat"]), "place_bets", kind=sheet["kind"], bets=sheet["bets"])
    for seat, card in enumerate(EXAMPLE["set_aside"], 1):
        act(game, seat_of(game, seat), "set_aside", card=card)
    for played in EXAMPLE["rounds"]:
        for group in played["playing"]:
            for seat in group:
                act(game, seat_of(game, seat), "play", card=played["cards"][str(seat)])
    assert V1.balances(play(game)) == {1: 7700, 2: 6000, 3: 7400, 4: 8600}
    sets = [dog.set_ for dog in play(game).dogs]
    slip = next(event.version for event in stream_events(game) if event.type == "bets_sealed") + 1
    meant = PlaceBets(kind="einlauf", bets=(WantedBet(pick=(1, 3), stake=500),))
    done = correct(game, slip, lambda made, state: wrap(meant), reason="misread", actor=HOST)
    assert done.refused == []
    assert V1.balances(play(game)) == {1: 7700, 2: 9000, 3: 7400, 4: 8600}
    assert [dog.set_ for dog in play(game).dogs] == sets  # race 2 is dealt from the same seed
    assert audit_stream(game).findings == []
    assert verify.verify(exported(game)).findings == []


def test_a_clock_that_comes_twice_plays_once() -> None:
    game = open_greyhounds(default_after_s=1)
    due = V1.due(play(game))
    sleeper = PlayDefault(seat=1, n=1)
    assert due.move == sleeper
    while True:  # the database says when a second is over
        try:
            execute(game, wrap(sleeper), actor=CLOCK)
            break
        except Refused as refused:
            assert refused.code == "too_early"
    with pytest.raises(Refused) as again:
        execute(game, wrap(sleeper), actor=CLOCK)
    assert again.value.code == "too_late"
    assert play(game).waiting == (2, 3, 4)


def test_a_closed_game_opens_what_was_sealed() -> None:
    game = open_greyhounds()
    play_to(game, 1, "play")
    step(game)
    execute(game, wrap(CloseGame(reason="last bus")), actor=HOST)
    sealed = [json.loads(line) for line in exported(game)]
    assert all("secret" in event for event in sealed if event["type"] in ("bets_sealed", "card_set_aside", "card_laid"))
    assert audit_stream(game).findings == []
