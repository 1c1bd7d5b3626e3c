"""Projections of the league's facts: only ``league.projecting`` writes them, inside ``ledger.execute``.

``OrganiserToken`` and ``SigninLink`` are none: what reaches every club belongs to no club's events."""

from __future__ import annotations

from league.models.access import OrganiserToken, SigninLink, Token
from league.models.adjustment import Adjustment
from league.models.club import Club
from league.models.imported import Import, ImportGame, ImportIdentity, ImportNight, ImportPerson
from league.models.member import Member
from league.models.night import Attendance, Night
from league.models.result import Result
from league.models.season import Season
from league.models.title import Title

__all__ = [
    "Adjustment",
    "Attendance",
    "Club",
    "Import",
    "ImportGame",
    "ImportIdentity",
    "ImportNight",
    "ImportPerson",
    "Member",
    "Night",
    "OrganiserToken",
    "Result",
    "Season",
    "SigninLink",
    "Title",
    "Token",
]
