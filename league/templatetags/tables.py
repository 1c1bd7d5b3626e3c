"""For templates: the words of :mod:`league.pages.tables` and :mod:`league.pages.cards`."""

from __future__ import annotations

from django import template

from league.pages import cards, tables

register = template.Library()
register.filter("why_not", tables.why_not)
register.filter("rule", tables.rule)
register.filter("scheme", tables.scheme)
register.filter("does", cards.does)
