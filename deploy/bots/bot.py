"""A seat that plays by itself: listens to the live stream, and moves when it has something to do."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol

from deploy.demo.client import Api, Live, Refusal, new_key
from deploy.demo.seat import Listener

LATE = (
    *("not_your_turn", "wrong_race", "paused", "not_running", "already_running", "game_over", "seat_closed"),
    *("already_recorded", "betting_closed", "illegal_card"),  # the clock has bet or laid the card for it
)
"""What can be said to somebody for whom others have moved meanwhile (the clock, the host); anything else is a fault."""


class Mind(Protocol):
    """How a bot plays one game; it knows what its phone shows."""

    def awaits(self, event: dict[str, Any], seat: int) -> bool:
        """Could ``seat`` have something to do after this event? (False spares a look.)"""

    def choose(self, state: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any] | None:
        """One of the offered moves, or None to wait. ``state``: the seat's view of the game."""


class Bot(Listener):
    """One seat, played by ``mind``. ``api``: with the seat's token; ``told``: called with every move it made.

    It acts on the last event of each move: what follows from a move is one thing. A stream that is heard from the
    beginning has old news in it; then it looks, and finds nothing to do.
    """

    def __init__(
        self,
        name: str,
        seat: int,
        api: Api,
        game: str,
        mind: Mind,
        told: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        super().__init__(name, Live(api, f"/games/{game}/live"))
        self.seat, self.api, self.game, self.mind = seat, api, game, mind
        self.moves = 0
        self.over = threading.Event()
        """Set with the end of the game."""
        self.late: list[str] = []
        """Codes of what came too late."""
        self.seen: list[dict[str, Any]] = []
        """Events of which this seat was shown the sealed part."""
        self._told = told
        self._awaited = False

    def hear(self, event: dict[str, Any]) -> None:
        if event["type"] == "game_finished":
            self.over.set()
        if "secret" in event:
            self.seen.append(event)
        self._awaited = self._awaited or self.mind.awaits(event, self.seat)
        if event["move"]["n"] == event["move"]["of"] and self._awaited:
            self._awaited = False
            self.act()

    def act(self) -> None:
        """Look, choose, move."""
        legal = self.api.get(f"/games/{self.game}/legal-moves")
        if not legal:
            return
        move = self.mind.choose(self.api.get(f"/games/{self.game}")["state"], legal)
        if move is None:
            return
        try:
            self.api.post(f"/games/{self.game}/moves", move, new_key())
        except Refusal as refusal:
            if refusal.code not in LATE:
                raise
            self.late.append(refusal.code)
        else:
            self.moves += 1
            if self._told is not None:
                self._told(move)
