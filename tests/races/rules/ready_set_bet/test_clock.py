"""The clock: when the server rolls, pauses, and what it does after an outage (design §4). Times in µs."""

from __future__ import annotations

from races.rules.protocol import By, Paused
from races.rules.ready_set_bet import V1
from races.rules.ready_set_bet.events import Rolled
from races.rules.ready_set_bet.evolve import next_due
from races.rules.ready_set_bet.moves import Roll
from tests.races.rules.ready_set_bet.tables import app, basic, refused, started
from tests.races.rules.table import START, Table

SECOND = 1_000_000


def due(table: Table) -> int:
    answer = V1.due(table.state)
    assert answer is not None
    return answer.at - START


def test_nothing_is_due_before_the_start_and_the_first_roll_comes_one_pace_after_it():
    table = app(1, 2)
    assert V1.due(table.state) is None
    started(table)
    assert due(table) == 1 * SECOND
    answer = V1.due(table.state)
    assert answer is not None and answer.move == Roll(race=1, n=1)


def test_a_roll_less_than_one_pace_late_does_not_shift_the_rhythm():
    table = started(app(1, 2))
    table.clock(late=999_999)
    assert due(table) == 2 * SECOND
    table.clock()
    assert due(table) == 3 * SECOND


def test_a_later_roll_starts_the_rhythm_anew_without_a_burst():
    table = started(app(1, 2))
    table.clock(late=1 * SECOND)
    assert due(table) == 3 * SECOND
    table.clock(late=7 * SECOND)
    assert due(table) == 11 * SECOND


def test_a_roll_that_comes_early_twice_or_for_another_race_does_nothing():
    table = started(app(1, 2))
    first = {"type": "roll", "race": 1, "n": 1}
    with refused("too_early"):
        table.play(first, By(at=START + SECOND - 1, clock=True))
    table.play(first, By(at=START + SECOND, clock=True))
    with refused("roll_out_of_order", expected=2):
        table.play(first, By(at=START + SECOND, clock=True))
    with refused("wrong_race", expected=1):
        table.play({"type": "roll", "race": 2, "n": 2}, By(at=START + 2 * SECOND, clock=True))


def test_after_a_long_outage_the_race_is_paused_once_and_the_host_resumes():
    table = started(app(1, 2, pause_after_gap_s=10))
    assert isinstance(table.clock(late=10 * SECOND)[0], Rolled)
    assert table.clock(late=10 * SECOND + 1) == [Paused(reason="gap")]
    assert V1.due(table.state) is None
    with refused("paused"):
        table.play({"type": "roll", "race": 1, "n": 2}, By(at=table.at + SECOND, clock=True))
    table.host("resume")
    assert due(table) == table.at - START + SECOND


def test_pause_and_resume():
    table = app(1, 2)
    for move in ("pause", "resume"):
        with refused("not_running"):
            table.host(move)
    started(table)
    for move in ("pause", "resume", "set_pace", "abandon", "close_game"):
        more = {"set_pace": {"pace_ms": 50}, "abandon": {"reason": "x"}, "close_game": {"reason": "x"}}.get(move, {})
        with refused("wrong_scope"):
            table.seat(1, move, **more)
    with refused("already_running"):
        table.host("resume")
    table.at += 400_000
    table.host("pause")
    with refused("paused"):
        table.host("pause")
    assert V1.due(table.state) is None
    table.at += 90 * SECOND
    table.host("resume")
    assert due(table) == 91_400_000  # one full pace later


def test_the_pace_can_change_while_a_roll_is_awaited():
    table = started(app(1, 2))
    table.clock()
    table.at += 100_000
    table.host("set_pace", pace_ms=3000)
    assert due(table) == 4 * SECOND
    table.host("set_pace", pace_ms=500)
    assert due(table) == 1_500_000
    table.host("set_pace", pace_ms=50)  # would have been before now
    assert due(table) == 1_100_000
    table.clock()
    assert due(table) == 1_150_000
    with refused("invalid"):
        basic(1).host("set_pace", pace_ms=500)


def test_no_clock_where_a_person_rolls():
    table = started(basic(1))
    assert V1.due(table.state) is None
    table.host("pause")
    with refused("paused"):
        table.host("roll", dice=[1, 1])
    table.host("resume")
    assert V1.due(table.state) is None


def test_rolls_made_again_by_a_correction_do_not_put_the_next_one_off():
    started_at, pace = START, SECOND
    due_at: int | None = started_at + pace
    for _ in range(20):  # all at one moment, before they are due
        due_at = next_due(due_at, started_at, pace)
    assert due_at == started_at + pace
