"""A scoring scheme is data: parts that add up, which results count, what parts equal points.

Numbers are exact decimals. All fields are written out, so that no default of a later program changes an old season.
What no type can say is checked by :mod:`league.scoring.checking`.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Number = Decimal
"""Up to 4 decimals, below 1,000,000,000 (:mod:`league.scoring.checking`); JSON number or decimal string."""
Key = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,30}$")]
Text = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
Count = Annotated[int, Meta(ge=1, le=500)]
Few = Annotated[int, Meta(ge=0, le=500)]
Points = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=99)]

Ties = Literal["split", "split_up", "split_down", "better", "worst"]
Criterion = Literal[
    *("head_to_head", "dropped_points", "places", "wins", "seconds", "thirds", "fourths", "fifths", "money", "score"),
    *("last_night", "best_night", "share_of_mean", "nights", "games"),
]
"""What parts equal points, the more the better. ``head_to_head``: games finished ahead of the others who tie, less
those behind; ``dropped_points``: of the results that don't count; ``places``: most firsts, then seconds …;
``last_night``/``best_night``: points of the member's own; ``share_of_mean``: average of score by the table's mean."""


class Part(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Points from one source. ``key`` names it in rows and columns (its type if not given; unique in a scheme).
    ``droppable``: goes with a result that is dropped; if not given, all but attendance are, where a result is what it
    belongs to. ``cap``: at most that many points a season."""

    key: Key | None = None
    title: Text | None = None
    droppable: bool | None = None
    cap: Number | None = None

    @property
    def name(self) -> str:
        return self.key or str(self.__struct_config__.tag)


class Curve(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first place has ``percent[0]`` of ``base`` + ``per_player`` × players, and so on down to the last listed."""

    base: Number = Decimal(0)
    per_player: Number = Decimal(0)
    percent: Points


class Place(Part, frozen=True, kw_only=True, tag="place"):
    """Points for the rank, by one of three: ``by_size`` (a list for each number of players; a larger table than listed
    has the largest's list, its last number repeated), ``points`` (one list for all), ``curve``. ``beyond``: for places
    after the list's end."""

    by_size: dict[str, Points] | None = None
    points: Points | None = None
    curve: Curve | None = None
    beyond: Number = Decimal(0)


class ShareBeaten(Part, frozen=True, kw_only=True, tag="share_beaten"):
    """``points`` × the share of opponents beaten; one who ties is half beaten."""

    points: Number


class Money(Part, frozen=True, kw_only=True, tag="money"):
    """``rate`` × the money at the end of a game."""

    rate: Number = Decimal(1)


class Score(Part, frozen=True, kw_only=True, tag="score"):
    """``rate`` × the score of a game (its money, where money is the score)."""

    rate: Number = Decimal(1)


class Attendance(Part, frozen=True, kw_only=True, tag="attendance"):
    """For each night on which somebody was present."""

    points: Number


class Bonus(Part, frozen=True, kw_only=True, tag="bonus"):
    """``points`` for each: ``win``, ``new_game`` (never played before in the season), ``new_opponent`` (never met
    before in the season), ``best_score`` (of the night; all who share it)."""

    on: Literal["win", "new_game", "new_opponent", "best_score"]
    points: Number

    @property
    def name(self) -> str:
        return self.key or self.on


AnyPart = Place | ShareBeaten | Money | Score | Attendance | Bonus


class Counting(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """Base of what counts, of a member's results in units (games or nights)."""


class All(Counting, frozen=True, kw_only=True, tag="all"):
    pass


class Best(Counting, frozen=True, kw_only=True, tag="best"):
    """The best ``n``."""

    n: Count


class AllButWorst(Counting, frozen=True, kw_only=True, tag="all_but_worst"):
    """All but the worst ``n``."""

    n: Count


class Average(Counting, frozen=True, kw_only=True, tag="average"):
    """The average of all, ranked from ``minimum`` on."""

    minimum: Count = 1


class Missing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A night without somebody who has been there before (or is marked for it).

    ``absent``: no result, or one of 0. ``excused`` and ``bye``: no result, 0, or the average of the member's own
    nights; beyond ``excuses``/``byes`` a season they are absences. ``substitute``: plays without scoring, or scores
    for whom he stands in."""

    absent: Literal["nothing", "zero"] = "nothing"
    excused: Literal["nothing", "zero", "average"] = "nothing"
    excuses: Few | None = None
    bye: Literal["nothing", "zero", "average"] = "nothing"
    byes: Few | None = None
    substitute: Literal["without", "for"] = "without"


class Eligibility(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who has a rank: from so many nights and games on; guests and those who left the club may have none. ``quorum``: a
    night with fewer members present counts for nobody."""

    minimum_nights: Few = 0
    minimum_games: Few = 0
    quorum: Few = 0
    guests: Literal["ranked", "unranked"] = "ranked"
    left: Literal["ranked", "unranked"] = "ranked"


class Final(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first ``qualify`` of the table play the nights of kind ``final``: their points there decide their ranks, and
    nothing else. Without this a final counts like any night."""

    qualify: Count


class Scheme(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``field``: places are among all who played, or only among those who score (no substitutes, no unranked guests).
    What still ties after all ``tie_breaks`` shares the rank: 1, 2, 2, 4."""

    name: Text = ""
    parts: Annotated[tuple[AnyPart, ...], Meta(min_length=1, max_length=12)]
    unit: Literal["game", "night"] = "game"
    count: All | Best | AllButWorst | Average = All()
    ties: Ties = "split"
    field: Literal["all", "scoring"] = "all"
    missing: Missing = Missing()
    eligibility: Eligibility = Eligibility()
    tie_breaks: Annotated[tuple[Criterion, ...], Meta(max_length=15)] = ()
    final: Final | None = None


TITLES: dict[str, str] = {
    "place": "Placing",
    "share_beaten": "Beaten",
    "money": "Money",
    "score": "Score",
    "attendance": "Attendance",
    "win": "Wins",
    "new_game": "New games",
    "new_opponent": "New opponents",
    "best_score": "Best score",
    "excused": "Excused",
    "bye": "Bye",
    "adjustment": "Adjustments",
}


def title_of(part: AnyPart) -> str:
    return part.title or TITLES.get(part.name) or part.name.replace("_", " ").capitalize()


def per_night(part: AnyPart) -> bool:
    """Does this part belong to a night, not to a game?"""
    return isinstance(part, Attendance) or (isinstance(part, Bonus) and part.on == "best_score")


def droppable(part: AnyPart, unit: str) -> bool:
    """Does this part go with a dropped result? What belongs to a night can't go with a game."""
    if part.droppable is not None:
        return part.droppable
    return not isinstance(part, Attendance) and not (unit == "game" and per_night(part))


def words_of(scheme: Scheme) -> dict[str, str]:
    """What people wrote into it, which events hold sealed: ``name``, and titles by ``part:`` and the part's name."""
    titles = {f"part:{part.name}": part.title for part in scheme.parts if part.title}
    return {"name": scheme.name, **titles}


def without_words(scheme: Scheme) -> Scheme:
    parts = tuple(msgspec.structs.replace(part, title=None) for part in scheme.parts)
    return msgspec.structs.replace(scheme, name="", parts=parts)


def with_words(scheme: Scheme, words: dict[str, str]) -> Scheme:
    """The opposite of :func:`without_words`; words that are gone (erased) leave the plain scheme."""
    parts = tuple(msgspec.structs.replace(part, title=words.get(f"part:{part.name}")) for part in scheme.parts)
    return msgspec.structs.replace(scheme, name=words.get("name", ""), parts=parts)
