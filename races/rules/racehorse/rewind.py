"""What may be rewound: calls, and whole deals; never over a card that has been shown."""

from __future__ import annotations

from collections.abc import Sequence

from races.rules.protocol import Event, Refused, Seen
from races.rules.racehorse.events import CardPlayed, DealScored, PitchWon, SeatPaid, TrickTaken
from races.rules.racehorse.state import FEWEST, State

CONSEQUENCES = (PitchWon, TrickTaken, DealScored, SeatPaid)
"""Events that follow from a call or a card: between it and them there is nothing to go back to."""


def rewind(now: State, then: State, later: Sequence[Seen]) -> list[Event]:
    """Nothing need be recorded after ``rewound``: no seed is ever opened, and the next deck is sealed anew.

    ``later``: every event since ``then``, also those rewound before. Raises :class:`Refused`: ``dice_already_seen``
    where ``then`` lies in a deal of which a card has been shown since; ``invalid`` where it lies amid the events of one
    move, or too few seats are left to play on from there.
    """
    deal = then.deal
    dealing = deal is not None and len(deal.hands) < len(deal.seats)
    if dealing or then.phase in ("scored", "settled") or (later and isinstance(later[0].event, CONSEQUENCES)):
        raise Refused("invalid", "That version lies amid the events of one move: go back to before or after it.")
    if then.running and deal is not None:
        # A card salt belongs to one card of one deck: so a deal is known again, whatever was rewound in between.
        salts = {salt for hand in deal.hands for salt in hand.salts}
        if any(isinstance(seen.event, CardPlayed) and seen.event.salt in salts for seen in later):
            sentence = "Cards of that deal have been shown since: go back to before it was dealt."
            raise Refused("dice_already_seen", sentence)
        gone = [chair.seat for chair in then.chairs if chair.state == "closed" and chair.seat in deal.seats]
        if gone:
            raise Refused("invalid", f"Seat {gone[0]} has left since: go back to before that deal.")
    elif then.phase == "ready" and len(then.open_seats) < FEWEST:
        raise Refused("invalid", f"Fewer than {FEWEST} seats are left: there is nothing to play on.")
    return []
