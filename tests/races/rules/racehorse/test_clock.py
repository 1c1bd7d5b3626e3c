"""A seat that sleeps is played for (rules page H11); pauses; the dealer who deals."""

from __future__ import annotations

import msgspec
import pytest

from races.rules.protocol import By, Refused
from races.rules.racehorse import V1
from races.rules.racehorse.events import BidMade, CardPlayed, Passed, PitchWon
from races.rules.racehorse.moves import PlayDefault
from tests.races.rules.racehorse.tables import play_out, sit, turn
from tests.races.rules.table import START

SECOND = 1_000_000


def by_clock(table, deal, n, at):
    return table.play({"type": "play_default", "deal": deal, "n": n}, By(at=at, clock=True))


def test_nothing_is_due_where_nobody_is_played_for():
    table = sit()
    assert V1.due(table.state) is None
    with pytest.raises(Refused, match="not_running"):
        by_clock(table, 1, 1, START)


def test_sleepers_pass_the_forced_dealer_says_two_and_the_lowest_legal_card_falls():
    hands = {
        "1": ["2C", "9C", "KD", "3H", "4H", "5H"],
        "2": ["3C", "TC", "2D", "3D", "6H", "7H"],
        "3": ["4C", "JC", "4D", "5D", "8H", "9H"],
        "4": ["5C", "QC", "6D", "7D", "TH", "JH"],
        "5": ["6C", "2S", "3S", "2H", "QH", "KH"],
    }
    table = sit(default_after_s=30, rigged={"hands": hands, "dealer": 5}, deals=1)
    assert V1.due(table.state).at == START + 30 * SECOND
    for _ in range(5):
        table.clock()
    assert [event.seat for event in table.find(Passed)] == [1, 2, 3, 4]
    assert [(event.seat, event.points) for event in table.find(BidMade)] == [(5, 2)]
    assert [event.seat for event in table.find(PitchWon)] == [5]
    for _ in range(5):
        table.clock()
    # Seat 5 leads its lowest: of the twos hearts before spades. 1 to 4 follow with their lowest heart.
    assert [(event.seat, event.card) for event in table.find(CardPlayed)] == [
        (5, "2H"),
        (1, "3H"),
        (2, "6H"),
        (3, "8H"),
        (4, "TH"),
    ]
    assert table.at == START + 10 * 30 * SECOND


def test_the_clock_comes_neither_early_nor_for_a_turn_that_is_over():
    table = sit(default_after_s=30)
    due = V1.due(table.state)
    assert due.move == PlayDefault(deal=1, n=1)
    with pytest.raises(Refused, match="too_early"):
        by_clock(table, 1, 1, due.at - 1)
    table.at += 10 * SECOND
    table.seat(turn(table), "pass")
    later = V1.due(table.state)
    assert (later.at, later.move) == (START + 40 * SECOND, PlayDefault(deal=1, n=2))
    for deal, n, code in [(1, 1, "roll_out_of_order"), (1, 3, "roll_out_of_order"), (2, 2, "wrong_race")]:
        with pytest.raises(Refused, match=code):
            by_clock(table, deal, n, later.at)
    with pytest.raises(Refused, match="wrong_scope"):
        table.host("play_default", deal=1, n=2)


def test_an_outage_pauses_and_the_host_goes_on_with_full_time():
    table = sit(default_after_s=30, pause_after_gap_s=60)
    table.clock(late=60 * SECOND)
    assert table.names()[-1] == "passed"
    table.clock(late=60 * SECOND + 1)
    assert table.names()[-1] == "paused"
    assert V1.due(table.state) is None and V1.view(table.state, None)["turn"] is None
    with pytest.raises(Refused, match="paused"):
        table.seat(table.state.deal.turn, "pass")
    assert V1.default(table.state, table.state.deal.turn) is None
    table.at += 5 * SECOND
    table.host("resume")
    assert V1.due(table.state).at == table.at + 30 * SECOND


def test_the_host_pauses():
    table = sit()
    table.host("pause")
    assert V1.summary(table.state).status == "paused"
    with pytest.raises(Refused, match="paused"):
        table.host("pause")
    table.host("resume")
    with pytest.raises(Refused, match="already_running"):
        table.host("resume")
    with pytest.raises(Refused, match="wrong_scope"):
        table.seat(1, "pause")


def test_the_default_is_only_for_the_seat_that_is_asked():
    table = sit()
    asked = turn(table)
    assert V1.default(table.state, asked) is not None
    assert [V1.default(table.state, seat) for seat in range(1, 6) if seat != asked] == [None] * 4


def test_a_dealer_deals_when_he_wants_or_is_dealt_for():
    table = sit(deal_by="dealer", default_after_s=30, rigged={"dealer": 3})
    assert (V1.summary(table.state).status, V1.summary(table.state).phase) == ("open", "ready")
    assert V1.legal(table.state, 3)[0] == {"type": "deal", "deal": 1}
    assert V1.legal(table.state, 2) == [{"type": "add_salt", "fill": ["salt"]}]
    with pytest.raises(Refused, match="not_your_turn"):
        table.seat(2, "deal")
    with pytest.raises(Refused, match="not_running"):
        table.seat(4, "pass")
    assert V1.due(table.state).move == PlayDefault(deal=1, n=0)
    table.clock()
    assert turn(table) == 4
    play_out(table)
    assert V1.view(table.state, None)["phase"] == "ready"
    table.host("deal", deal=2)
    assert table.state.running
    with pytest.raises(Refused, match="already_running"):
        table.host("deal")


def test_where_the_server_deals_nobody_else_does():
    table = sit()
    with pytest.raises(Refused, match="already_running"):
        table.host("deal")


def test_a_move_of_another_deal_is_refused():
    table = sit()
    seat = turn(table)
    with pytest.raises(Refused) as refused:
        table.seat(seat, "pass", deal=2)
    assert (refused.value.code, refused.value.extra) == ("wrong_race", {"expected": 1})
    table.seat(seat, "pass", deal=1)


@pytest.mark.parametrize("body", [{"type": "bid", "points": 1}, {"type": "bid"}, {"type": "play", "card": "10S"}])
def test_what_is_no_move(body):
    with pytest.raises(msgspec.ValidationError):
        sit().play(body, By(at=START, seat=1))
