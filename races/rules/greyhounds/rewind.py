"""What may be rewound: a race as long as nobody has seen a card or a bet that was sealed in it, else the whole race,
which is then dealt anew (docs/decisions/secret-bets.md)."""

from __future__ import annotations

from collections.abc import Sequence

from races.rules.greyhounds import running
from races.rules.greyhounds.events import (
    BetsRevealed,
    BookmakerBroke,
    CapitalPaid,
    CardsRevealed,
    CardsTakenBack,
    Finished,
    GameFinished,
    Lapped,
    LeftoversRevealed,
    Moved,
    RaceAbandoned,
    RaceFinished,
    Ranked,
    SeatSettled,
    SeedOpened,
    SetAsidesRevealed,
    SetRevealed,
)
from races.rules.greyhounds.state import State
from races.rules.protocol import Event, Refused, Seen

CONSEQUENCES = (
    *(CapitalPaid, SetRevealed, Ranked, SeedOpened, CardsRevealed, Moved, Lapped, Finished, CardsTakenBack),
    *(RaceFinished, BetsRevealed, SetAsidesRevealed, SeatSettled, BookmakerBroke, LeftoversRevealed),
)
"""Events that follow at once from the one before: between them there is nothing to go back to."""


def rewind(now: State, then: State, later: Sequence[Seen]) -> list[Event]:
    """The events to record after ``rewound``: the opening of the seed that is dropped. ``later``: every event since
    ``then``, also those rewound before. Raises :class:`Refused`: ``dice_already_seen`` where ``then`` would go on with
    a race of which something sealed has been shown; ``invalid`` where ``then`` lies amid the events of one move."""
    if then.phase in ("over", "finished") or (later and _follows(later[0].event)):
        raise Refused("invalid", "That version lies amid the events of one move: go back to before or after it.")
    if then.running and any(_shows(seen.event) for seen in later):
        sentence = "Cards or bets of that race have been seen since: go back to before the race was dealt."
        raise Refused("dice_already_seen", sentence)
    return running.opened(now)


def _follows(event: Event) -> bool:
    return isinstance(event, CONSEQUENCES) or (isinstance(event, GameFinished) and event.reason != "closed")


def _shows(event: Event) -> bool:
    """Does the event open something that a seat did in secret?"""
    if isinstance(event, RaceAbandoned | GameFinished):
        return bool(event.opens)
    return isinstance(event, CardsRevealed | BetsRevealed | SetAsidesRevealed)
