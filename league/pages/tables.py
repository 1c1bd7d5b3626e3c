"""A league table's own words: why somebody has no rank, what parted two, what the scheme is called."""

from __future__ import annotations

import re

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

WHY_NOT = (_("Guests are not ranked."), _("Has left the club."))
_NEEDS = re.compile(r"Needs (\d+) (night|game)s?, has (\d+)\.")
RULES = {
    "head_to_head": _("head to head"),
    "dropped_points": _("dropped points"),
    "places": _("places"),
    "wins": _("wins"),
    "seconds": _("second places"),
    "thirds": _("third places"),
    "fourths": _("fourth places"),
    "fifths": _("fifth places"),
    "money": _("money"),
    "score": _("score"),
    "last_night": _("the last night"),
    "best_night": _("the best night"),
    "share_of_mean": _("share of the mean"),
    "nights": _("nights"),
    "games": _("games"),
    "final": _("the final"),
    "points": _("points"),
}
REASONS = {
    "worst": _("not among the best"),
    "quorum": _("too few members were there"),
    "substitute": _("as a substitute"),
    "absent": _("absent"),
    "excused": _("excused"),
    "bye": _("bye"),
}
SCHEMES = (
    _("Placing points, six a player"),
    _("Placing points, best three nights, final of four"),
    _("Share of opponents beaten"),
    _("Attendance, new games, new opponents"),
    _("Five, three, one"),
    _("Average a game, bonus for the best score of the night"),
    _("Attendance that stays, average for the excused"),
    _("Money won"),
    _("Curve down to the fifth, one for taking part"),
)
"""The names of ``league.scoring.presets``."""


def why_not(sentence: str) -> str:
    """Why a member has no rank, as ``league.scoring.table`` says it.

    >>> why_not("Needs 3 games, has 1.")
    'Needs 3 games, has 1.'
    """
    found = _NEEDS.fullmatch(sentence)
    if found is None:
        return gettext(sentence)
    n, has = int(found[1]), found[3]
    if found[2] == "night":
        return ngettext("Needs {n} night, has {has}.", "Needs {n} nights, has {has}.", n).format(n=n, has=has)
    return ngettext("Needs {n} game, has {has}.", "Needs {n} games, has {has}.", n).format(n=n, has=has)


def rule(key: str) -> str:
    """What parted two members of equal points."""
    return gettext(RULES[key]) if key in RULES else key.replace("_", " ")


def scheme(name: str) -> str:
    """A preset's name; a club's own stands as it is."""
    return gettext(name) if name in SCHEMES else name


def reason(why: str) -> str:
    """Why an entry is what it is; an adjustment's own words stay as they are."""
    return gettext(REASONS[why]) if why in REASONS else why
