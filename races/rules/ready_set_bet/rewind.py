"""What may be rewound (rules page §14): never over dice of a seed that somebody has seen."""

from __future__ import annotations

from collections.abc import Sequence

from races.rules.protocol import Event, Refused, Seen
from races.rules.ready_set_bet.decide import opened
from races.rules.ready_set_bet.events import (
    BetSettled,
    BettingClosed,
    RaceFinished,
    RacePrepared,
    RedLineCrossed,
    Rolled,
    SeatSettled,
    SeedOpened,
)
from races.rules.ready_set_bet.state import State

CONSEQUENCES = (RedLineCrossed, BettingClosed, RaceFinished, BetSettled, SeatSettled)
"""Events that follow from a roll: between it and them there is nothing to go back to."""


def rewind(now: State, then: State, later: Sequence[Seen]) -> list[Event]:
    """The events to record after ``rewound``: the opening of a seed that is dropped. ``later``: every event since
    ``then``, also those rewound before. Raises :class:`Refused`: ``dice_already_seen`` where ``then`` would run on
    with a seed of which a roll (or the seed itself) has been shown; ``invalid`` where ``then`` lies amid the events of
    one roll.

    Dice that a person entered are no secret and may always be entered again.
    """
    if then.phase == "settled" or (later and isinstance(later[0].event, CONSEQUENCES)):
        raise Refused("invalid", "That version lies amid the events of one roll: go back to before or after it.")
    if then.clock_rolls:
        for seen in later:
            if isinstance(seen.event, RacePrepared):
                break
            if isinstance(seen.event, Rolled | SeedOpened):
                sentence = "Dice of that race have been seen since: go back to before the race was prepared."
                raise Refused("dice_already_seen", sentence)
    return opened(now.race) if now.race.prepared != then.race.prepared else []
