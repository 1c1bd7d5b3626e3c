"""What happened in a game of Ready Set Bet: facts with their consequences worked out."""

from __future__ import annotations

from typing import ClassVar

from races.rules.protocol import Event, Paused, Resumed, Rewound, SaltAdded, SeatAdded, SeatClosed, Standing
from races.rules.ready_set_bet.track import CloseReason


class RacePrepared(Event, frozen=True, tag="race_prepared"):
    """A race can be started. In house ``app`` the sealed part of this event's move is the seed of the dice."""

    erasable: ClassVar[bool] = False
    race: int
    props: tuple[str, ...] = ()
    exotics: tuple[str, ...] = ()


class RaceStarted(Event, frozen=True, tag="race_started"):
    race: int


class Rolled(Event, frozen=True, tag="rolled"):
    """``bonus``: earned (0–3); ``steps``: spaces really moved; ``position``: where the horse stands now (0–15)."""

    race: int
    roll: int
    dice: tuple[int, int]
    horse: str
    steps: int
    bonus: int
    position: int


class RedLineCrossed(Event, frozen=True, tag="red_line_crossed"):
    """A horse is over the red line for the first time; ``count``: how many are by now."""

    race: int
    horse: str
    count: int


class BettingClosed(Event, frozen=True, tag="betting_closed"):
    race: int
    reason: CloseReason


class BetPlaced(Event, frozen=True, tag="bet_placed"):
    """``pays``: multiplier of the marker's value; ``loses``: whole dollars, positive, due if the bet fails."""

    race: int
    seat: int
    marker: str
    spot: str
    pays: int
    loses: int


class RaceFinished(Event, frozen=True, tag="race_finished"):
    """``positions`` and the nested sets ``win`` ⊆ ``place`` ⊆ ``show`` in horse order."""

    race: int
    positions: tuple[int, ...]
    win: tuple[str, ...]
    place: tuple[str, ...]
    show: tuple[str, ...]


class BetSettled(Event, frozen=True, tag="bet_settled"):
    """``amount``: + the payout, or − the full loss (0 where nothing is lost)."""

    race: int
    seat: int
    marker: str
    spot: str
    hit: bool
    amount: int


class SeatSettled(Event, frozen=True, tag="seat_settled"):
    """``lost`` in full; ``forgiven`` of it could not be paid; ``balance`` = before + won − lost + forgiven."""

    race: int
    seat: int
    won: int
    lost: int
    forgiven: int
    balance: int


class SeedOpened(Event, frozen=True, tag="seed_opened"):
    """The race's seed, in hex, now public; ``opens``: the version of its ``race_prepared``."""

    race: int
    seed: str
    opens: tuple[int, ...]


class RaceAbandoned(Event, frozen=True, tag="race_abandoned"):
    """The race is void: markers return, nothing is settled."""

    race: int


class SeatLeaving(Event, frozen=True, tag="seat_leaving"):
    """The seat will be closed when the running race is over."""

    seat: int


class PaceSet(Event, frozen=True, tag="pace_set"):
    pace_ms: int


class GameFinished(Event, frozen=True, tag="game_finished"):
    """The ranking, best first; empty where no race was settled."""

    ranking: tuple[Standing, ...]


EVENTS: dict[tuple[str, int], type[Event]] = {
    (str(event.__struct_config__.tag), event.schema): event
    for event in (
        *(RacePrepared, RaceStarted, Rolled, RedLineCrossed, BettingClosed, BetPlaced, RaceFinished),
        *(BetSettled, SeatSettled, SeedOpened, RaceAbandoned, SeatLeaving, PaceSet, GameFinished),
        *(Paused, Resumed, SaltAdded, SeatAdded, SeatClosed, Rewound),
    )
}
"""(type, schema) → struct."""
