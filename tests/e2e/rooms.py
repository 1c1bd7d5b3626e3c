"""A club that has a past: four nights, two kinds of games, points by hand; for tests that look at every page."""

from __future__ import annotations

from typing import Any

from tests.e2e.night import Api, Club, Game

NAMES = ("Ann Archer", "Bo Bendtsen", "Cilla Citrus", "Dag Dahl")
NIGHTS = ("2026-09-01", "2026-09-29", "2026-10-27")
SCORES = ((82, 70, 64, 51), (60, 91, 77, 44), (55, 63, 99, 80))


class Past(Club):
    """``members``: ids by name. ``played``: a score sheet's game; ``game``: Ready Set Bet, run by hand, over."""

    def __init__(self, url: str, organiser: str) -> None:
        super().__init__(url, organiser, public=True)
        people = self.manager.made(f"/clubs/{self.slug}/members", [{"name": name} for name in NAMES])
        self.members = {name: each["id"] for name, each in zip(NAMES, people, strict=True)}
        for date, scores in zip(NIGHTS, SCORES, strict=True):
            night = self.manager.made(f"/clubs/{self.slug}/nights", {"date": date, "name": "League night"})
            rows = [{"seat": seat, "score": score} for seat, score in enumerate(scores, 1)]
            seats = [{"member": id} for id in self.members.values()]
            sheet = {"ruleset": "scoresheet", "title": "Wingspan", "options": {}, "seats": seats, "rows": rows}
            self.played = self.manager.made(f"/nights/{night['id']}/games", sheet)["id"]
            answer = self.manager.post(f"/nights/{night['id']}/close")
            assert answer.status_code == 200, answer.text
        self.last_night = night["id"]
        points = {"member": self.members["Dag Dahl"], "points": -2, "reason": "came late"}
        self.manager.made(f"/seasons/{self.season['id']}/adjustments", points)
        self.game = self._raced()

    def _raced(self) -> Game:
        seats = [{"member": id} for id in list(self.members.values())[:3]]
        options = {"house": "basic", "races": 1, "props": False, "exotics": False, "vips": False}
        body = {"ruleset": "ready-set-bet", "label": "Table 1", "options": options, "seats": seats}
        game = Game(self.url, self.manager.made(f"/nights/{self.night['id']}/games", body), self.manager)
        game.start()
        game.bet(1, "5", "win:7:1")
        while not any(event["type"] == "race_finished" for event in self._roll(game)):
            pass
        return game

    @staticmethod
    def _roll(game: Game) -> list[dict[str, Any]]:
        answer = game.move(game.host, "roll", dice=[3, 4])
        assert answer.status_code == 201, answer.text
        return list(answer.json()["events"])

    def staged(self, file: bytes) -> str:
        """The id of an import that waits to be applied."""
        api: Api = self.manager
        answer = api.client.post(f"/clubs/{self.slug}/imports", files={"file": ("plays.csv", file)})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])
