"""The facts of a league as streams of events: one pure decider per kind (club, member, season, night, title,
import).

Names, notes and reasons are written by people, so they stand only in the sealed part of the move that brought them;
every fold works without them too, after an erasure.
"""

from __future__ import annotations

from league.facts.club import ClubDecider
from league.facts.imported import ImportDecider
from league.facts.member import MemberDecider
from league.facts.night import NightDecider
from league.facts.season import SeasonDecider
from league.facts.title import TitleDecider

DECIDERS = (ClubDecider(), MemberDecider(), SeasonDecider(), NightDecider(), TitleDecider(), ImportDecider())
