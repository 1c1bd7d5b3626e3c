"""Plays on their way out: rows for a spreadsheet, a BG Stats share file, a BG Stats push link."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from league.imports.cells import same
from league.scoring.numbers import exact
from league.selectors.plays import Played, Sat
from ledger.http.rendering import to_json
from ledger.records import moment

SOURCE = "Railbird"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
NO_TIME = "10:00:00"
"""What BG Stats itself writes where no time is known."""


def rows(plays: Iterable[Played]) -> list[dict[str, Any]]:
    """One a seat, in columns that the import of tables knows by their names. Names are made harmless where the CSV is
    written (:mod:`ledger.http.rendering`); numbers stay numbers."""
    return [
        {
            "play_id": str(play.game),
            "date": play.date.isoformat(),
            "game": play.title,
            "player": sat.name,
            "score": _number(sat.score),
            "rank": sat.rank,
            "winner": sat.rank == 1,
            "number_players": play.players,
            "counts": play.counts,
            "ruleset": play.ruleset,
            "source": None if play.external is None else play.external.source,
            "source_id": None if play.external is None else play.external.id,
            "seat": sat.seat,
            "member": str(sat.member),
        }
        for play in plays
        for sat in play.seats
    ]


def share_file(plays: Iterable[Played], zone: str) -> dict[str, Any]:
    """A `.bgsplay` object. Whoever has no name to be shown is an anonymous player."""
    people: dict[Any, dict[str, Any]] = {}
    games: dict[str, dict[str, Any]] = {}
    out = []
    for play in plays:
        game = games.setdefault(same(play.title), _game(play, len(games) + 1))
        sat = [_seat(each, _person(people, each)) for each in play.seats]
        sat += [{**_nobody(), "playerRefId": _person(people, None)}] * (play.players - len(play.seats))
        out.append(
            {
                "uuid": str(play.game),
                "playDate": _played(play, zone),
                "modificationDate": _local(play.opened_at, zone),
                "entryDate": _local(play.opened_at, zone),
                "gameRefId": game["id"],
                "durationMin": 0,
                "ignored": not play.counts,
                "manualWinner": True,
                "rounds": 0,
                "bggId": 0,
                "scoringSetting": 0,
                "usesTeams": False,
                "playerScores": sat,
                "expansionPlays": [],
                "metaData": _elsewhere(play),
            }
        )
    return {
        "about": f"Plays recorded with {SOURCE}",
        "players": list(people.values()),
        "locations": [],
        "games": list(games.values()),
        "plays": out,
        "userInfo": {"meRefId": 0},
    }


def _elsewhere(play: Played) -> str:
    """JSON in a string, as BG Stats has it: what another program calls the play."""
    if play.external is None:
        return ""
    return to_json({"sourceName": play.external.source, "sourcePlayId": play.external.id}).decode()


def push_link(play: Played, zone: str) -> tuple[str, dict[str, Any]]:
    """→ (the address that hands a play to BG Stats, what is in it). A play that came from elsewhere keeps its identity
    there, so that it is one play wherever it arrives."""
    data = {
        "sourceName": SOURCE if play.external is None else play.external.source,
        "sourcePlayId": str(play.game) if play.external is None else play.external.id,
        "playDate": _played(play, zone),
        "game": {
            "name": play.title,
            "bggId": play.bgg_id or 0,
            "highestWins": not play.lowest_wins,
            "noPoints": all(sat.score is None for sat in play.seats),
            "sourceGameId": same(play.title),
        },
        "players": [
            {
                "name": sat.name or f"Player {sat.seat}",
                "sourcePlayerId": str(sat.member),
                "startPlayer": False,
                "winner": sat.rank == 1,
                "rank": sat.rank,
                **({} if sat.score is None else {"score": _number(sat.score)}),
            }
            for sat in play.seats
        ],
    }
    return LINK + quote(to_json(data), safe=""), data


def _game(play: Played, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "uuid": f"railbird-{same(play.title)}",
        "name": play.title,
        "bggId": play.bgg_id or 0,
        "bggName": play.title if play.bgg_id else "",
        "bggYear": 0,
        "cooperative": play.cooperative,
        "highestWins": not play.lowest_wins,
        "noPoints": False,
        "usesTeams": False,
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _person(people: dict[Any, dict[str, Any]], sat: Sat | None) -> int:
    known = sat.member if sat is not None and sat.name else None
    if known not in people:
        people[known] = {
            "id": len(people) + 1,
            "uuid": "railbird-anonymous" if sat is None or known is None else str(known),
            "name": "Anonymous player" if sat is None or known is None else sat.name,
            "isAnonymous": known is None,
            "bggUsername": "",
        }
    number: int = people[known]["id"]
    return number


def _seat(sat: Sat, person: int) -> dict[str, Any]:
    score = "" if sat.score is None else str(exact(sat.score))
    return {**_nobody(), "playerRefId": person, "score": score, "winner": sat.rank == 1, "rank": sat.rank}


def _nobody() -> dict[str, Any]:
    return {"score": "", "winner": False, "rank": 0, "seatOrder": 0, "startPlayer": False, "newPlayer": False}


def _number(score: Decimal | None) -> Decimal | None:
    return None if score is None else exact(score)


def _played(play: Played, zone: str) -> str:
    return f"{play.date} {NO_TIME}" if play.recorded else _local(play.opened_at, zone)


def _local(at: int, zone: str) -> str:
    local: datetime = moment(at).astimezone(ZoneInfo(zone))
    return local.strftime("%Y-%m-%d %H:%M:%S")
