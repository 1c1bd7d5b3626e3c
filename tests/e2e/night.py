"""A club, a night and a game over real HTTP, for tests that look at the running system from outside."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from typing import Any

import httpx


class Api:
    """Calls of one caller. Answers are httpx responses; nothing is retried."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self.client = httpx.Client(base_url=f"{url}/api/v1", headers=headers, timeout=15)

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.client.get(path, params=query)

    def post(self, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self.client.post(path, json=body if body is not None else {}, headers=headers)

    def made(self, path: str, body: Any) -> Any:
        answer = self.post(path, body)
        assert answer.status_code == 201, answer.text
        return answer.json()


class Game:
    """A game with its host and its seats as callers."""

    def __init__(self, url: str, opened: dict[str, Any], host: Api) -> None:
        self.id: str = opened["id"]
        self.opened = opened
        self.path = f"/games/{self.id}"
        self.host = host
        self.seats = {seat["seat"]: Api(url, seat["token"]) for seat in opened["seats"]}

    def move(self, who: Api, type: str, key: str | None = None, **fields: Any) -> httpx.Response:
        return who.post(f"{self.path}/moves", {"type": type, **fields}, key)

    def start(self, race: int = 1) -> None:
        answer = self.move(self.host, "start_race", race=race)
        assert answer.status_code == 201, answer.text

    def bet(self, seat: int, marker: str, spot: str, key: str | None = None, **fields: Any) -> httpx.Response:
        return self.move(self.seats[seat], "place_bet", key, marker=marker, spot=spot, **fields)

    def events(self, who: Api | None = None) -> list[dict[str, Any]]:
        """All events, in order, page by page."""
        found: list[dict[str, Any]] = []
        while True:
            after = found[-1]["version"] if found else 0
            page = (who or self.host).get(f"{self.path}/events", after=after, limit=500).json()["results"]
            found += page
            if len(page) < 500:
                return found

    def scoreboard(self) -> dict[str, Any]:
        return self.host.get(f"{self.path}/scoreboard").json()

    def audit(self) -> dict[str, Any]:
        return self.host.get(f"{self.path}/audit").json()


class Club:
    """A fresh club with a season around today and an open night."""

    def __init__(self, url: str, organiser: str, **fields: Any) -> None:
        self.url = url
        self.organiser = Api(url, organiser)
        self.slug = f"club-{secrets.token_hex(4)}"
        made = self.organiser.made("/clubs", {"name": "Turf", "slug": self.slug, "timezone": "Europe/Paris", **fields})
        self.id: str = made["id"]
        self.manager = Api(url, made["token"])
        self.season = self.manager.made(
            f"/clubs/{self.slug}/seasons", {"name": "2026", "starts_on": "2026-01-01", "ends_on": "2027-12-31"}
        )
        self.night = self.manager.made(f"/clubs/{self.slug}/nights", {"date": "2026-12-01"})

    def open(self, seats: int = 4, **options: Any) -> Game:
        body = {
            "ruleset": "ready-set-bet",
            "options": {"props": False, "exotics": False, "vips": False} | options,
            "seats": [{"guest": f"Guest {secrets.token_hex(3)}"} for _ in range(seats)],
        }
        return Game(self.url, self.manager.made(f"/nights/{self.night['id']}/games", body), self.manager)


def frames(lines: Iterator[str]) -> Iterator[tuple[str, int | None, Any]]:
    """Server-sent events as ``(name, id, data)``; comments and ``retry`` are skipped."""
    name, id, data = "message", None, None
    for line in lines:
        if line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("id:"):
            id = int(line[3:])
        elif line.startswith("data:"):
            data = json.loads(line[5:])
        elif line == "" and data is not None:
            yield name, id, data
            name, id, data = "message", None, None
