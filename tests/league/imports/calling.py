"""Uploading files as a club's programs do, and BG Stats files made by hand."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile

from league.imports import jobs
from ledger.decider import Stream
from tests.league.calling import Answer, Caller, Club


def upload(club: Club, raw: bytes, caller: Caller | None = None, **fields: Any) -> Answer:
    caller = caller or club.manager
    key = fields.pop("key", None)
    data = {"file": SimpleUploadedFile("plays", raw), **fields}
    headers = caller._headers({} if key is None else {"Idempotency-Key": key})
    return Answer(caller.client.post(f"/api/v1{club.path}/imports", data, headers=headers))


def taken(club: Club, raw: bytes, **fields: Any) -> Any:
    answer = upload(club, raw, **fields)
    assert answer.status == 201, answer
    return answer.json


def stream(club: Club, id: str) -> Stream:
    return Stream(club=UUID(club.json["id"]), id=UUID(id), kind="import")


def apply(club: Club, id: str, **body: Any) -> Any:
    """The report after the workers have done all of it."""
    answer = club.manager.post(f"/imports/{id}/apply", body)
    assert answer.status == 202, answer
    assert not jobs.run(stream(club, id))
    return club.manager.get(f"/imports/{id}").json


def applied(club: Club, raw: bytes, **body: Any) -> Any:
    return apply(club, taken(club, raw)["id"], **body)


def counts(report: Any) -> tuple[int, int, int, int, int]:
    """New, changed, same, skipped, bad."""
    return (*(report[name] for name in ("new", "changed", "same", "skipped")), len(report["bad"]))


def names(club: Club) -> list[str]:
    rows = club.manager.get(f"{club.path}/members?limit=500").json["results"]
    return sorted(row["name"] for row in rows)


def table(club: Club, query: str = "") -> bytes:
    """The season's table to the byte."""
    response = club.manager.client.get(f"/api/v1/seasons/{club.season}/table{query}", headers=club.manager._headers({}))
    assert response.status_code == 200, response.content
    return bytes(response.content)


def bgstats(*plays: dict[str, Any], players: tuple[str, ...] = ("Ada", "Bob", "Cy", "Dee"), **sections: Any) -> bytes:
    """A BG Stats export; players have the numbers 1, 2, …; the game is Azul (1), Pandemic (2) is cooperative."""
    data = {
        "players": [{"id": n, "uuid": f"P-{n}", "name": name} for n, name in enumerate(players, 1)],
        "games": [
            {"id": 1, "uuid": "G-1", "name": "Azul", "bggId": 230802, "highestWins": True},
            {"id": 2, "uuid": "G-2", "name": "Pandemic", "bggId": 30549, "cooperative": True},
        ],
        "plays": list(plays),
        **sections,
    }
    return json.dumps(data).encode()


def play(uuid: str, date: str, *scores: Any, **fields: Any) -> dict[str, Any]:
    """A play of Azul among the first players, or with whole ``playerScores``."""
    seats = [
        score if isinstance(score, dict) else {"playerRefId": n, "score": score, "winner": False, "rank": 0}
        for n, score in enumerate(scores, 1)
    ]
    return {"uuid": uuid, "gameRefId": 1, "playDate": date, "playerScores": seats, **fields}
