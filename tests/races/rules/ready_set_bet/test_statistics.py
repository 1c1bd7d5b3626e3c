"""50,000 races, run by the code the server decides with, against the rules page's frequencies (§12)."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from races.rules.ready_set_bet.board import STANDARD
from races.rules.ready_set_bet.simulate import simulate
from tests.races.rules.vectors import vectors

RACES = 50_000
REFERENCE_ERROR = 0.00012
PAIRS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def dice(seed: int) -> Iterator[tuple[int, int]]:
    chance = random.Random(seed)
    while True:
        yield from chance.choices(PAIRS, k=4096)


def within(found: float, expected: float, error: float) -> bool:
    """Within four standard errors, those of the reference included."""
    return abs(found - expected) <= 4 * math.hypot(error, REFERENCE_ERROR)


def test_50_000_races_show_the_frequencies_of_the_rules_page():
    reference = vectors("ready_set_bet_frequencies")
    tally = simulate(STANDARD, RACES, dice(20260))

    wrong = []
    for bet, counts in (("win", tally.win), ("place", tally.place), ("show", tally.show)):
        for horse, count, expected in zip(STANDARD.horses, counts, reference[bet], strict=True):
            error = math.sqrt(expected * (1 - expected) / RACES)
            if not within(count / RACES, expected, error):
                wrong.append((bet, horse, count / RACES, expected))
    assert wrong == []

    mean, deviation = reference["rolls"]["mean"], reference["rolls"]["standard_deviation"]
    # the page gives the mean with two decimals: half of the last one is added
    assert abs(tally.rolls / RACES - mean) <= 4 * deviation / math.sqrt(RACES) + 0.005
    variance = tally.rolls_squared / RACES - (tally.rolls / RACES) ** 2
    assert abs(math.sqrt(variance) - deviation) <= 4 * deviation / math.sqrt(2 * RACES) * 1.5 + 0.005

    early = reference["closed_before_finish"]
    assert abs(tally.closed_early / RACES - early) <= 4 * math.sqrt(early * (1 - early) / RACES) + 0.0005

    for total, expected in zip(tally.positions, reference["position"], strict=True):
        # a final position lies between 0 and 15 and deviates by less than 5
        assert abs(total / RACES - expected) <= 4 * 5 / math.sqrt(RACES) + 0.0005
