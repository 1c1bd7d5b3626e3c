"""BG Stats push links: one play as a flat JSON object inside of an address, or just that object."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from league.imports import cells
from league.imports.collecting import Collector, differs
from league.imports.plays import Chair, Play, Reading, RowError, WrongFile


def looks_like(data: Any) -> bool:
    return isinstance(data, dict) and "sourceName" in data and "players" in data


def from_link(link: str) -> Any:
    """The object inside of a link. Raises :class:`WrongFile`."""
    try:
        return msgspec.json.decode(parse_qs(urlsplit(link.strip()).query)["data"][0])
    except (KeyError, ValueError):
        raise WrongFile("This link holds no play of BG Stats.") from None


def read(data: Any) -> Reading:
    """Raises :class:`WrongFile`."""
    if not looks_like(data):
        raise WrongFile("A BG Stats push link holds a JSON object with sourceName and players.")
    found = Collector()
    found.row(1, data, lambda: _play(data, found))
    return found.reading()


def _play(data: dict[str, Any], found: Collector) -> Play:
    source = cells.text(data.get("sourceName"), "sourceName")
    number = cells.text(data.get("sourcePlayId"), "sourcePlayId", 100)
    if not source or not number:
        raise RowError("sourceName and sourcePlayId are its identity, and one is missing")
    game = data.get("game") or {}
    date, time = cells.when(data.get("playDate"))
    return Play(
        row=1,
        ids=(f"{cells.same(source)}:{number}",),
        title=cells.text(game.get("name"), "the game's name"),
        bgg_id=cells.whole(game.get("bggId"), "the game's BGG id"),
        date=date,
        time=time,
        minutes=cells.whole(data.get("durationMin"), "the duration", 100_000),
        lowest_wins=game.get("highestWins") is False,
        chairs=tuple(_chair(player, cells.same(source), found) for player in data["players"]),
    )


def _chair(player: dict[str, Any], source: str, found: Collector) -> Chair:
    name = cells.text(player.get("name"), "a player's name")
    id = cells.text(player.get("sourcePlayerId"), "sourcePlayerId", 100)
    key = f"{source}:{id}" if id else f"{source}:name:{cells.same(name)}" if name else None
    if key is not None:
        found.person(key, name)
    score = cells.score(player.get("score"), sums=True)
    return Chair(
        person=key,
        score=score,
        score_raw=differs(player.get("score"), score),
        rank=cells.rank(player.get("rank")),
        winner=None if player.get("winner") is None else cells.yes(player.get("winner"), "winner"),
    )
