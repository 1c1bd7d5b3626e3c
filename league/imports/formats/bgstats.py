"""BG Stats: the whole export, and the share file (`.bgsplay`), which is the same object with less in it.

Sections refer to each other by the integers of this one file; ``uuid`` lasts. Comments, pictures, prices, e-mail and
devices are not looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from league.imports import cells
from league.imports.collecting import Collector, differs
from league.imports.plays import Chair, Kind, Person, Play, Reading, RowError, WrongFile

DEFAULT_TIMES = frozenset({"10:00:00", "11:00:00"})
"""What the app fills in where no time was entered."""
SECTIONS = frozenset(
    {
        *("plays", "players", "games", "locations", "userInfo", "tags", "groups", "challenges", "deletedObjects"),
        *("about",),
    }
)
PLAY_KEYS = frozenset(
    {
        *("uuid", "playDate", "playDateYmd", "entryDate", "modificationDate", "gameRefId", "locationRefId"),
        *("durationMin", "ignored", "manualWinner", "usesTeams", "rounds", "rating", "bggId", "importPlayId"),
        *("nemestatsId", "bggLastSync", "scoringSetting", "board", "comments", "scoresheet", "metaData", "playImages"),
        *("expansionPlays", "playerScores", "tags"),
    }
)
SEAT_KEYS = frozenset(
    {
        *("playerRefId", "score", "winner", "rank", "seatOrder", "startPlayer", "newPlayer", "role", "team"),
        *("teamRole", "startPosition", "anonymousName", "metaData"),
    }
)


def looks_like(data: Any) -> bool:
    return isinstance(data, dict) and {"plays", "players", "games"} <= data.keys()


def read(data: Any) -> Reading:
    """Raises :class:`WrongFile`."""
    if not looks_like(data):
        raise WrongFile("A BG Stats file is a JSON object with plays, players and games.")
    if not all(isinstance(data[name], list) for name in ("plays", "players", "games")):
        raise WrongFile("In this BG Stats file plays, players or games are no lists.")
    found = Collector()
    found.ignore("", data, SECTIONS)
    players = _people(data["players"])
    games = {_ref(game.get("id")): game for game in data["games"] if isinstance(game, dict)}
    for number, play in enumerate(data["plays"], 1):
        found.row(number, play, lambda n=number, p=play: _play(n, p, players, games, found))
    for gone in data.get("deletedObjects") or ():
        if isinstance(gone, dict) and gone.get("objectType") == "Play" and gone.get("uuid"):
            found.removed.append(f"bgstats:{str(gone['uuid']).casefold()}")
    return found.reading()


def _ref(value: Any) -> str:
    """Third-party writers put numbers in quotes."""
    return str(value)


def _people(players: list[Any]) -> dict[str, Person | None]:
    """By the file's number; None for stand-ins and bots, who are nobody."""
    people: dict[str, Person | None] = {}
    for player in players:
        if not isinstance(player, dict):
            continue
        nobody = bool(player.get("isAnonymous")) or _meta(player).get("isNpc") in (1, True, "1")
        uuid = str(player.get("uuid") or "").casefold()
        name = cells.raw_text(player.get("name") or "", 200).strip()
        person = Person(key=f"bgstats:{uuid}", name=name) if uuid and not nobody else None
        people[_ref(player.get("id"))] = person
    return people


def _meta(row: Mapping[str, Any]) -> dict[str, Any]:
    """JSON inside a string, or nothing."""
    try:
        data = msgspec.json.decode(row.get("metaData") or "{}")
    except (msgspec.DecodeError, TypeError):
        return {}
    return data if isinstance(data, dict) else {}


def _play(
    number: int, play: dict[str, Any], people: Mapping[str, Person | None], games: Mapping[str, Any], found: Collector
) -> Play:
    found.ignore("plays.", play, PLAY_KEYS)
    game = games.get(_ref(play.get("gameRefId")))
    if game is None:
        raise RowError("its game is not in the file")
    uuid = cells.text(play.get("uuid"), "the uuid", 100).casefold()
    if not uuid:
        raise RowError("the play has no uuid")
    date, time = cells.when(play.get("playDate"))
    setting = cells.whole(play.get("scoringSetting"), "the scoring setting") or 0
    kind, teams = _kind(play, game, setting)
    ignored = cells.yes(play.get("ignored"), "ignored")
    return Play(
        row=number,
        ids=(f"bgstats:{uuid}", *_elsewhere(play)),
        title=cells.text(game.get("name"), "the game's name"),
        bgg_id=cells.whole(game.get("bggId"), "the game's BGG id"),
        date=date,
        time=None if time in DEFAULT_TIMES else time,
        minutes=cells.whole(play.get("durationMin"), "the duration", 100_000),
        kind=kind,
        lowest_wins=setting in (2, 5) or (setting not in (1, 4) and game.get("highestWins") is False),
        counts=not ignored,
        why_not="ignored" if ignored else None,
        modified=cells.text(play.get("modificationDate"), "the modification date", 40) or None,
        chairs=tuple(_chair(seat, people, teams, found) for seat in play.get("playerScores") or ()),
    )


def _kind(play: Mapping[str, Any], game: Mapping[str, Any], setting: int) -> tuple[Kind, bool]:
    """→ (kind, does ``team`` mean anything?)."""
    if setting in (4, 5, 6) or game.get("cooperative") in (True, 1):
        return "cooperative", False
    teams = play.get("usesTeams", game.get("usesTeams")) in (True, 1)
    return ("team" if teams else "competitive"), teams


def _elsewhere(play: Mapping[str, Any]) -> list[str]:
    ids = [
        ("bgg", cells.whole(play.get("bggId"), "the BGG id")),
        ("nemestats", cells.whole(play.get("nemestatsId"), "")),
    ]
    return [f"{source}:{id}" for source, id in ids if id is not None]


def _chair(seat: dict[str, Any], people: Mapping[str, Person | None], teams: bool, found: Collector) -> Chair:
    found.ignore("plays.playerScores.", seat, SEAT_KEYS)
    ref = _ref(seat.get("playerRefId"))
    if ref not in people:
        raise RowError(f"player {ref} is not in the file")
    person = people[ref]
    if person is not None:
        found.person(person.key, person.name)
    score = cells.score(seat.get("score"), sums=True)
    rank = cells.rank(seat.get("rank"))
    team = cells.text(seat.get("team"), "the team", 40) if teams else ""
    return Chair(
        person=None if person is None else person.key,
        score=score,
        score_raw=differs(seat.get("score"), score),
        rank=rank,
        winner=cells.yes(seat.get("winner"), "winner"),
        team=team or None,
    )
