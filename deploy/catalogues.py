"""Keeps the catalogues of translations: ``python -m deploy.catalogues`` after a text or a translation has changed.

It collects the texts that are marked in templates, Python and the pages' scripts, adds new ones to each language's
``.po`` (to be translated there), drops those that are gone, and compiles the ``.mo`` that is served. With ``--check``
it changes nothing and says what it would do. No gettext program is needed; polib (of the test extra) reads and writes.

Marked are: in Python ``_("…")``, ``gettext``, ``gettext_noop``, ``gettext_lazy``, ``ngettext``, ``counted("…", "…")``
and the text of a ``Sentence``; in templates ``{% translate %}``, ``{% blocktranslate %}`` and ``_("…")``; in scripts
``t("…")`` and ``tn("…", "…")``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LANGUAGES = {
    "sv": ("Swedish", "nplurals=2; plural=(n != 1);", 2),
    "ro": ("Romanian", "nplurals=3; plural=(n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2);", 3),
    "sl": ("Slovenian", "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);", 4),
    "fr": ("French", "nplurals=2; plural=(n > 1);", 2),
}
CATALOGUES = (("races", "django"), ("league", "django"), ("league", "djangojs"))
"""Package and gettext domain of each catalogue: ``PACKAGE/locale/LANGUAGE/LC_MESSAGES/DOMAIN.po``."""

ONE = {"_", "gettext", "gettext_noop", "gettext_lazy"}
TWO = {"ngettext", "ngettext_lazy", "counted"}
SCRIPT = re.compile(r'\bt\(\s*("(?:[^"\\]|\\.)*")|\btn\(\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*")')
_STRING = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
TEMPLATE = re.compile(rf"\b(gettext|_)\({_STRING}\)|\bngettext\({_STRING},\s*{_STRING}")


class Text(NamedTuple):
    """A marked text, and its form for many where it has one."""

    one: str
    many: str | None = None


def marked(package: str, domain: str) -> dict[Text, str]:
    """The texts of a catalogue → the file that each is first found in, relative to the package; in order."""
    found: dict[Text, str] = {}
    folder = ROOT / package
    if domain == "djangojs":
        files, read = sorted(folder.glob("static/**/*.js")), _of_script
    else:
        files = sorted(folder.rglob("*.py")) + sorted(folder.glob("templates/**/*.html"))
        read = _of_source
    for file in files:
        for text in read(file):
            found.setdefault(text, str(file.relative_to(folder)))
    return found


def _of_script(file: Path) -> Iterator[Text]:
    code = re.sub(r"^\s*//.*$", "", file.read_text(), flags=re.MULTILINE)
    for match in SCRIPT.finditer(code):
        yield Text(ast.literal_eval(match[1] or match[2]), ast.literal_eval(match[3]) if match[3] else None)


def _of_source(file: Path) -> Iterator[Text]:
    if file.suffix == ".html":
        yield from _of_template(file)
        return
    for node in ast.walk(ast.parse(file.read_text())):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if name in ONE and texts:
            yield Text(texts[0])
        elif name in TWO and len(texts) >= 2:
            yield Text(*texts[:2])
        elif name == "Sentence":
            yield from (Text(str(word.value.value)) for word in node.keywords if isinstance(word.value, ast.Constant))


def _of_template(file: Path) -> Iterator[Text]:
    from django.utils.translation.template import templatize

    for match in TEMPLATE.finditer(templatize(file.read_text(), origin=file.name)):
        if match[2]:
            yield Text(_percent(match[2]))
        else:
            yield Text(_percent(match[3]), _percent(match[4]))


def _percent(literal: str) -> str:
    return str(ast.literal_eval(literal))


def path(package: str, domain: str, language: str) -> Path:
    """Of the catalogue that people edit."""
    return ROOT / package / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def keep(package: str, domain: str, language: str, *, check: bool = False) -> list[str]:
    """Brings a catalogue up to date. → what is still to do or (``check``) would change, a line each."""
    import polib

    name, plurals, forms = LANGUAGES[language]
    file = path(package, domain, language)
    old = polib.pofile(str(file)) if file.exists() else polib.POFile()
    known = {Text(entry.msgid, entry.msgid_plural or None): entry for entry in old if not entry.obsolete}
    texts = marked(package, domain)
    new = polib.POFile(wrapwidth=110)
    new.header = f" Railbird in {name}. Edit what stands behind msgstr, then: python -m deploy.catalogues"
    new.metadata = {
        "Project-Id-Version": "Railbird",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plurals,
    }
    lines = [f"{file}: gone: {text.one}" for text in known if text not in texts]
    for text, where in texts.items():
        entry = known.get(text) or polib.POEntry(msgid=text.one, msgid_plural=text.many or "")
        entry.occurrences = [(where, "")]
        if text.many is not None:
            entry.msgstr_plural = {n: entry.msgstr_plural.get(n, "") for n in range(forms)}
        if not entry.translated():
            lines.append(f"{file}: to be translated: {text.one}")
        new.append(entry)
    if not check:
        file.parent.mkdir(parents=True, exist_ok=True)
        new.save(str(file))
        new.save_as_mofile(str(file.with_suffix(".mo")))
    return lines


def main() -> int:
    check = "--check" in sys.argv[1:]
    lines = [line for each in CATALOGUES for language in LANGUAGES for line in keep(*each, language, check=check)]
    print("\n".join(lines) or "All texts are translated.")
    return 1 if check and lines else 0


if __name__ == "__main__":
    sys.exit(main())
