"""Sites where people play online: Board Game Arena's history and Yucata's `yucataplays.json`."""

from __future__ import annotations

import re
from typing import Any

from league.imports import cells
from league.imports.collecting import Collector, differs
from league.imports.plays import Chair, Play, Reading, RowError

_TICKS = re.compile(r"/?\\?/Date\((-?\d{1,15})(?:[+-]\d{4})?\)\\?/")


def tables_in(data: Any) -> list[Any]:
    """BGA wraps its tables once or twice."""
    for _ in range(3):
        if isinstance(data, list):
            return data
        if not isinstance(data, dict):
            return []
        data = data.get("data", data.get("tables"))
    return data if isinstance(data, list) else []


def is_bga(data: Any) -> bool:
    rows = tables_in(data)
    return bool(rows) and isinstance(rows[0], dict) and {"players", "player_names"} <= rows[0].keys()


def read_bga(data: Any) -> Reading:
    found = Collector()
    for number, table in enumerate(tables_in(data), 1):
        found.row(number, table, lambda n=number, t=table: _table(n, t, found))
    return found.reading()


def _table(number: int, table: dict[str, Any], found: Collector) -> Play:
    id = cells.text(table.get("table_id"), "the table's id", 40)
    if not id:
        raise RowError("the table has no id")
    started = cells.whole(table.get("start"), "the start", 2**33)
    if started is None:
        raise RowError("there is no date")
    ended = cells.whole(table.get("end"), "the end", 2**33)
    players, names = _joined(table, "players"), _joined(table, "player_names")
    scores, ranks = _joined(table, "scores"), _joined(table, "ranks")
    if len(names) != len(players) or len(scores) not in (0, len(players)) or len(ranks) not in (0, len(players)):
        raise RowError("players, names, scores and ranks are not equally many")
    abandoned = str(table.get("normalend", "1")) == "0"
    return Play(
        row=number,
        ids=(f"bga:{id}",),
        title=cells.text(table.get("game_name"), "the game's name").replace("_", " "),
        utc=started,
        minutes=(ended - started) // 60 if ended is not None and ended > started else None,
        counts=not abandoned,
        why_not="abandoned" if abandoned else None,
        chairs=tuple(
            Chair(
                person=found.person(f"bga:{player}", name),
                score=cells.score(scores[i]) if scores else None,
                rank=cells.rank(ranks[i]) if ranks else None,
            )
            for i, (player, name) in enumerate(zip(players, names, strict=True))
        ),
    )


def _joined(table: dict[str, Any], name: str) -> list[str]:
    joined = cells.text(table.get(name), name, 5000)
    return [each.strip() for each in joined.split(",")] if joined else []


# --- Yucata -----------------------------------------------------------------------------------------------------------


def is_yucata(data: Any) -> bool:
    rows = data.get("data") if isinstance(data, dict) else None
    return bool(rows) and isinstance(rows, list) and isinstance(rows[0], dict) and _date_of(rows[0]) is not None


def read_yucata(data: Any) -> Reading:
    """No description of the file is public but its dates: names of fields are recognised by what they say."""
    found = Collector()
    for number, row in enumerate(data["data"], 1):
        found.row(number, row, lambda n=number, r=row: _yucata(n, r, found))
    return found.reading()


def _date_of(row: dict[str, Any]) -> int | None:
    """The latest of a row's dates, in seconds: when the game was over."""
    ticks = [_TICKS.fullmatch(value) for value in row.values() if isinstance(value, str)]
    return max((int(match[1]) // 1000 for match in ticks if match), default=None)


def _field(row: dict[str, Any], *names: str) -> Any:
    lower = {name.casefold(): value for name, value in row.items()}
    return next((lower[name] for name in names if lower.get(name) not in (None, "")), None)


def _yucata(number: int, row: dict[str, Any], found: Collector) -> Play:
    id = cells.text(_field(row, "gameid", "game_id", "id"), "the game's number", 40)
    when = _date_of(row)
    if not id or when is None or not 0 < when < 2**33:
        raise RowError("it has no id or no date")
    players = _field(row, "players", "playerlist", "opponents")
    if not isinstance(players, list):
        raise RowError("it has no list of players")
    return Play(
        row=number,
        ids=(f"yucata:{id}",),
        title=cells.text(_field(row, "gametype", "gamename", "game", "name"), "the game's name"),
        utc=when,
        chairs=tuple(_player(player, found) for player in players),
    )


def _player(player: Any, found: Collector) -> Chair:
    if not isinstance(player, dict):
        player = {"name": player}
    name = cells.text(_field(player, "login", "name", "playername", "player"), "a player's name")
    if not name:
        raise RowError("a player has no name")
    raw = _field(player, "score", "points")
    score = cells.score(raw)
    return Chair(
        person=found.person(f"yucata:{cells.same(name)}", name),
        score=score,
        score_raw=differs(raw, score),
        rank=cells.rank(_field(player, "rank", "position", "place")),
    )
