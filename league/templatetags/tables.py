"""What a table's keys are called on pages: why a result counts or doesn't, what parted two rows."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from league.pages import words

register = template.Library()

RULES = {
    "final": _("points in the final"),
    "head_to_head": _("games against each other"),
    "dropped_points": _("dropped points"),
    "places": _("most firsts, then seconds"),
    "wins": _("firsts"),
    "seconds": _("seconds"),
    "thirds": _("thirds"),
    "fourths": _("fourths"),
    "fifths": _("fifths"),
    "money": _("money"),
    "score": _("score"),
    "last_night": _("the last night"),
    "best_night": _("the best night"),
    "share_of_mean": _("share of the table's mean"),
    "nights": _("nights"),
    "games": _("games"),
}
REASONS = {
    "worst": _("not among the best"),
    "quorum": _("too few members were there"),
    "substitute": _("as a substitute"),
    "absent": _("absent"),
    "excused": _("excused"),
    "bye": _("bye"),
}


@register.filter
def played(name: str) -> str:
    """A game's title, or what its ruleset is called."""
    return words.ruleset(name) if name in words.RULESETS else name


@register.filter
def rule(key: str) -> str:
    """A tie-break, as it stands in "ahead by …"."""
    return gettext(RULES[key]) if key in RULES else key


@register.filter
def reason(why: str) -> str:
    """Why an entry is what it is; an adjustment's own words stay as they are."""
    return gettext(REASONS[why]) if why in REASONS else why
