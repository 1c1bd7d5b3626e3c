"""What a correction or a step back would do to a game, seat by seat; for pages that show it before it is done."""

from __future__ import annotations

from typing import Any

from league.pages import room, words
from ledger.reading import Loaded
from races import presenting
from races.frame import GameState
from races.principal import Principal


def compared(
    loaded: Loaded, before: GameState, after: GameState, who: Principal, names: dict[int, str]
) -> dict[str, Any]:
    """``headlines``: both; ``seats``: each one's score and rank on both sides. ``names``: seat → name."""
    sides = [Loaded(loaded.stream, loaded.version, state) for state in (before, after)]
    boards = [presenting.scoreboard(side, who) for side in sides]
    was, will = ({seat.seat: seat for seat in board.seats} for board in boards)
    return {
        "headlines": [room.headline(side, names) for side in sides],
        "seats": [
            {
                "name": names.get(seat) or words.seat(seat),
                "before": was[seat].score if seat in was else None,
                "after": will[seat].score,
                "differs": seat not in was or (was[seat].score, was[seat].rank) != (will[seat].score, will[seat].rank),
                "ranks": (was[seat].rank if seat in was else None, will[seat].rank),
            }
            for seat in sorted(will)
        ],
    }
