"""Why a move or a seat is refused, for the API's problem documents: HTTP status and title by code (see
:mod:`ledger.http.codes`). A ruleset that refuses in a way of its own adds its code here."""

from __future__ import annotations

MOVES: dict[str, tuple[int, str]] = {
    "unknown_spot": (400, "No such spot"),
    "unknown_marker": (400, "No such marker"),
    "not_your_seat": (403, "Not your seat"),
    "spot_taken": (409, "Spot taken"),
    "marker_used": (409, "Marker already placed"),
    "spot_forbidden": (409, "Spot not open to this marker"),
    "exotic_card_used": (409, "Exotic card already bet on"),
    "betting_closed": (409, "Betting is closed"),
    "house_cannot_bet": (409, "The House can't bet"),
    "not_running": (409, "Not running"),
    "already_running": (409, "Already running"),
    "paused": (409, "Paused"),
    "wrong_race": (409, "Another race"),
    "roll_out_of_order": (409, "Roll out of order"),
    "too_late": (409, "Too late"),
    "too_early": (409, "Too early"),
    "not_your_turn": (409, "Not your turn"),
    "illegal_card": (409, "This card can't be played"),
    "illegal_bid": (409, "This bid can't be made"),
    "game_over": (409, "The game is over"),
    "seat_closed": (409, "Seat closed"),
}
"""What a move may be refused with."""

SEATS: dict[str, tuple[int, str]] = {
    "seat_taken": (409, "Seat taken"),
    "game_full": (409, "No free seat"),
    "join_closed": (409, "Joining is closed"),
    "member_already_seated": (409, "Already seated"),
}
"""What sitting down may be refused with, beside that."""
