"""Dice and shuffles against known answers that other code made from the specification."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from races.rules import chance
from tests.races.rules.vectors import vectors

KNOWN = vectors("chance")


@pytest.mark.parametrize("case", KNOWN["blocks"])
def test_bytes_of_a_block(case):
    numbers = chance.stream(bytes.fromhex(case["seed"]), case["salt"], case["purpose"], case["race"], case["counter"])
    start = case["block"] * 32
    assert bytes(islice(numbers, start, start + 32)).hex() == case["hex"]


@pytest.mark.parametrize("case", KNOWN["salts"])
def test_public_salt_takes_contributions_in_order_of_seats(case):
    assert chance.public_salt(case["game"], [(seat, salt) for seat, salt in case["contributions"]]) == case["salt"]


@pytest.mark.parametrize("case", [*KNOWN["dice"], *KNOWN["dice_with_dropped_bytes"]])
def test_dice(case):
    dice = chance.dice(bytes.fromhex(case["seed"]), case["salt"], case["race"], case["n"])
    assert list(dice) == case["dice"]


@pytest.mark.parametrize("case", KNOWN["shuffles"])
def test_shuffles(case):
    seed = bytes.fromhex(case["seed"])
    shuffled = chance.shuffle(seed, case["salt"], case["purpose"], case["race"], case["counter"], case["items"])
    assert list(shuffled) == case["shuffled"]


def test_bytes_that_would_favour_low_numbers_are_dropped():
    assert chance.below(6, iter([252, 255, 251])) == 251 % 6
    assert chance.below(256, iter([255])) == 255
    assert chance.below(100, iter([200, 199])) == 99


def test_every_pair_of_dice_is_as_likely_as_any_other():
    seen = Counter(chance.dice(bytes(range(32)), "5a17", 1, n) for n in range(1, 36_001))
    # 36,000 rolls of 36 pairs: 1000 each. Chi squared with 35 degrees of freedom stays under 66.6 (p = 0.001).
    assert len(seen) == 36
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 66.6


PLAIN = {"seed": bytes(32), "salt": "5a17", "race": 1, "first": 1}


@pytest.mark.parametrize("change", [{"seed": bytes(31) + b"\1"}, {"salt": "5a18"}, {"race": 2}, {"first": 101}])
def test_every_input_matters(change):
    def rolls(seed, salt, race, first):
        return [chance.dice(seed, salt, race, n) for n in range(first, first + 20)]

    assert rolls(**PLAIN) != rolls(**PLAIN | change)


def test_what_would_make_messages_ambiguous_is_an_error():
    with pytest.raises(ValueError):
        chance.dice(bytes(32), "5a|17", 1, 1)
    with pytest.raises(ValueError):
        chance.dice(bytes(31), "5a17", 1, 1)
    with pytest.raises(ValueError):
        chance.below(257, iter([1]))
