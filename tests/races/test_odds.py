"""The balance report: the rules page's frequencies again, and expected values that follow from them."""

from __future__ import annotations

import io
import math
import random

import pytest
from django.core.management import CommandError, call_command

from races.management.commands.odds import dice, told
from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.odds import report, worth_of
from tests.races.rules.vectors import vectors

RACES = 6_000
REPORT = report(STANDARD, RACES, dice(1))
BY_SPOT = {row.spot: row for row in (*REPORT.spots, *REPORT.props, *REPORT.exotics)}


def within(found: float, expected: float, error: float) -> bool:
    return abs(found - expected) <= 4 * error + 0.0005


def test_the_frequencies_of_the_rules_page():
    reference = vectors("ready_set_bet_frequencies")
    for bet in ("win", "place", "show"):
        for horse, expected in zip(STANDARD.horses, reference[bet], strict=True):
            error = math.sqrt(expected * (1 - expected) / RACES)
            assert within(BY_SPOT[f"{bet}:{horse}:1"].probability.mean, expected, error), (bet, horse)
    for (horse, position), expected in zip(REPORT.positions.items(), reference["position"], strict=True):
        assert within(position.mean, expected, position.error), horse
    assert within(REPORT.rolls.mean, 64.0, REPORT.rolls.error + 0.002)
    assert within(REPORT.closed_early.mean, 0.668, REPORT.closed_early.error)


def test_every_spot_and_card_is_there():
    assert (len(REPORT.spots), len(REPORT.props), len(REPORT.exotics)) == (67, 28, 5)
    assert next(iter(REPORT.totals_money)) == "Snake Eyes & Boxcars"
    # a 2 or a 12 falls once in 18 rolls: 64 / 18 dollars a race
    assert within(
        REPORT.totals_money["Snake Eyes & Boxcars"].mean, 64 / 18, REPORT.totals_money["Snake Eyes & Boxcars"].error
    )


def test_expected_values_of_markers():
    # win:7:1 is 3/-4: at 1 in 4 the 5 makes 5 × 3 / 4 - 4 × 3 / 4 = 0.75 dollars
    worth = worth_of(STANDARD, STANDARD.spots["win:7:1"], 250, 1000)
    assert worth.probability.mean == 0.25
    assert [value.mean for value in worth.ordinary] == [-1.5, -0.75, 0.0, 0.75]
    # bonus 2 loses nothing; bonus 7 loses 5 more: 7 × 3 / 4 - 9 × 3 / 4
    assert [value.mean for value in worth.bonus] == [1.5, -0.75, -0.75, -0.75, -0.75, -1.5]
    error = math.sqrt(0.25 * 0.75 / 1000)
    assert worth.probability.error == pytest.approx(error)
    assert worth.ordinary[-1].error == pytest.approx((5 * 3 + 4) * error)


def test_the_report_as_printed():
    out = io.StringIO()
    call_command("odds", "ready-set-bet", races=50, seed=3, stdout=out)
    text = out.getvalue()
    assert "edition printed-1: 50 races." in text
    for name in ("win:11-12:3", "seven-fifth", "2-3>5", "8>blue", "tight-race", "Snake Eyes & Boxcars"):
        assert name in text
    again = io.StringIO()
    call_command("odds", "ready-set-bet", races=50, seed=3, stdout=again)
    assert again.getvalue() == text


def test_what_the_command_refuses():
    with pytest.raises(CommandError, match="none are known for halma"):
        call_command("odds", "halma")
    with pytest.raises(CommandError, match="at least two"):
        call_command("odds", "ready-set-bet", races=1)


def test_dice_are_fair_enough_to_count_with():
    rolls = dice(random.Random(1).randrange(100))
    total = sum(sum(next(rolls)) for _ in range(20_000))
    assert abs(total / 20_000 - 7) < 4 * math.sqrt(35 / 6 / 20_000)


def test_every_column_of_the_report_is_explained() -> None:
    lines = list(told(report(STANDARD, 20, dice(1))))
    explained = " ".join(lines[4:7])
    assert lines[3] == "" and lines[7] == ""
    for column in ("odds:", "wins:", "2 3 4 5:", "(±):", "b2 to b7:"):
        assert column in explained
