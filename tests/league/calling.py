"""Calling the API as the programs of a club do: real requests, each test in a club of its own."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.test import Client

from league import organisers


class Answer:
    """Status, headers and JSON of an answer."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers = response.headers
        self.body: bytes = response.content
        kind = response.headers.get("Content-Type", "")
        self.json: Any = json.loads(response.content) if "json" in kind and "jsonl" not in kind else None

    @property
    def code(self) -> str:
        """The stable code of a refusal."""
        return str(self.json["code"])

    def __repr__(self) -> str:
        return f"<{self.status} {self.json}>"


class Caller:
    """Somebody with a token (or nobody, with None)."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token
        self.client = Client()

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        own = {name.replace("_", "-"): value for name, value in headers.items()}
        return own if self.token is None else {"Authorization": f"Bearer {self.token}", **own}

    def get(self, path: str, **headers: str) -> Answer:
        return Answer(self.client.get(f"/api/v1{path}", headers=self._headers(headers)))

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        raw = b"" if body is None else json.dumps(body).encode()
        return Answer(
            self.client.generic(
                method, f"/api/v1{path}", raw, content_type="application/json", headers=self._headers(headers)
            )
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.send("POST", path, body, **headers)

    def patch(self, path: str, body: Any, **headers: str) -> Answer:
        return self.send("PATCH", path, body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> Answer:
        return self.send("PUT", path, body, **headers)

    def done(self, path: str, body: Any = None, **headers: str) -> Any:
        """The JSON of something that was changed."""
        answer = self.post(path, body, **headers)
        assert answer.status == 200, answer
        return answer.json

    def delete(self, path: str) -> Answer:
        return self.send("DELETE", path)

    def made(self, path: str, body: Any = None, **headers: str) -> Any:
        """The JSON of something that was made."""
        answer = self.post(path, body, **headers)
        assert answer.status == 201, answer
        return answer.json


NOBODY = Caller()


def organiser() -> Caller:
    return Caller(organisers.issue_token(organisers.account()))


class Club:
    """A club with a season for the whole of 2026; ``manager`` holds its first token."""

    def __init__(self, **fields: Any) -> None:
        body = {"name": "Turf & Table", "slug": f"club-{uuid4().hex[:12]}", "timezone": "Europe/Berlin", **fields}
        self.organiser = organiser()
        self.json = self.organiser.made("/clubs", body)
        self.slug: str = self.json["slug"]
        self.path = f"/clubs/{self.slug}"
        self.manager = Caller(self.json["token"])
        year = {"name": "2026", "starts_on": "2026-01-01", "ends_on": "2026-12-31"}
        self.season: str = self.manager.made(f"{self.path}/seasons", year)["id"]

    def token(self, *scopes: str) -> Caller:
        issued = self.manager.made(f"{self.path}/tokens", {"name": "a program", "scopes": list(scopes)})
        return Caller(issued["token"])

    def night(self, date: str = "2026-03-14", **fields: Any) -> str:
        """The id of a new night."""
        return str(self.manager.made(f"{self.path}/nights", {"date": date, **fields})["id"])

    def game(self, night: str, *names: str, **fields: Any) -> Any:
        """A new game whose dice people roll, with guests of these names, one race long."""
        body = {
            "ruleset": "ready-set-bet",
            "options": {"house": "basic", "races": 1},
            "seats": [{"guest": name} for name in names],
            **fields,
        }
        return self.manager.made(f"/nights/{night}/games", body)

    def table(self, season: str | None = None, query: str = "") -> Any:
        answer = self.manager.get(f"/seasons/{season or self.season}/table{query}")
        assert answer.status == 200, answer
        return answer.json


def run_race(host: Caller, game: str, bets: dict[int, tuple[str, str]] | None = None) -> None:
    """The host starts the race, places one bet a seat ``{seat: (marker, spot)}``, and rolls sevens until horse 7 is in
    (and everything is settled)."""
    host.made(f"/games/{game}/moves", {"type": "start_race"})
    for seat, (marker, spot) in (bets or {}).items():
        host.made(f"/games/{game}/moves", {"type": "place_bet", "seat": seat, "marker": marker, "spot": spot})
    for _ in range(40):
        rolled = host.made(f"/games/{game}/moves", {"type": "roll", "dice": [3, 4]})
        if any(event["type"] == "race_finished" for event in rolled["events"]):
            return
    raise AssertionError("the race has no end")
