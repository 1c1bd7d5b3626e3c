"""What callers do to the facts of a club. Every function asks who may, writes through ``ledger.execute``, and says in
its docstring what it refuses."""

from __future__ import annotations

from league.services import clubs, erasing, games, members, nights, seasons, titles, tokens

__all__ = ["clubs", "erasing", "games", "members", "nights", "seasons", "titles", "tokens"]
