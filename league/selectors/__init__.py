"""Reading: rows and events as the shapes of the API, for a given caller. Nothing here writes."""

from __future__ import annotations

from league.selectors import clubs, feeds, games, members, nights, people, seasons, tables

__all__ = ["clubs", "feeds", "games", "members", "nights", "people", "seasons", "tables"]
