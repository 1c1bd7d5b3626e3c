"""NemeStats: plays as its API gives them (JSON), and the Excel export, which has only winners."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from league.imports import cells
from league.imports.collecting import Collector, differs
from league.imports.plays import MOST_CHAIRS, MOST_PLAYS, Chair, Play, Reading, RowError, WrongFile

COLUMNS = 12
MOST_UNPACKED = 100 * 1024 * 1024


def looks_like(data: Any) -> bool:
    rows = plays_in(data)
    return bool(rows) and isinstance(rows[0], dict) and "playedGameId" in rows[0]


def plays_in(data: Any) -> list[Any]:
    """The plays: a list, or an object with one."""
    if isinstance(data, dict):
        data = data.get("playedGames")
    return data if isinstance(data, list) else []


def read(data: Any) -> Reading:
    found = Collector()
    for number, play in enumerate(plays_in(data), 1):
        found.row(number, play, lambda n=number, p=play: _play(n, p, found))
    return found.reading()


def _play(number: int, play: dict[str, Any], found: Collector) -> Play:
    id = cells.whole(play.get("playedGameId"), "the play's id")
    if id is None:
        raise RowError("the play has no id")
    date, _ = cells.when(str(play.get("datePlayed"))[:10])
    return Play(
        row=number,
        ids=(f"nemestats:{id}", *_linked(play)),
        title=cells.text(play.get("gameDefinitionName"), "the game's name"),
        bgg_id=cells.whole(play.get("boardGameGeekObjectId"), "the game's BGG id"),
        date=date,
        modified=cells.text(play.get("dateLastUpdated"), "the date of the update", 40) or None,
        chairs=tuple(_chair(result, found) for result in play["playerGameResults"]),
    )


def _linked(play: dict[str, Any]) -> list[str]:
    """The same play elsewhere."""
    known = {"boardgamegeek": "bgg", "bgg": "bgg", "bgstats": "bgstats", "bg stats": "bgstats"}
    ids = []
    for link in play.get("applicationLinkages") or ():
        source = known.get(cells.same(str(link.get("applicationName"))))
        id = cells.text(link.get("entityId"), "a linked id", 100).casefold()
        if source and id:
            ids.append(f"{source}:{id}")
    return ids


def _chair(result: dict[str, Any], found: Collector) -> Chair:
    id = cells.whole(result.get("playerId"), "the player's id")
    name = cells.text(result.get("playerName"), "a player's name")
    score = cells.score(result.get("pointsScored"))
    return Chair(
        person=None if id is None else found.person(f"nemestats:{id}", name),
        score=score,
        score_raw=differs(result.get("pointsScored"), score),
        rank=cells.rank(result.get("gameRank")),
    )


# --- Excel ------------------------------------------------------------------------------------------------------------


def is_excel(raw: bytes) -> bool:
    return raw.startswith(b"PK\x03\x04")


def read_excel(raw: bytes) -> Reading:
    """One sheet, a row a play: play id, date played, game id, game, BGG id, group id, group, date recorded, notes,
    number of players, winning player ids, winning player names. Who lost isn't in it: they are people nobody knows.
    Raises :class:`WrongFile`."""
    found = Collector()
    for number, row in enumerate(_rows(raw), 1):
        if number == 1 or not any(value is not None for value in row):
            continue
        found.row(number, [str(value) for value in row], lambda n=number, r=row: _winners(n, r, found))
    return found.reading()


def _rows(raw: bytes) -> list[tuple[Any, ...]]:
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise WrongFile("Unpacked, this workbook is too large.")
        book = load_workbook(io.BytesIO(raw), read_only=True, data_only=True)
        rows = []
        for row in book.worksheets[0].iter_rows(max_col=COLUMNS, values_only=True):
            rows.append(row)
            if len(rows) > MOST_PLAYS + 1:
                raise WrongFile(f"An import has at most {MOST_PLAYS:,} plays; split the file.")
    except WrongFile:
        raise
    except Exception as error:  # openpyxl raises whatever a broken file makes it stumble over
        raise WrongFile(f"This is no Excel workbook, or a broken one ({type(error).__name__}).") from None
    if not rows or len(rows[0]) < COLUMNS:
        raise WrongFile(f"NemeStats writes {COLUMNS} columns; this sheet has {len(rows[0]) if rows else 0}.")
    return rows


def _winners(number: int, row: tuple[Any, ...], found: Collector) -> Play:
    id, played, _, title, bgg_id, _, _, recorded, _, count, ids, names = row
    own = cells.whole(id, "the play's id")
    if own is None:
        raise RowError("the play has no id")
    date, _ = cells.when(played)
    players = cells.whole(count, "the number of players", MOST_CHAIRS) or 0
    won = [int(each) for each in re.findall(r"\d+", cells.text(ids, "the winners' ids", 500))]
    called = [cells.text(each, "a winner's name") for each in re.split(r"[;,|]", cells.text(names, "names", 2000))]
    if len(called) != len(won):
        called = [""] * len(won)
    if len(won) > players:
        raise RowError("there are more winners than players")
    winners = [
        Chair(person=found.person(f"nemestats:{who}", name), winner=True) for who, name in zip(won, called, strict=True)
    ]
    return Play(
        row=number,
        ids=(f"nemestats:{own}",),
        title=cells.text(title, "the game's name"),
        bgg_id=cells.whole(bgg_id, "the game's BGG id"),
        date=date,
        modified=cells.raw_text(recorded, 40) if recorded is not None else None,
        chairs=(*winners, *[Chair(winner=False)] * (players - len(winners))),
    )
