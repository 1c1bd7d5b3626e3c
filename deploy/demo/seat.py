"""A player with a phone: listens to the live stream, bets by HTTP, remembers what came of it."""

from __future__ import annotations

import queue
import threading
from typing import Any

import msgspec

from deploy.demo.client import Api, Gone, Live, Refusal, new_key
from deploy.demo.picture import Board, Picture
from deploy.demo.players import Player, Wish

MISSED = ("spot_taken", "too_late", "betting_closed", "not_running", "wrong_race", "paused")
"""What can be said to somebody who wasn't fast enough; any other refusal of a bet is a fault."""


class Placed(msgspec.Struct, frozen=True):
    """A bet that was accepted: 201 with the version of its event."""

    key: str
    body: dict[str, Any]
    version: int
    event: str


class Missed(msgspec.Struct, frozen=True):
    """A bet that was refused. ``by``: the seat that was faster; ``version``: of the game when it was refused."""

    seat: int
    body: dict[str, Any]
    code: str
    by: int | None
    version: int


class Note(msgspec.Struct, frozen=True):
    """Something else that is worth a line."""

    seat: int
    text: str


class Listener(threading.Thread):
    """Keeps every event of a game's live stream, in the order of arrival. ``ready`` is set with the first one."""

    def __init__(self, name: str, live: Live) -> None:
        super().__init__(name=name, daemon=True)
        self.live = live
        self.heard: list[tuple[int, str, str]] = []
        """(version, id, hash) of everything that was received."""
        self.ready = threading.Event()
        self.trouble: str | None = None
        self._grown = threading.Condition()

    def run(self) -> None:
        try:
            for frame in self.live:
                if frame.name != "message" or frame.id is None:
                    raise Gone(f"the live stream said {frame.name!r}")
                self.hear(frame.data)
                with self._grown:
                    self.heard.append((frame.id, frame.data["id"], frame.data["hash"]))
                    self._grown.notify_all()
                self.ready.set()
        except Exception as error:
            self.trouble = f"{type(error).__name__}: {error}"
            self.ready.set()

    def hear(self, event: dict[str, Any]) -> None:
        """What this listener does with an event."""

    def wait_for(self, version: int, seconds: float) -> bool:
        """Until this version has arrived; False if it didn't in time."""
        with self._grown:
            return self._grown.wait_for(lambda: bool(self.heard) and self.heard[-1][0] >= version, seconds)

    def finish(self) -> None:
        self.live.stop()
        self.join(5)


class Hosts(Listener):
    """The host's own live stream; every event goes on to the queue of the one who tells the story."""

    def __init__(self, live: Live, told: queue.SimpleQueue[Any]) -> None:
        super().__init__("The host", live)
        self._told = told

    def hear(self, event: dict[str, Any]) -> None:
        self._told.put(event)


class Seat(Listener):
    """One seat of the game, played by a personality. What is refused is reported to ``told``; ``flaky``: in this race
    the phone loses the network once, and on its return sends its last bet again under the same key."""

    def __init__(
        self, seat: int, player: Player, api: Api, game: str, board: Board, told: queue.SimpleQueue[Any], flaky: int = 0
    ) -> None:
        super().__init__(player.name, Live(api, f"/games/{game}/live"))
        self.seat, self.player, self.api, self.game = seat, player, api, game
        self.picture = Picture(board)
        self.placed: list[Placed] = []
        self.missed: list[Missed] = []
        self.repeated: bool | None = None
        """Did the bet that was sent twice count once? None: none was."""
        self._told, self._flaky = told, flaky

    def hear(self, event: dict[str, Any]) -> None:
        self.picture.take(event)
        for wish in self.player.wants(self.picture, event, self.seat):
            if wish.marker not in self.picture.used.get(self.seat, ()):
                self._try(wish)
        if self.picture.race == self._flaky and self.picture.roll == 20 and self.placed:
            self._flaky = 0
            self.live.drop()
            self._repeat(self.placed[-1])
            self._told.put(Note(self.seat, "'s phone loses the network, sends its last bet once more, and catches up."))

    def _try(self, wish: Wish) -> None:
        """The dearest spot that looks free; when somebody was faster, the next one."""
        for spot in wish.spots:
            if spot in self.picture.taken:
                continue
            body = {
                "type": "place_bet",
                "race": self.picture.race,
                "marker": wish.marker,
                "spot": spot,
                "until_roll": self.picture.roll + wish.patience,
            }
            try:
                key = new_key()
                answer = self.api.post(f"/games/{self.game}/moves", body, key).body
            except Refusal as refusal:
                if refusal.code not in MISSED:
                    raise
                problem = refusal.problem
                missed = Missed(self.seat, body, refusal.code, problem.get("by"), problem.get("version", 0))
                self.missed.append(missed)
                self._told.put(missed)
                if missed.by is not None:
                    self.picture.taken[spot] = missed.by
                if refusal.code != "spot_taken":
                    return
            else:
                event = answer["events"][0]
                self.placed.append(Placed(key, body, answer["version"], event["id"]))
                self.picture.take(event)  # she knows at once, not only when her stream says so too
                return

    def _repeat(self, bet: Placed) -> None:
        answer = self.api.post(f"/games/{self.game}/moves", bet.body, bet.key)
        self.repeated = (
            answer.headers.get("idempotent-replayed") == "true"
            and answer.body["version"] == bet.version
            and answer.body["events"][0]["id"] == bet.event
        )
