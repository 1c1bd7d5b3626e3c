"""A scoring scheme in sentences that a player understands."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from league.pages.tables import rule
from league.scoring.numbers import exact
from league.scoring.scheme import (
    AllButWorst,
    AnyPart,
    Attendance,
    Average,
    Best,
    Bonus,
    Money,
    Place,
    Scheme,
    Score,
    ShareBeaten,
)

PARTS = (
    *(gettext_noop("Placing"), gettext_noop("Beaten"), gettext_noop("Money"), gettext_noop("Score")),
    *(gettext_noop("Attendance"), gettext_noop("Wins"), gettext_noop("New games"), gettext_noop("New opponents")),
    *(gettext_noop("Best score"), gettext_noop("Excused"), gettext_noop("Bye"), gettext_noop("Adjustments")),
)
"""What parts of a scheme are called, unless a club calls them otherwise: ``league.scoring.scheme.TITLES``."""


def part(title: str) -> str:
    """A part's title, for people; a club's own stands as it is."""
    return _(title) if title in PARTS else title


def of_scheme(scheme: Scheme) -> list[str]:
    """What gives points, what counts, what parts equals, who is ranked; a sentence each."""
    found = [_part(part) for part in scheme.parts]
    found.append(_counts(scheme))
    if scheme.tie_breaks:
        rules = ", ".join(rule(each) for each in scheme.tie_breaks)
        found.append(_("At equal points: %(rules)s.") % {"rules": rules})
    if scheme.final is not None:
        found.append(_("The first %(n)d play a final, which decides their ranks.") % {"n": scheme.final.qualify})
    least = max(scheme.eligibility.minimum_games, scheme.eligibility.minimum_nights)
    if least:
        found.append(_("Ranked is who played often enough."))
    if scheme.eligibility.guests == "unranked":
        found.append(_("Guests are not ranked."))
    return found


def _part(part: AnyPart) -> str:
    match part:
        case Place(by_size=sizes) if sizes:
            size = "4" if "4" in sizes else next(iter(sizes))
            points = ", ".join(str(exact(each)) for each in sizes[size])
            return _("Points for placing: with %(size)s players %(points)s.") % {"size": size, "points": points}
        case Place():
            return _("Points for placing.")
        case ShareBeaten(points=points):
            return _("Up to %(points)s points, by the share of opponents beaten.") % {"points": exact(points)}
        case Money():
            return _("The money won counts.")
        case Score():
            return _("The game's score counts.")
        case Attendance(points=points):
            return _("%(points)s points for being there.") % {"points": exact(points)}
        case Bonus(on=on, points=points):
            return _("%(points)s extra points: %(what)s.") % {"points": exact(points), "what": bonus(on)}
    return str(part.title or part.name)


def _counts(scheme: Scheme) -> str:
    games = scheme.unit == "game"
    match scheme.count:
        case Best(n=n):
            text = ngettext("The best game counts.", "The best %(n)d games count.", n)
            nights = ngettext("The best night counts.", "The best %(n)d nights count.", n)
        case AllButWorst(n=n):
            text = ngettext("All games count but the worst.", "All games count but the worst %(n)d.", n)
            nights = ngettext("All nights count but the worst.", "All nights count but the worst %(n)d.", n)
        case Average(minimum=n):
            text = ngettext("The average a game counts.", "The average a game counts, from %(n)d games on.", n)
            nights = ngettext("The average a night counts.", "The average a night counts, from %(n)d nights on.", n)
        case _:
            n, text, nights = 0, _("Every game counts."), _("Every night counts.")
    return (text if games else nights) % {"n": n}


def bonus(on: str) -> str:
    """What a bonus is for."""
    known = {
        "win": _("for each win"),
        "new_game": _("for each game never played before"),
        "new_opponent": _("for each opponent never met before"),
        "best_score": _("for the best score of the night"),
    }
    return known.get(on, on.replace("_", " "))
