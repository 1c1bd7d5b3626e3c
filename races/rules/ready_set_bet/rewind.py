"""What may be rewound (rules page §14): never over dice of a seed that somebody has seen."""

from __future__ import annotations

from collections.abc import Sequence

from races.rules.protocol import Event, Refused, Seen
from races.rules.ready_set_bet.events import (
    BetSettled,
    BettingClosed,
    DecksOpened,
    GameFinished,
    RaceFinished,
    RacePrepared,
    RedLineCrossed,
    Rolled,
    SeatSettled,
    SeedOpened,
    StillSealed,
    VipDealt,
    VipKept,
    VipPaid,
    VipSettled,
    VipsShuffled,
)
from races.rules.ready_set_bet.racing import opened
from races.rules.ready_set_bet.state import State

CONSEQUENCES = (
    *(RedLineCrossed, BettingClosed, RaceFinished, BetSettled, SeatSettled, DecksOpened, GameFinished),
    *(VipDealt, VipsShuffled, VipPaid, VipSettled),
)
"""Events that follow from a roll, a deal or a draft: between it and them there is nothing to go back to."""


def rewind(now: State, then: State, later: Sequence[Seen]) -> list[Event]:
    """The events to record after ``rewound``: the opening of a seed that is dropped, and which sealed parts are undone
    but stay sealed until the game is over. ``later``: every event since ``then``, also those rewound before.

    Raises :class:`Refused`: ``dice_already_seen`` where ``then`` would run on with a seed of which a roll (or the seed
    itself) has been shown, or with a draft whose cards have been opened; ``invalid`` where ``then`` lies amid the
    events of one move. Dice that a person entered are no secret and may always be entered again.
    """
    if then.phase == "settled" or (later and isinstance(later[0].event, CONSEQUENCES)):
        raise Refused("invalid", "That version lies amid the events of one move: go back to before or after it.")
    if then.clock_rolls:
        for seen in later:
            if isinstance(seen.event, RacePrepared):
                break
            if isinstance(seen.event, Rolled | SeedOpened):
                sentence = "Dice of that race have been seen since: go back to before the race was prepared."
                raise Refused("dice_already_seen", sentence)
    if then.phase == "drafting":
        for seen in later:
            if isinstance(seen.event, RacePrepared):
                break
            if isinstance(seen.event, VipKept):
                sentence = "The cards kept in that draft have been seen: go back to before it, or to after it."
                raise Refused("dice_already_seen", sentence)
    seeds = opened(now.race) if now.race.prepared != then.race.prepared else []
    return [*seeds, *still_sealed(now, then)]


def still_sealed(now: State, then: State, *, dice: bool = False) -> list[Event]:
    """Which sealed parts a way back from ``now`` to ``then`` leaves behind, to be opened when the game is over.
    ``dice``: the seed of the race at hand too (a correction makes its rolls again, so it isn't opened yet)."""
    if now.phase == "finished":
        return []  # they are open
    dropped = [version for version in now.cards.parts if version not in then.cards.parts]
    if dice and now.race.seed is not None and now.race.prepared != then.race.prepared:
        dropped.append(now.race.prepared)
    return [StillSealed(versions=tuple(sorted(dropped)))] if dropped else []
