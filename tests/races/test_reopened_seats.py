"""A closed seat that is opened again, through the ledger: its link, its money, rewinds and corrections over it."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from ledger import money, reading, verify
from ledger.audit import audit_stream
from ledger.cache import states
from ledger.correcting import correct
from ledger.decider import Actor, Stream
from ledger.errors import Refused
from ledger.export import export_stream
from races import service, shell
from races.game import wrap
from races.rules.ready_set_bet.moves import PlaceBet
from tests.races.gaming import act, host_of, open_game, roll_race, seat_of

pytestmark = pytest.mark.django_db
RACE = json.loads((Path(__file__).parent.parent / "vectors" / "ready_set_bet_race.json").read_text())["race"]["dice"]
HOST = Actor(kind="host", id="token:host")


def chairs(game: Stream) -> tuple[list[str], list[str]]:
    """→ the states of the chairs in the frame, and in the play; the same from the log alone."""
    state = reading.load(game).state
    states.clear()
    assert reading.load(game).state == state
    return [chair.state for chair in state.frame.seats], [chair.state for chair in state.play.chairs]


def raced(seats: int = 3) -> Stream:
    """Race 1 of the rules page is settled: seat 2 has won $45."""
    game = open_game(seats=seats, house="basic")
    act(game, host_of(game.club), "start_race")
    act(game, seat_of(game, 2), "place_bet", marker="5", spot="win:11-12:3")
    roll_race(game, RACE)
    assert money.balances(game.club, game.id) == {"bank": -45, "seat:2": 45}
    return game


def proved(game: Stream) -> bool:
    return not audit_stream(game).findings and not verify.verify(line.decode() for line in export_stream(game)).findings


def test_whoever_sat_there_sits_there_again_by_the_same_link() -> None:
    game, ann = raced(), uuid4()
    host = host_of(game.club)
    service.do(game, host, shell.TakeSeat(seat=2, member=ann))
    act(game, host, "close_seat", seat=2)
    opened = act(game, host, "open_seat", seat=2, reason="missed the bus")
    assert [event.type for event in opened.events] == ["seat_opened"]
    assert opened.events[0].audience == ("club",) and "bus" not in opened.events[0].record
    assert reading.load(game).state.frame.chair(2).member == ann
    act(game, host, "start_race")
    act(game, seat_of(game, 2), "place_bet", marker="5", spot="win:11-12:3")
    roll_race(game, RACE)
    assert money.balances(game.club, game.id) == {"bank": -90, "seat:2": 90}
    assert proved(game)


def test_a_link_that_was_renewed_meanwhile_stays_dead() -> None:
    game = raced()
    host = host_of(game.club)
    act(game, host, "close_seat", seat=2)
    service.do(game, host, shell.RenewLink(seat=2))
    act(game, host, "open_seat", seat=2)
    act(game, host, "start_race")
    with pytest.raises(Refused, match="no_token"):
        act(game, seat_of(game, 2), "place_bet", marker="5", spot="win:7:1")
    act(game, seat_of(game, 2, generation=1), "place_bet", marker="5", spot="win:7:1")


def test_a_rewind_to_when_it_was_closed_leaves_it_open() -> None:
    game = raced()
    host = host_of(game.club)
    act(game, host, "close_seat", seat=2)
    closed = act(game, host, "close_seat", seat=3).version
    act(game, host, "open_seat", seat=2)
    act(game, host, "start_race")
    act(game, host, "rewind", to=closed, reason="once more")
    assert chairs(game) == (["free", "free", "closed"], ["playing", "playing", "closed"])
    assert money.balances(game.club, game.id) == {"bank": -45, "seat:2": 45}
    assert proved(game)


def test_a_rewind_to_before_it_was_closed_leaves_it_open_and_one_over_a_second_close_leaves_it_closed() -> None:
    game = open_game(seats=3, house="basic")
    host = host_of(game.club)
    start = reading.load(game).version
    for type in ("close_seat", "open_seat", "close_seat", "open_seat"):
        act(game, host, type, seat=2)
    act(game, host, "rewind", to=start, reason="once more")
    assert chairs(game) == (["free", "free", "free"], ["playing", "playing", "playing"])
    for to in (start, reading.load(game).version):
        act(game, host, "close_seat", seat=2)
        act(game, host, "rewind", to=to, reason="once more")
        assert chairs(game) == (["free", "closed", "free"], ["playing", "closed", "playing"])
        act(game, host, "open_seat", seat=2)
    assert proved(game)


def test_who_was_taken_back_doesn_t_leave_after_a_rewind_to_when_he_wanted_to() -> None:
    game = open_game(seats=2, house="basic")
    host = host_of(game.club)
    act(game, host, "start_race")
    leaving = act(game, host, "close_seat", seat=2).version
    act(game, host, "open_seat", seat=2)
    act(game, host, "rewind", to=leaving, reason="once more")
    act(game, host, "resume")
    roll_race(game, RACE)
    assert chairs(game) == (["free", "free"], ["playing", "playing"])
    assert proved(game)


def test_a_correction_of_a_race_before_leaves_it_open() -> None:
    game = raced()
    host = host_of(game.club)
    act(game, host, "close_seat", seat=2)
    act(game, host, "open_seat", seat=2)
    bet = next(event.version for event in reading.stream_events(game, limit=500) if event.type == "bet_placed")
    other = PlaceBet(marker="4", spot="win:11-12:3")
    done = correct(game, bet, lambda made, state: wrap(other), reason="it was the 4", actor=HOST)
    assert done.refused == []
    assert money.balances(game.club, game.id) == {"bank": -36, "seat:2": 36}
    assert chairs(game) == (["free", "free", "free"], ["playing", "playing", "playing"])
    with pytest.raises(Refused, match="invalid"):
        opened = next(e.version for e in reading.stream_events(game, limit=500) if e.type == "seat_opened")
        correct(game, opened, None, reason="x", actor=HOST)
    assert proved(game)


def test_a_rotating_house_is_drawn_among_seats_that_are_back() -> None:
    """The offline check knows of seats that are back: the lot falls on one of all three."""
    game = open_game(seats=3, house="rotating")
    host = host_of(game.club)
    for type in ("close_seat", "open_seat"):
        act(game, host, type, seat=3)
    for _ in range(12):  # a lot among two would give the same House now and then
        act(game, host, "rewind", to=1, reason="draw again")
    drawn = [event for event in reading.stream_events(game, limit=500) if event.type == "house_chosen"]
    assert len(drawn) == 13
    assert proved(game)


def test_a_running_deal_of_racehorse_can_be_gone_back_to_when_its_seat_is_back() -> None:
    game = open_game(seats=6, ruleset="racehorse")
    host = host_of(game.club)
    act(game, host, "abandon", reason="a card fell")
    dealt = reading.load(game).version
    act(game, host, "close_seat", seat=2)
    act(game, host, "abandon", reason="another one")
    with pytest.raises(Refused, match="Seat 2 has left since"):
        act(game, host, "rewind", to=dealt, reason="back")
    act(game, host, "open_seat", seat=2)
    act(game, host, "rewind", to=dealt, reason="back")
    assert chairs(game) == (["free"] * 6, ["playing"] * 6)
    assert 2 in reading.load(game).state.play.deal.seats
