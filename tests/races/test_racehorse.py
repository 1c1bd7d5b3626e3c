"""Racehorse in the real ledger: audit by making every move again, the offline verifier, corrections, host's eyes."""

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
from ledger.store import execute
from ledger.writer import CLOCK
from races import service, shell
from races.game import wrap
from races.rules.protocol import Abandon, CloseGame
from races.rules.racehorse import V1
from races.rules.racehorse.moves import Bid, Play, PlayDefault
from tests.races.gaming import act, host_of, open_game, seat_of
from tests.races.rules.vectors import vectors

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_clock")]
HOST = Actor(kind="host", id="token:host")
ONE = vectors("racehorse_examples")["deals"][0]


def open_racehorse(seats: int = 5, **options: object) -> Stream:
    return open_game(seats, ruleset="racehorse", **options)


@pytest.fixture
def test_decks(settings: object) -> None:
    settings.RAILBIRD_TEST_DECKS = True  # type: ignore[attr-defined]


def play(game: Stream):
    return load(game).state.play


def step(game: Stream, pick: int = 0) -> None:
    """The seat that is asked takes what it is offered."""
    seat = V1.view(play(game), None)["turn"]
    offer = dict(V1.legal(play(game), seat)[pick])
    act(game, seat_of(game, seat), offer.pop("type"), **offer)


def play_deals(game: Stream, number: int) -> None:
    while play(game).scored < number:
        step(game)


def exported(game: Stream) -> list[str]:
    return [line.decode() for line in export_stream(game)]


def test_every_move_is_made_again_and_every_card_proved() -> None:
    game = open_racehorse(deals=3)
    act(game, seat_of(game, 4), "add_salt", salt="c0ffee")
    step(game)
    execute(game, wrap(shell.Rewind(to=load(game).version - 1, reason="mistyped")), actor=HOST)
    act(game, host_of(game.club), "resume")
    play_deals(game, 1)
    step(game)
    execute(game, wrap(Abandon(reason="the deck fell down")), actor=HOST)
    play_deals(game, 2)
    execute(game, wrap(CloseGame(reason="last bus")), actor=HOST)
    report = audit_stream(game)
    assert (report.findings, report.dice, report.checked.erased) == ([], "proved", 0)
    before = load(game)
    states.clear()
    assert load(game) == before

    offline = verify.verify(exported(game))
    assert (offline.findings, offline.counts["cards"]) == ([], 60)
    assert "Cards: 60 shown as they were sealed, 0 of test decks." in list(verify.told(offline))
    assert offline.counts["opened"] == 0


def test_an_export_holds_neither_seed_nor_hand() -> None:
    game = open_racehorse(deals=2)
    play_deals(game, 1)
    text = "\n".join(exported(game))
    hidden = {card for hand in play(game).deal.hands for card in hand.cards}
    second = text[text.rindex('"type":"deal_started"') :]
    assert "seed" not in text and '"cards"' not in second
    assert not any(f'"{card}"' in second for card in hidden)
    assert all(salt not in text for hand in play(game).deal.hands for salt in hand.salts)


@pytest.mark.parametrize(
    ("type", "change", "said"),
    [
        ("card_played", {"card": "other"}, "is not the card that was sealed at place"),
        ("card_played", {"salt": "00" * 32}, "is not the card that was sealed at place"),
        ("card_played", {"place": 0}, "place 0 of the deck is not, or no longer, in the hand of seat"),
        ("dealt", {"places": [1, 2, 3, 4, 5, 6]}, "should have been dealt the places"),
        ("deck_sealed", {"commitments": ["00" * 32] * 52}, "52 commitments, all different"),
        ("deal_started", {"deal": 2}, "this deal's deck was not sealed before it"),
    ],
)
def test_the_verifier_names_a_card_that_is_another(type: str, change: dict, said: str) -> None:
    game = open_racehorse(deals=1)
    play_deals(game, 1)
    events = [json.loads(line) for line in exported(game)]
    wrong = next(event for event in events if event["type"] == type)
    if change.get("card") == "other":
        change = {"card": next(card for card in verify.PACK if card != wrong["data"]["card"])}
    wrong["data"] |= change
    cards = verify.Cards(events[0]["data"]["salt"], rigged=False)
    for n, event in enumerate(events, 1):
        cards.take(n, event)
    findings = list(cards.check(dict.fromkeys(("cards", "stacked"), 0)))
    assert findings and findings[0].kind == "wrong_card" and said in findings[0].sentence
    assert findings[0].version == wrong["version"]


def test_a_seat_that_sleeps_is_played_for_by_the_clock_and_audited() -> None:
    game = open_racehorse(deals=1, default_after_s=1)
    with pytest.raises(Refused, match="too_early"):
        execute(game, wrap(PlayDefault(deal=1, n=1)), actor=CLOCK)
    seat = V1.view(play(game), None)["turn"]
    default = V1.default(play(game), seat)
    service.do(game, host_of(game.club), default, for_seat=seat)  # what the host's button does
    assert audit_stream(game).ok


