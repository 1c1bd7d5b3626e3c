"""A table of Racehorse over real HTTP: who plays, and what each phone is told."""

from __future__ import annotations

import secrets
from typing import Any

import httpx

from tests.e2e.night import Api, Club, Game


class CardTable(Game):
    """A game of Racehorse; keeps every byte that each seat, the host and a stranger were sent, with whose it was."""

    def __init__(self, club: Club, opened: dict[str, Any]) -> None:
        super().__init__(club.url, opened, club.manager)
        self.stranger = Api(club.url, None)

    def state(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None: the host) is shown of the table."""
        return (self.host if seat is None else self.seats[seat]).get(self.path).json()["state"]

    def legal(self, seat: int) -> list[dict[str, Any]]:
        return self.seats[seat].get(f"{self.path}/legal-moves").json()

    def call(self, seat: int, points: int | None) -> httpx.Response:
        if points is None:
            return self.move(self.seats[seat], "pass")
        return self.move(self.seats[seat], "bid", points=points)

    def card(self, seat: int, card: str) -> httpx.Response:
        return self.move(self.seats[seat], "play", card=card)

    def everything(self, who: Api, seat: int | None = None) -> bytes:
        """All that this caller can get at; a host asks for every seat's view too."""
        paths = ["", "/events?limit=500", "/moves?limit=500", "/scoreboard", "/postings", "/audit"]
        paths += [f"?at={n}" for n in (2, 5, 8)]
        if seat is not None or who is self.host:
            paths += ["/legal-moves"]
        if who is self.host:
            paths += [f"{path}?seat={n}" for path in ("", "/legal-moves") for n in self.seats]
        got = b""
        for path in paths:
            answer = who.client.get(f"{self.path}{path}")
            assert answer.status_code == 200, answer.text
            got += answer.content
        return got


def open_cards(club: Club, seats: int = 5, bots: tuple[int, ...] = (), **options: Any) -> CardTable:
    body = {
        "ruleset": "racehorse",
        "options": options,
        "seats": [{"guest": f"Guest {secrets.token_hex(3)}", "bot": n in bots} for n in range(1, seats + 1)],
    }
    return CardTable(club, club.manager.made(f"/nights/{club.night['id']}/games", body))
