"""Texts that the pages' scripts write, in one language: the catalogue ``djangojs``, as JSON in the page itself."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JSONCatalog

LOCALE = Path(__file__).parents[1] / "locale"
PLURALS = {"ro": ("one", "few", "other"), "sl": ("one", "two", "few", "other")}
"""What ``Intl.PluralRules`` calls the forms of a catalogue, in their order; elsewhere one and other."""


@cache
def of_scripts(language: str) -> dict[str, Any]:
    """``{"language", "plurals", "texts": {English: translation, or its plural forms}}``."""
    texts: dict[str, Any] = {}
    if language != "en":
        translation = DjangoTranslation(language, domain="djangojs", localedirs=[str(LOCALE)])
        texts = JSONCatalog(translation=translation).get_catalog()
    return {"language": language, "plurals": PLURALS.get(language, ("one", "other")), "texts": texts}
