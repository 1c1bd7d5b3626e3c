"""The evening's arrangements: the club, its members, a season, a night, a game with four seats."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from deploy.demo.client import Api, Refusal

CLUB = {
    "slug": "the-rail",
    "name": "The Rail",
    "timezone": "Europe/Berlin",
    "locale": "en",
    "public": True,
}


class Night(msgspec.Struct, frozen=True):
    """All that was opened, as the API answered it. ``first``: is this the club's first night?"""

    club: dict[str, Any]
    season: dict[str, Any]
    night: dict[str, Any]
    game: dict[str, Any]
    members: dict[int, str]
    """Seat → member id."""
    first: bool
    before: dict[str, Any]
    """The table as it stood before the game."""

    @property
    def host_token(self) -> str:
        """The secret in the host's link."""
        return str(self.game["host_url"]).rpartition("/")[2]

    def seat_token(self, seat: int) -> str:
        return next(str(chair["token"]) for chair in self.game["seats"] if chair["seat"] == seat)


def open_night(
    api: Api, names: list[str], ruleset: str, title: str, options: dict[str, Any], *, bot: bool = False
) -> Night:
    """A night of the demo's club with one game on it; what exists already is used. All but the last of ``names`` are
    members; the last is a guest, typed in when the game is opened (``bot``: and a program). ``api``: an organiser's."""
    club = _club(api)
    slug = club["slug"]
    members = _members(api, slug, names[:-1])
    day = local_date(club, datetime.now(ZoneInfo(club["timezone"])))
    season = _season(api, slug, day)
    played = sum(1 for _ in _listed(api, f"/clubs/{slug}/nights"))
    night = api.post(
        f"/clubs/{slug}/nights", {"date": day.isoformat(), "name": f"Night {played + 1}", "season": season["id"]}
    ).body
    before = api.get(f"/seasons/{season['id']}/table")
    opening = {
        "ruleset": ruleset,
        "options": options,
        "label": "Table 1",
        "title": title,
        "seats": [*({"member": members[name]} for name in names[:-1]), {"guest": names[-1], "bot": bot}],
    }
    game = api.post(f"/nights/{night['id']}/games", opening).body
    sitting = {chair["seat"]: chair["member"]["id"] for chair in game["seats"]}
    return Night(club, season, night, game, sitting, played == 0, before)


def local_date(club: dict[str, Any], now: datetime) -> date:
    """The date of a night that is played now: it goes on until the club's cut-off after midnight."""
    hours, minutes = club["night_cutoff"].split(":")
    return (now.replace(tzinfo=None) - timedelta(hours=int(hours), minutes=int(minutes))).date()


def _club(api: Api) -> dict[str, Any]:
    try:
        found: dict[str, Any] = api.get(f"/clubs/{CLUB['slug']}")
    except Refusal as refusal:
        if refusal.code != "not_found":
            raise
        found = api.post("/clubs", CLUB).body
    return found


def _members(api: Api, slug: str, names: list[str]) -> dict[str, str]:
    known = {member["name"]: member["id"] for member in _listed(api, f"/clubs/{slug}/members") if not member["guest"]}
    missing = [{"name": name} for name in names if name not in known]
    if missing:
        for member in api.post(f"/clubs/{slug}/members", missing).body:
            known[member["name"]] = member["id"]
    return {name: known[name] for name in names}


def _season(api: Api, slug: str, day: date) -> dict[str, Any]:
    for season in _listed(api, f"/clubs/{slug}/seasons"):
        if season["starts_on"] <= day.isoformat() <= season["ends_on"] and season["status"] == "open":
            found: dict[str, Any] = season
            return found
    opening = {"name": f"Season {day.year}", "starts_on": f"{day.year}-01-01", "ends_on": f"{day.year}-12-31"}
    made: dict[str, Any] = api.post(f"/clubs/{slug}/seasons", opening).body
    return made


def _listed(api: Api, path: str) -> list[dict[str, Any]]:
    """Every entry of a list, whatever its pages."""
    results: list[dict[str, Any]] = []
    page = api.get(path, limit=500)
    while True:
        results += page["results"]
        if not page.get("next"):
            return results
        page = api.get(str(page["next"]).partition("/api/v1")[2])
