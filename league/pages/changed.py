"""What changed a season's table otherwise than by playing, in words."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext_lazy as _

from league.models import Season
from league.selectors import changes, clubs
from races.principal import Principal

WORDS: dict[str, Any] = {
    "rewound": _("A game was corrected"),
    "seat_taken": _("Somebody else sat on a seat"),
    "game_changed": _("A game was moved or renamed, or counts otherwise"),
    "game_voided": _("A game was declared void"),
    "game_restored": _("A game counts again"),
    "result_recorded": _("A result was amended"),
    "night_changed": _("A night was changed"),
    "night_voided": _("A night was declared void"),
    "night_restored": _("A night counts again"),
    "attendance_recorded": _("Attendance was recorded"),
    "member_merged": _("Two records are one person"),
    "member_unmerged": _("Two people after all"),
    "import_finished": _("Plays were imported"),
    "import_voided": _("An import was taken out again"),
    "scoring_changed": _("Scored otherwise"),
    "adjustment_made": _("Points by hand"),
    "adjustment_voided": _("Points by hand taken back"),
    "season_divided": _("Divisions were changed"),
    "season_closed": _("The season was closed"),
    "season_reopened": _("The season was reopened"),
}
MOST = 30


def of_season(season: Season, who: Principal) -> list[dict[str, Any]]:
    """The last ones, the latest first: ``what, at, reason``, and ``rows`` ``(name, points before, points after)``."""
    zone = ZoneInfo(clubs.by_id(season.club).timezone)
    found, _rest = changes.of_season(season, who, 0, 10_000)
    out = []
    for change in found[: -MOST - 1 : -1]:
        before = {row.member.id: row for row in change.before}
        after = {row.member.id: row for row in change.after}
        names = {id: row.member.name for id, row in (before | after).items()}
        out.append(
            {
                "what": WORDS.get(change.type, change.type),
                "at": f"{datetime.fromisoformat(change.recorded_at).astimezone(zone):%Y-%m-%d %H:%M}",
                "reason": change.reason,
                "rows": [
                    (name, before[id].points if id in before else None, after[id].points if id in after else None)
                    for id, name in names.items()
                ],
            }
        )
    return out
