"""A scoring scheme in sentences that a player understands."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

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
    droppable,
)

PARTS = (
    *(gettext_noop("Placing"), gettext_noop("Beaten"), gettext_noop("Money"), gettext_noop("Score")),
    *(gettext_noop("Attendance"), gettext_noop("Wins"), gettext_noop("New games"), gettext_noop("New opponents")),
    *(gettext_noop("Best score"), gettext_noop("Excused"), gettext_noop("Bye"), gettext_noop("Adjustments")),
)
"""What parts of a scheme are called, unless a club calls them otherwise: ``league.scoring.scheme.TITLES``."""

TABLES = 8
"""So many sizes of table are told one by one."""
TIES = {
    "split": gettext_noop("Who ties shares the points of these places."),
    "split_up": gettext_noop("Who ties shares the points of these places, rounded up."),
    "split_down": gettext_noop("Who ties shares the points of these places, rounded down."),
    "better": gettext_noop("Who ties has the points of the better place."),
    "worst": gettext_noop("Who ties has the points of the worst of these places."),
}


def part(title: str) -> str:
    """A part's title, for people; a club's own stands as it is."""
    return _(title) if title in PARTS else title


def of_scheme(scheme: Scheme) -> list[str]:
    """The whole scheme: what gives points, what counts, ties, who was away, who is ranked; a sentence each. What a
    scheme doesn't do is not said."""
    found = [sentence for part in scheme.parts for sentence in _part(part, scheme)]
    found.append(_counts(scheme))
    if scheme.eligibility.quorum:
        found.append(quorum(scheme.eligibility.quorum))
    if any(isinstance(part, Place) for part in scheme.parts):
        found.append(_(TIES[scheme.ties]))
    if scheme.field == "scoring":
        found.append(_("Places are among those who score: substitutes and unranked guests take none."))
    found += _missing(scheme)
    found += _ranked(scheme)
    if scheme.tie_breaks:
        rules = ", ".join(rule(each) for each in scheme.tie_breaks)
        found.append(_("At equal points decide, in this order: %(rules)s.") % {"rules": rules})
    found.append(_("Who is level after all that shares the rank."))
    if scheme.final is not None:
        text = ngettext(
            "The first %(n)d plays a final, which decides the rank.",
            "The first %(n)d play a final, which decides their ranks.",
            scheme.final.qualify,
        )
        found.append(text % {"n": scheme.final.qualify})
    return found


def quorum(members: int) -> str:
    """From how many members on a night counts."""
    text = ngettext(
        "A night gives points only if at least %(n)d member is there; guests don't make up the number.",
        "A night gives points only if at least %(n)d members are there; guests don't make up the number.",
        members,
    )
    return text % {"n": members}


def _part(part: AnyPart, scheme: Scheme) -> list[str]:
    """What a part gives, its cap, and whether it stays where results are dropped."""
    found = _gives(part)
    if part.cap is not None:
        text = ngettext(
            "That gives at most %(points)s point a season.",
            "That gives at most %(points)s points a season.",
            grammatical(part.cap),
        )
        found.append(text % {"points": exact(part.cap)})
    if isinstance(scheme.count, Best | AllButWorst) and not droppable(part, scheme.unit):
        found.append(_("These points stay, even if the result they came with is dropped."))
    return found


def _gives(part: AnyPart) -> list[str]:
    match part:
        case Place():
            return _placing(part)
        case ShareBeaten(points=points):
            text = ngettext(
                "Up to %(points)s point, by the share of opponents beaten.",
                "Up to %(points)s points, by the share of opponents beaten.",
                grammatical(points),
            )
            return [text % {"points": exact(points)}]
        case Money(rate=rate):
            return [_("The money won counts.") if rate == 1 else _("The money won counts, times %(n)s.") % {"n": rate}]
        case Score(rate=rate):
            return [
                _("The game's score counts.") if rate == 1 else _("The game's score counts, times %(n)s.") % {"n": rate}
            ]
        case Attendance(points=points):
            text = ngettext(
                "%(points)s point for being there.", "%(points)s points for being there.", grammatical(points)
            )
            return [text % {"points": exact(points)}]
        case Bonus(on=on, points=points):
            text = ngettext(
                "%(points)s extra point: %(what)s.", "%(points)s extra points: %(what)s.", grammatical(points)
            )
            return [text % {"points": exact(points), "what": bonus(on)}]
    return [str(part.title or part.name)]


