"""What VIP cards do, in the viewer's language: the sentences that ``races.rules.ready_set_bet.vips`` makes of effects,
recognised by their form. A sentence of another form (a club's own deck can combine much) stays in English."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from league.pages import words

FORMS = (
    _("Take the {marker} marker for the rest of the game."),
    _("Win ${amount} whenever {totals} is rolled."),
    _("Once per race, a marker of value {value} may join a spot that holds one opponent's marker."),
    _(
        "Paid once, when you take this card: ${first} as your first VIP card, ${second} as your second, ${third} as "
        "your third."
    ),
    _("After the race: win ${won} for each winning bet, pay ${lost} for each losing bet."),
    _("After the race ({bets}): win ${won} for each winning bet."),
    _("Per race, one marker may be placed after “No more bets!”, until a horse arrives."),
    _("{bets} cost nothing when they lose."),
    _("{bets} pay {by} more times the marker's value when they win."),
)
BETS = (
    *(_("Win bets"), _("Place bets"), _("Show bets"), _("Prop bets"), _("Exotic-finish bets"), _("Colour bets")),
    *(_("Win bets on blue"), _("Win bets on orange"), _("Win bets on red"), _("Win bets on black")),
)
_PATTERNS = [(form, re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(form)))) for form in FORMS]


def does(sentence: str) -> str:
    """The sentence in the language that is switched on.

    >>> does("Win $1 whenever 2 or 12 is rolled.")
    'Win $1 whenever 2 or 12 is rolled.'
    """
    for form, pattern in _PATTERNS:
        found = pattern.fullmatch(sentence)
        if found is not None and ("bets" not in found.groupdict() or _capital(found["bets"]) in BETS):
            return gettext(form).format(**{name: _value(name, text) for name, text in found.groupdict().items()})
    return sentence


def _value(name: str, text: str) -> str:
    if name == "marker":
        return words.marker(text.replace(" ", "-"))
    if name == "totals":
        return text.replace(" or ", f" {gettext('or')} ")
    return gettext(_capital(text)) if name == "bets" else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def told(value: Any) -> Any:
    """A ruleset's view with the cards in it saying what they do in the language that is switched on."""
    if (get_language() or "en") == "en":
        return value
    if isinstance(value, dict):
        return {name: does(each) if name == "does" else told(each) for name, each in value.items()}
    return [told(each) for each in value] if isinstance(value, list | tuple) else value
