"""Calls in people's languages: the catalogues in ``races/locale`` (gettext; ``python -m deploy.catalogues`` keeps
them)."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from races.rules.ready_set_bet.calls import Call
from races.rules.telling import Tongue, told

LOCALE = Path(__file__).parent / "locale"
LANGUAGES = ("en", "sv", "ro", "sl", "fr")
"""The languages a race can be called in; English is what the texts are written in."""


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("django", LOCALE, languages=[language], fallback=True)


def say(call: Call, language: str) -> str:
    """The call in this language; in English where the language is none of ours."""
    catalogue = _catalogue(language if language in LANGUAGES[1:] else "en")
    return told(call.sentences, Tongue(catalogue.gettext, catalogue.ngettext))
