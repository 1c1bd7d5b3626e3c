"""What nobody sees in a text, or what turns it around, is found; what a script or an emoji needs is left."""

from __future__ import annotations

import pytest

from ledger.lettering import cleaned, fault

SHOWN = {
    "plain": "Ann van Archer",
    "hebrew": "שלום עליכם",
    "persian word with a non-joiner": "می\u200cخواهم",
    "devanagari with a joiner after the virama": "क्\u200dष",
    "devanagari with a non-joiner after the virama": "क्\u200cष",
    "red heart": "Ann ❤\ufe0f",
    "keycap": "1\ufe0f\u20e3",
    "family": "👨\u200d👩\u200d👧",
    "astronaut with a skin tone": "👩🏽\u200d🚀",
    "rainbow flag": "🏳\ufe0f\u200d🌈",
    "flag of England": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "ideograph with a variant": "葛\U000e0100城",
    "combining accent": "Jose\u0301",
}
HIDING = {
    "An\u200bn": "Ann",
    "\ufeffAnn": "Ann",
    "Ann\u00ad": "Ann",
    "An\u200dn": "Ann",
    "An\u200cn": "Ann",
    "Ann\ufe0f": "Ann",
    "Ann\U000e0061": "Ann",
    "A\u2060nn": "Ann",
    "Ann\u3164": "Ann",
    "Ann\u2800": "Ann",
    "دا\u200cد": "داد",
    "❤\ufe0f\ufe0f": "❤\ufe0f",
}
TURNING = {"Ann\u202enhoJ": "AnnnhoJ", "\u2066Ann": "Ann", "Ann\u200f": "Ann", "\u061cAnn": "Ann"}


@pytest.mark.parametrize("text", SHOWN.values(), ids=SHOWN)
def test_what_is_to_be_seen_stays(text: str) -> None:
    assert fault(text) is None
    assert cleaned(text) == text


@pytest.mark.parametrize(("text", "rest"), HIDING.items(), ids=map(ascii, HIDING))
def test_what_nobody_sees_is_found_and_goes(text: str, rest: str) -> None:
    assert "invisible" in str(fault(text))
    assert cleaned(text) == rest and fault(rest) is None


@pytest.mark.parametrize(("text", "rest"), TURNING.items(), ids=map(ascii, TURNING))
def test_what_turns_a_text_around_is_found_and_goes(text: str, rest: str) -> None:
    assert "turns the text around" in str(fault(text))
    assert cleaned(text) == rest and fault(rest) is None


def test_the_place_is_said() -> None:
    assert fault("An\u200bn") == "has an invisible character in it (U+200B, the 3rd)"
    assert fault("A" * 11 + "\u202e") == "has a character in it that turns the text around (U+202E, the 12th)"
