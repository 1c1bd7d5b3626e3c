"""For templates: the words of :mod:`league.pages.tables` and :mod:`league.pages.cards`."""

from __future__ import annotations

from collections.abc import Mapping

from django import template
from django.conf import settings

from league.pages import cards, tables

register = template.Library()
register.filter("why_not", tables.why_not)
register.filter("rule", tables.rule)
register.filter("scheme", tables.scheme)
register.filter("does", cards.does)


@register.filter
def sent(typed: Mapping[str, str], name: str) -> str:
    """What a form's field was sent as, of a name that a template made up; empty where it wasn't."""
    return typed.get(name, "")


@register.simple_tag
def own_names() -> list[tuple[str, str]]:
    """The languages a page speaks: code, and the name that each has in itself."""
    return list(settings.LANGUAGES)
