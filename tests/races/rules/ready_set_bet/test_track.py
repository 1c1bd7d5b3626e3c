"""Movement, bonus, red line, close of betting (§3)."""

from __future__ import annotations

import pytest

from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.simulate import race_of_dice
from races.rules.ready_set_bet.track import Stride, Track, advance, closing, gate
from tests.races.rules.ready_set_bet.tables import RACE
from tests.races.rules.vectors import positions, vectors


def strides(totals: list[int]) -> list[Stride]:
    track, taken = gate(STANDARD), []
    for total in totals:
        stride = advance(STANDARD, track, STANDARD.of_total[total])
        track = stride.track
        taken.append(stride)
    return taken


@pytest.mark.parametrize("case", vectors("ready_set_bet_movement"), ids=lambda case: case["says"])
def test_movement(case):
    horse = STANDARD.index[case["horse"]]
    assert [stride.track.positions[horse] for stride in strides(case["rolls"])] == case["at"]


def test_bonus_is_what_was_earned_and_steps_what_was_moved():
    last = strides([10, 10, 10, 10, 10, 10])[-1]
    assert (last.bonus, last.steps, last.track.positions[7]) == (3, 4, 15)
    capped = strides([12, 12, 4, 12, 12, 4, 12, 4, 12, 4, 12, 12])[-1]
    assert (capped.bonus, capped.steps, capped.track.positions[8]) == (3, 2, 15)


def test_a_horse_crosses_the_red_line_once_at_10():
    crossings = [stride.crosses for stride in strides([7] * 12)]
    assert crossings == [False] * 9 + [True, False, False]


def test_betting_closes_when_the_third_different_horse_has_crossed():
    two = Track((0, 0, 0, 9, 11, 12, 0, 0, 0), roll=30, horse=5, run=1, crossed=(5, 4))
    third = advance(STANDARD, two, 3).track
    assert third.crossed == (5, 4, 3)
    assert closing(STANDARD, two, third) == "third_crossing"
    assert closing(STANDARD, two, advance(STANDARD, two, 4).track) is None
    # and once it is closed, neither a fourth crossing nor the finish closes it again
    fourth = advance(STANDARD, Track((9, 0, 0, 10, 11, 12, 0, 0, 0), 31, 3, 1, (5, 4, 3)), 0).track
    assert len(fourth.crossed) == 4
    assert closing(STANDARD, third, fourth) is None


def test_betting_closes_at_the_finish_where_fewer_than_three_have_crossed():
    before = Track((0, 0, 0, 9, 14, 12, 0, 0, 0), roll=30, horse=5, run=1, crossed=(5, 4))
    assert closing(STANDARD, before, advance(STANDARD, before, 4).track) == "finish"


def test_the_whole_race_of_the_rules_page():
    case = vectors("ready_set_bet_race")["race"]
    log, track = [], gate(STANDARD)
    for first, second in RACE:
        horse = STANDARD.of_total[first + second]
        stride = advance(STANDARD, track, horse)
        track = stride.track
        log.append([track.roll, STANDARD.horses[horse], stride.bonus, track.positions[horse]])
    assert log == case["log"]

    run = race_of_dice(STANDARD, RACE)
    assert run.track.roll == 12
    assert run.result.positions == positions(case["positions"]) == (0, 0, 1, 1, 1, 1, 1, 0, 15)
    assert (run.closed_by, run.closed_at) == ("finish", 12)
    assert run.track.crossed == (8,)


def test_the_shortest_race_takes_six_rolls():
    run = race_of_dice(STANDARD, [(1, 1)] * 7)
    assert run.track.roll == 6
    assert run.result.positions == (15, 0, 0, 0, 0, 0, 0, 0, 0)


def test_dice_that_end_before_the_race_are_an_error():
    with pytest.raises(ValueError, match="ended before the race"):
        race_of_dice(STANDARD, RACE[:-1])