def test_the_host_does_not_see_a_hand() -> None:
    game = open_racehorse()
    host, loaded = host_of(game.club), load(game)
    for seat in range(1, 6):
        own = service.shown(loaded, seat_of(game, seat), seat).state.play
        assert len(V1.view(own, seat)["hand"]) == 6
        others = service.shown(loaded, host, seat).state.play
        assert V1.view(others, seat)["hand"] is None
    while play(game).phase == "bidding":
        step(game)
    seat = V1.view(play(game), None)["turn"]
    shown = service.shown(load(game), host, seat).state.play
    assert V1.legal(shown, seat) == [{"type": "play", "deal": 1, "fill": ["card"]}]


def version_of(game: Stream, type: str, **data: object) -> int:
    for event in stream_events(game, limit=500):
        found = json.loads(event.record)["data"]
        if event.type == type and all(found.get(name) == value for name, value in data.items()):
            return event.version
    raise AssertionError(f"no {type} with {data}")


def mend(game: Stream, at: int, move: object):
    change = None if move is None else lambda made, state: wrap(move)
    return correct(game, at, change, reason="mistyped", actor=HOST)


def play_example(game: Stream, deal: dict) -> None:
    for seat, points in deal["calls"]:
        act(game, seat_of(game, seat), **({"type": "pass"} if points is None else {"type": "bid", "points": points}))
    for trick in deal["tricks"]:
        for card in trick:
            act(game, seat_of(game, play(game).deal.turn), "play", card=card)


def test_a_bid_is_mended_and_the_deal_paid_by_it(test_decks: None) -> None:
    game = open_racehorse(deals=1, rigged={"hands": ONE["hands"], "dealer": 5})
    play_example(game, ONE)
    assert money.balances(game.club, game.id)["seat:3"] == 12
    done = mend(game, version_of(game, "bid_made", seat=3), Bid(points=4))
    assert done.refused == []
    assert money.balances(game.club, game.id)["seat:3"] == -16  # three points are not four
    report = audit_stream(game)
    assert (report.findings, report.dice) == ([], "entered")
    assert verify.verify(exported(game)).findings == []


def refused_to_mend(game: Stream, at: int, move: object) -> None:
    before = load(game)
    with pytest.raises(Refused, match="dice_already_seen"):
        mend(game, at, move)
    assert load(game) == before


def test_a_card_after_which_others_no_longer_fit_is_not_mended() -> None:
    game = open_racehorse(deals=1)
    while play(game).phase == "bidding":
        step(game)
    first = load(game).version + 1
    leader = V1.view(play(game), None)["turn"]
    for _ in range(20):
        step(game)
    other = play(game).deal.hand(leader).played[1]  # it can't be played twice
    refused_to_mend(game, first, Play(card=other))
    refused_to_mend(game, first, None)
    assert audit_stream(game).findings == []


def test_what_lets_a_deal_begin_otherwise_or_not_yet_is_not_mended() -> None:
    game = open_racehorse(deals=3)
    act(game, seat_of(game, 4), "add_salt", salt="c0ffee")
    salted = load(game).version
    last = 0
    while play(game).scored < 1:
        last = load(game).version + 1
        step(game)
    assert play(game).number == 2
    refused_to_mend(game, last, None)  # deal 2 would not have begun, and its hands have been seen
    refused_to_mend(game, salted, None)  # other hands in deal 2
    assert audit_stream(game).findings == []
    assert verify.verify(exported(game)).findings == []


def test_another_dealer_after_a_correction_changes_nobodys_cards(test_decks: None) -> None:
    """The bid was 4 and not 3, so it was set, and seat 2 deals the deal that is being called, not seat 3."""
    game = open_racehorse(deals=2, rigged={"hands": ONE["hands"], "dealer": 5})
    play_example(game, ONE)
    assert V1.view(play(game), None)["turn"] == 4
    step(game)
    hands = {hand.seat: hand.cards for hand in play(game).deal.hands}
    done = mend(game, version_of(game, "bid_made", seat=3), Bid(points=4))
    assert [(refused.move["type"], refused.code) for refused in done.refused] == [("pass", "not_your_turn")]
    assert (play(game).deal.dealer, V1.view(play(game), None)["turn"]) == (2, 3)
    assert {hand.seat: hand.cards for hand in play(game).deal.hands} == hands
    play_deals(game, 2)
    assert audit_stream(game).findings == []
    assert verify.verify(exported(game)).findings == []


def test_test_decks_only_where_they_are_allowed(settings: object) -> None:
    settings.RAILBIRD_TEST_DECKS = False  # type: ignore[attr-defined]
    with pytest.raises(Refused, match="Test decks"):
        open_racehorse(rigged={"dealer": 5})
    settings.RAILBIRD_TEST_DECKS = True  # type: ignore[attr-defined]
    frame = load(open_racehorse(rigged={"dealer": 5})).state.frame
    assert frame.rigged
    assert not load(open_racehorse()).state.frame.rigged
