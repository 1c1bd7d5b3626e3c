"""Finds texts that people see and that nobody has marked for translation: in templates, in the pages' Python and in
their scripts."""

from __future__ import annotations

import ast
import re

MARKS = frozenset({"_", "gettext", "gettext_noop", "gettext_lazy", "ngettext", "Sentence"})
NAMES = frozenset(
    {
        *("Railbird", "Ready Set Bet", "Racehorse", "Greyhounds", "Smudge", "N. N.", "QR", "mu", "sigma", "$", "pt"),
        *("Wingspan", "Ann 42", "use strict", "Sieg", "Platz", "Einlauf"),
    }
)
"""What is the same in every language."""

_TAG = re.compile(r'<(?:[^<>"{\']|"[^"]*"|\'[^\']*\'|\{%.*?%\}|\{\{.*?\}\})*>', re.DOTALL)
_MARKED = re.compile(r"\{% blocktranslate.*?%\}.*?\{% endblocktranslate %\}", re.DOTALL)
_BLOCKS = re.compile(r"\{% block (?:body|main) %\}.*?\{% endblock %\}|<(script|style|code)\b.*?</\1>", re.DOTALL)
_DJANGO = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
_SEEN = re.compile(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"')
_WORD = re.compile(r"[A-Za-z]{2,}")


def in_template(source: str) -> list[str]:
    """Visible text outside ``{% translate %}`` and ``{% blocktranslate %}``.

    >>> in_template('<p>Sit down</p><p>{% translate "Sit down" %}</p><img alt="{{ name }} waits">')
    ['Sit down', 'waits']
    """
    plain = _DJANGO.sub(
        lambda tag: "" if tag[0].startswith("{%") else "\0", _BLOCKS.sub(" ", _MARKED.sub("", source))
    ).replace("<!DOCTYPE html>", "")
    texts = _TAG.sub("\n", plain).split("\n") + [match[1] for match in _SEEN.finditer(plain)]
    pieces = (piece.strip() for text in texts for piece in text.split("\0"))
    return [piece for piece in pieces if _WORD.search(re.sub(r"&\w+;", "", piece)) and not _same(piece)]


def _same(piece: str) -> bool:
    return piece.strip(" –,:;.()") in NAMES


_HEADER = re.compile(r"[A-Z][A-Za-z]+(?:-[A-Z][A-Za-z]+)+|Lax|.*\.html|.*'self'.*|.*\\\\d.*")


def in_python(source: str) -> list[str]:
    """Literals of a page's module that read like words for people, outside ``_()``, ``gettext()``, ``ngettext()`` and a
    ``Sentence``; docstrings are for other people.

    >>> in_python('def f(): "Says it."; say(_("Go on")); say("Go back")')
    ['Go back']
    """
    tree = ast.parse(source)
    fine = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in MARKS:
                fine |= {id(part) for part in ast.walk(node)}
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in fine
    ]
    words = [text for text in texts if re.search(r"^[A-Z][a-z]+\b|[a-z]{2,} [a-z]{2,}", text)]
    return [text for text in words if not _HEADER.fullmatch(text) and not _same(text)]


_LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')
_CALL = re.compile(r'\bt\(\s*"(?:[^"\\]|\\.)*"|\btn\(\s*"(?:[^"\\]|\\.)*",\s*"(?:[^"\\]|\\.)*"')
_CODE = re.compile(
    r'\bclass(?:Name)?\s*[:=]\s*(?:`[^`]*`|"[^"]*")|\bimport .*|//.*$|new Set\(\[[^\]]*\]\)', re.MULTILINE
)
_KEYS = re.compile(
    r"[A-Z]+|(?:[A-Z][\w]*-)+[\w]+|[MLZ0-9 .\0-]+|(?:translate|rotate)\(.*|application/json|[a-z]+(?:, [a-z]+)+|"
    r"[a-z]+, .*\.[a-z]+|\(prefers-.*\)"
)
"""Names of elements, headers and paths, media queries: not for people."""


def in_script(source: str) -> list[str]:
    """Literals outside ``t()`` and ``tn()`` that read like words for people: with a capital first, or several words.

    >>> in_script('say(t("Pause")); say("Go on"); say(`rank ${n} now`); el("p", { class: "big red" });')
    ['Go on', 'rank \\x00 now']
    """
    code = _CALL.sub("t(", _CODE.sub("", source))
    found = []
    for match in _LITERAL.finditer(code):
        text = re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "\0", match[0][1:-1])
        words = re.search(r"^[A-Z][a-z]{2,}|[A-Za-z]{2,}[:,]? [A-Za-z\0]|\0\S{0,3} [a-z]{2,}", text)
        if words and not _KEYS.fullmatch(text) and text not in NAMES:
            found.append(text)
    return found
