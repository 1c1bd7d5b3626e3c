"""The catalogues of five languages: whole, faithful, and compiled as they are written; and nothing visible unmarked."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from deploy.catalogues import CATALOGUES, LANGUAGES, keep, marked, path
from tests.league.marking import in_python, in_script, in_template

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "league" / "templates").rglob("*.html"))
PYTHON = sorted((ROOT / "league" / "pages").glob("*.py"))
UNSEEN = {"Only looked at.", "Idempotency-Key: printable ASCII up to 255.", r"Needs (\d+) (night|game)s?, has (\d+)\."}
"""The reason of a correction that is rolled back, what a program that isn't ours is told, a pattern."""
SCRIPTS = sorted((ROOT / "league" / "static" / "league").rglob("*.js"))
each_catalogue = pytest.mark.parametrize(
    ("package", "domain", "language"), [(*catalogue, language) for catalogue in CATALOGUES for language in LANGUAGES]
)


def told(entry: polib.POEntry) -> list[str]:
    """Every form of a translation."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@each_catalogue
def test_every_text_is_translated_and_none_is_left_over(package: str, domain: str, language: str) -> None:
    """After a change of texts or translations: ``python -m deploy.catalogues``."""
    assert keep(package, domain, language, check=True) == []


@each_catalogue
def test_translations_say_the_same_things(package: str, domain: str, language: str) -> None:
    holes = re.compile(r"\{\w+\}|%\(\w+\)s|</?\w+>")
    for entry in polib.pofile(str(path(package, domain, language))):
        for form in told(entry):
            assert sorted(holes.findall(form)) == sorted(holes.findall(entry.msgid)), (entry.msgid, form)


@each_catalogue
def test_what_is_compiled_is_what_is_written(package: str, domain: str, language: str) -> None:
    file = path(package, domain, language)
    written = {entry.msgid: told(entry) for entry in polib.pofile(str(file))}
    compiled = {entry.msgid: told(entry) for entry in polib.mofile(str(file.with_suffix(".mo")))}
    assert compiled == written


def test_slovenian_counts_in_four_forms() -> None:
    entries = {entry.msgid: entry for entry in polib.pofile(str(path("league", "django", "sl")))}
    assert told(entries["%(n)s step"]) == ["%(n)s korak", "%(n)s koraka", "%(n)s koraki", "%(n)s korakov"]


def test_texts_are_found_in_python_templates_and_scripts() -> None:
    races, pages, scripts = (marked(*catalogue) for catalogue in CATALOGUES)
    assert ("{seats} wins with {money}.", "{seats} share the win with {money}.") in races
    assert ("{seat} plays {card}.", None) in races
    assert pages["%(n)s step", "%(n)s steps"] == "templates/pages/history.html"  # type: ignore[index]
    assert scripts["Tap a marker, then a spot.", None] == "static/league/room/betboard.js"  # type: ignore[index]


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.name)
def test_no_template_shows_a_text_that_is_not_marked(file: Path) -> None:
    """Write ``{% translate "…" %}``, or ``{% blocktranslate %}`` where something stands within."""
    assert in_template(file.read_text()) == []


@pytest.mark.parametrize("file", PYTHON, ids=lambda file: file.name)
def test_no_page_s_python_says_a_text_that_is_not_marked(file: Path) -> None:
    """Write ``_("…")`` with ``gettext_noop`` for what is translated later (a constant, a refusal), else ``gettext``."""
    assert [text for text in in_python(file.read_text()) if text not in UNSEEN] == []


@pytest.mark.parametrize("file", SCRIPTS, ids=lambda file: file.name)
def test_no_script_says_a_text_that_is_not_marked(file: Path) -> None:
    """Write ``t("…")``, or ``tn("…", "…", n)`` where the form depends on a number."""
    assert in_script(file.read_text()) == []


def test_what_is_not_marked_is_seen() -> None:
    assert in_template('{% if seat %}Your game{% endif %}<input placeholder="Table 2">') == ["Your game", "Table 2"]
    assert in_template('<p>{% translate "Your game" %} {{ seat }} · <code>--lan</code></p>') == []
    assert in_script('return "The game is over.";') == ["The game is over."]
    assert in_script("say(`${name} has left`);") == ["\0 has left"]
    assert in_script('say(t("The game is over."), `seat-${colour}`);') == []


def test_french_pages_say_tu() -> None:
    formal = re.compile(r"\bvotre\b|\b\w{3,}ez-(?:le|la|les|en|vous)\b|(?:^|[.!?:] )(?:\w{3,}ez|Dites)\b", re.I)
    entries = [entry for name in ("django", "djangojs") for entry in polib.pofile(str(path("league", name, "fr")))]
    assert [form for entry in entries for form in told(entry) if formal.search(form)] == []