def _placing(part: Place) -> list[str]:
    """Points by place, and by the size of the table where that matters."""
    if part.by_size:
        sizes = sorted(part.by_size, key=int)
        shown = "; ".join(f"{size}: {_list(part.by_size[size])}" for size in sizes if int(size) <= TABLES)
        shown = shown or "; ".join(f"{size}: {_list(part.by_size[size])}" for size in sizes)
        found = [_("Points for placing, by the number of players: %(sizes)s.") % {"sizes": shown}]
        if int(sizes[-1]) > TABLES >= int(sizes[0]):
            found.append(_("Larger tables, up to %(n)s players, go on in the same way.") % {"n": sizes[-1]})
        return found
    if part.curve is not None:
        given = {"percent": ", ".join(f"{exact(each)} %" for each in part.curve.percent)}
        given |= {"each": str(exact(part.curve.per_player)), "base": str(exact(part.curve.base))}
        if part.curve.base:
            text = _("Points for placing, first to last: %(percent)s of %(base)s and %(each)s more for each player.")
        else:
            text = _("Points for placing, first to last: %(percent)s of %(each)s for each player.")
        found = [text % given]
    else:
        found = [_("Points for placing: %(points)s.") % {"points": _list(part.points or ())}]
    if part.beyond:
        return [*found, _("Each place after that: %(points)s.") % {"points": exact(part.beyond)}]
    return [*found, _("Places after that give nothing.")]


def _list(points: Iterable[Decimal]) -> str:
    return ", ".join(str(exact(each)) for each in points)


def grammatical(points: Decimal) -> int:
    """The number whose plural form these points take; a fraction takes that of 3 in all our languages."""
    return int(abs(points)) if points == int(points) else 3


def _missing(scheme: Scheme) -> list[str]:
    rules = scheme.missing
    found = []
    if rules.absent == "zero":
        found.append(_("A night missed is a result of 0, once somebody has been there."))
    if rules.excused != "nothing":
        zero = rules.excused == "zero"
        found.append(
            _("A night excused is a result of 0.")
            if zero
            else _("A night excused gives the average of one's own nights.")
        )
    if rules.excuses is not None:
        text = ngettext(
            "%(n)d excuse a season at most; others are nights missed.",
            "%(n)d excuses a season at most; others are nights missed.",
            rules.excuses,
        )
        found.append(text % {"n": rules.excuses})
    if rules.bye != "nothing":
        found.append(
            _("A bye is a result of 0.") if rules.bye == "zero" else _("A bye gives the average of one's own nights.")
        )
    if rules.byes is not None:
        text = ngettext(
            "%(n)d bye a season at most; others are nights missed.",
            "%(n)d byes a season at most; others are nights missed.",
            rules.byes,
        )
        found.append(text % {"n": rules.byes})
    if rules.substitute == "for":
        found.append(_("A substitute scores for whom he stands in."))
    return found


def _ranked(scheme: Scheme) -> list[str]:
    rules, found = scheme.eligibility, []
    units = scheme.count.minimum if isinstance(scheme.count, Average) else 0
    games = max(rules.minimum_games, units if scheme.unit == "game" else 0)
    nights = max(rules.minimum_nights, units if scheme.unit == "night" else 0)
    if games > 1:
        text = ngettext("Ranked is who has %(n)d game.", "Ranked is who has %(n)d games.", games)
        found.append(text % {"n": games})
    if nights > 1:
        text = ngettext("Ranked is who was there on %(n)d night.", "Ranked is who was there on %(n)d nights.", nights)
        found.append(text % {"n": nights})
    guests = rules.guests == "ranked"
    found.append(_("Guests are ranked like members.") if guests else _("Guests are not ranked."))
    if rules.left == "unranked":
        found.append(_("Whoever has left the club is not ranked."))
    return found


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
