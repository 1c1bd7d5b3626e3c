"""Calls in five languages: every text translated, with the same placeholders, and compiled as it is written."""

from __future__ import annotations

import ast
import gettext
import re
from pathlib import Path

import pytest

from races.calling import LANGUAGES, LOCALE, say
from races.rules.ready_set_bet import calls
from races.rules.ready_set_bet.calls import Call, Said

OTHERS = LANGUAGES[1:]


def marked() -> set[str]:
    """Every text marked for translation in the source."""
    tree = ast.parse(Path(calls.__file__).read_text())
    return {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "_"
    }


def written(language: str) -> dict[str, str]:
    """The catalogue as people edit it."""
    text = (LOCALE / language / "LC_MESSAGES" / "django.po").read_text()
    pairs = re.findall(r'^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)msgstr ((?:"(?:[^"\\]|\\.)*"\n?)+)', text, re.MULTILINE)
    read = [tuple("".join(ast.literal_eval(line) for line in part.splitlines()) for part in pair) for pair in pairs]
    return {source: told for source, told in read if source}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_and_none_is_left_over(language):
    assert set(written(language)) == marked()
    assert all(written(language).values())


@pytest.mark.parametrize("language", OTHERS)
def test_translations_say_the_same_things(language):
    for source, told in written(language).items():
        assert sorted(re.findall(r"\{\w+\}", source)) == sorted(re.findall(r"\{\w+\}", told)), source


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_is_written(language):
    """After a change: ``msgfmt -o django.mo django.po`` in the language's folder."""
    compiled = gettext.translation("django", LOCALE, languages=[language])
    assert {text: compiled.gettext(text) for text in marked()} == written(language)


@pytest.mark.parametrize(
    ("language", "off", "closed"),
    [
        ("en", "And they're off!", "No more bets!"),
        ("sv", "Och de är iväg!", "Inga fler insatser!"),
        ("ro", "Și au pornit!", "Nu se mai pariază!"),
        ("sl", "In že dirjajo!", "Nič več stav!"),
        ("fr", "Et c’est parti !", "Rien ne va plus !"),
        ("eo", "And they're off!", "No more bets!"),
    ],
)
def test_the_opening_and_the_closing_call(language, off, closed):
    assert say(Call("off", (Said("And they're off!"),)), language) == off
    assert say(Call("no_more_bets", (Said("No more bets!"),)), language) == closed


def test_a_name_inside_a_sentence_is_translated_too():
    happened = Call("exotic_possible", (Said("{exotic} is possible.", {"exotic": Said("Photo Finish")}),))
    assert say(happened, "sv") == "Målfoto är möjligt."
    assert say(happened, "en") == "Photo Finish is possible."
