"""What happened in a game of Racehorse: facts with their consequences worked out.

``next``: the seat that is asked after this, None where nobody is.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from races.rules.protocol import Event, Paused, Resumed, Rewound, SaltAdded, SeatAdded, SeatClosed, SeatOpened, Standing


class DeckSealed(Event, frozen=True, tag="deck_sealed"):
    """The deck of a deal is fixed; ``commitments``: one for each place from 1 (:mod:`races.rules.decks`). The sealed
    part of this event's move is the seed, which is never opened."""

    erasable: ClassVar[bool] = False
    deal: int
    commitments: tuple[str, ...]


class DealStarted(Event, frozen=True, tag="deal_started"):
    """``seats``: who is dealt to, clockwise from the dealer's left; the dealer is the last, the first is asked."""

    deal: int
    dealer: int
    seats: tuple[int, ...]
    next: int


class Dealt(Event, frozen=True, tag="dealt"):
    """A seat has its hand: the cards at these ``places`` of the deck. Its sealed part, for the seat alone, has the
    ``cards`` and their ``salts``. Nothing here depends on who deals."""

    erasable: ClassVar[bool] = False
    deal: int
    seat: int
    places: tuple[int, ...]


class BidMade(Event, frozen=True, tag="bid_made"):
    """``points``: 5 is Smudge; ``stolen``: the dealer took over somebody's bid by equalling it."""

    deal: int
    seat: int
    points: int
    stolen: bool
    next: int | None


class Passed(Event, frozen=True, tag="passed"):
    deal: int
    seat: int
    next: int | None


class PitchWon(Event, frozen=True, tag="pitch_won"):
    """The auction is over: ``seat`` must make ``points``, and leads."""

    deal: int
    seat: int
    points: int


class CardPlayed(Event, frozen=True, tag="card_played"):
    """A card is open: ``place`` and ``salt`` show that it is the one the deck was sealed with. ``trump``: the suit of
    the first card of the deal."""

    deal: int
    trick: int
    seat: int
    card: str
    place: int
    salt: str
    trump: str
    next: int | None


class TrickTaken(Event, frozen=True, tag="trick_taken"):
    """``cards`` in the order played; ``points``: their card points. ``next``: who leads."""

    deal: int
    trick: int
    seat: int
    cards: tuple[str, ...]
    points: int
    next: int | None


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat took in a deal."""

    seat: int
    tricks: int
    card_points: int


class DealScored(Event, frozen=True, tag="deal_scored"):
    """``high``, ``low``, ``jack``, ``game``: the seat that has this point, or nobody. ``points``: the pitcher's, of
    four. ``next_dealer``: None where no deal follows."""

    deal: int
    pitcher: int
    bid: int
    trump: str
    high: int
    low: int
    jack: int | None
    game: int | None
    points: int
    made: bool
    tallies: tuple[Tally, ...]
    next_dealer: int | None


class SeatPaid(Event, frozen=True, tag="seat_paid"):
    """``amount``: dollars, + got or − paid. Each opponent settles with the ``pitcher``, whose own line comes last and
    is the sum."""

    deal: int
    seat: int
    pitcher: int
    amount: int
    balance: int


class DealAbandoned(Event, frozen=True, tag="deal_abandoned"):
    """The deal is void: nothing is paid, no hand is opened, the same dealer deals again from a new deck."""

    deal: int


class SeatLeaving(Event, frozen=True, tag="seat_leaving"):
    """The seat will be closed when the running deal is over."""

    seat: int


class GameFinished(Event, frozen=True, tag="game_finished"):
    """The ranking, best first; empty where no deal was scored."""

    ranking: tuple[Standing, ...]


EVENTS: dict[tuple[str, int], type[Event]] = {
    (str(event.__struct_config__.tag), event.schema): event
    for event in (
        *(DeckSealed, DealStarted, Dealt, BidMade, Passed, PitchWon, CardPlayed, TrickTaken, DealScored, SeatPaid),
        *(DealAbandoned, SeatLeaving, GameFinished),
        *(Paused, Resumed, SaltAdded, SeatAdded, SeatClosed, SeatOpened, Rewound),
    )
}
"""(type, schema) → struct."""
