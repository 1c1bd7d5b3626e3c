"""What happened in a game of Ready Set Bet: facts with their consequences worked out."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from races.rules.protocol import (
    Event,
    Paused,
    Resumed,
    Reversal,
    Rewound,
    SaltAdded,
    SeatAdded,
    SeatClosed,
    SeatOpened,
    Standing,
)
from races.rules.ready_set_bet.track import CloseReason


class DecksSealed(Event, frozen=True, tag="decks_sealed"):
    """The decks lie shuffled. Sealed until the game is over: in the move the seed, in the data the order of each deck
    from the top (``props``, ``exotics``, ``vips``), and what was shuffled, in printed order (``left``, the same three).
    ``race``: the one that is prepared next."""

    erasable: ClassVar[bool] = False
    race: int


class DecksOpened(Event, frozen=True, tag="decks_opened"):
    """The game is over: every order, hand and choice is open. ``opens``: the versions that sealed them."""

    opens: tuple[int, ...]


class StillSealed(Event, frozen=True, tag="still_sealed"):
    """Follows ``rewound``: sealed parts that were undone with it and are opened only when the game is over."""

    versions: tuple[int, ...]


class RacePrepared(Event, frozen=True, tag="race_prepared"):
    """A race has its cards: ``props`` face up, by place, and ``exotics`` in play. In house ``app`` the sealed part of
    this event's move is the seed of the dice."""

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


class CardsLaid(Event, frozen=True, tag="cards_laid"):
    """The cards on the real table, typed in, take the place of the server's."""

    race: int
    props: tuple[str, ...]
    exotics: tuple[str, ...]


class BetPlaced(Event, frozen=True, tag="bet_placed", omit_defaults=True):
    """``pays``: multiplier of the marker's value; ``loses``: whole dollars, positive, due if the bet fails; both with
    all that bonus markers and VIP cards add. ``piggyback``, ``late``: such a card was used."""

    race: int
    seat: int
    marker: str
    spot: str
    pays: int
    loses: int
    piggyback: bool = False
    late: bool = False


class HouseBet(msgspec.Struct, frozen=True):
    """One marker of the House on a spot."""

    marker: str
    spot: str
    pays: int
    loses: int


class HouseBetsPlaced(Event, frozen=True, tag="house_bets_placed"):
    """All six of the House's bets, instead of any placed before."""

    race: int
    seat: int
    bets: tuple[HouseBet, ...]


class VipDealt(Event, frozen=True, tag="vip_dealt"):
    """``count`` VIP cards to a seat; which (``cards``) is sealed to it."""

    erasable: ClassVar[bool] = False
    race: int
    seat: int
    count: int


class VipsShuffled(Event, frozen=True, tag="vips_shuffled"):
    """The discards are the new VIP deck. Sealed: its order (``vips``, from the top) and, in printed order, what was
    shuffled (``left``)."""

    erasable: ClassVar[bool] = False
    race: int
    cards: int


class VipChosen(Event, frozen=True, tag="vip_chosen"):
    """A seat has chosen; what, its move has sealed. ``unseen``: it slept, and keeps the card dealt first."""

    erasable: ClassVar[bool] = False
    race: int
    seat: int
    unseen: bool


class VipKept(Event, frozen=True, tag="vip_kept"):
    """All have chosen: the card a seat keeps for the rest of the game, face up."""

    race: int
    seat: int
    card: str


class VipPaid(Event, frozen=True, tag="vip_paid"):
    """Money of a VIP card, paid at once: at a roll, or when it was taken."""

    race: int
    seat: int
    card: str
    amount: int
    balance: int


class VipSettled(Event, frozen=True, tag="vip_settled"):
    """What a VIP card won and cost at the settlement; both are in the ``seat_settled`` that follows."""

    race: int
    seat: int
    card: str
    won: int
    lost: int


class HouseChosen(Event, frozen=True, tag="house_chosen", omit_defaults=True):
    """Who is House of a race. ``seed``: in hex, where it was drawn by lot."""

    race: int
    seat: int
    seed: str | None = None


class HouseOffered(Event, frozen=True, tag="house_offered"):
    """The sitting House gives it up; it is offered round the table."""

    race: int
    seat: int


class HousePassed(Event, frozen=True, tag="house_passed"):
    race: int
    seat: int


class HousePaid(Event, frozen=True, tag="house_paid"):
    """A permanent House's starting sum (race 1), or the pay of a rotating House for the coming race. Negative where a
    House leaves before the race it was paid for."""

    race: int
    seat: int
    amount: int
    balance: int


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


class RaceAbandoned(Event, frozen=True, tag="race_abandoned", omit_defaults=True):
    """The race is void: markers return, nothing is settled. ``reversals``: money paid for it (rolls, House pay) that
    goes back."""

    race: int
    reversals: tuple[Reversal, ...] = ()


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
        *(DecksSealed, DecksOpened, StillSealed, RacePrepared, CardsLaid, RaceStarted, Rolled, RedLineCrossed),
        *(BettingClosed, BetPlaced, HouseBetsPlaced, RaceFinished, BetSettled, SeatSettled, SeedOpened),
        *(VipDealt, VipsShuffled, VipChosen, VipKept, VipPaid, VipSettled),
        *(HouseChosen, HouseOffered, HousePassed, HousePaid, RaceAbandoned, SeatLeaving, PaceSet, GameFinished),
        *(Paused, Resumed, SaltAdded, SeatAdded, SeatClosed, SeatOpened, Rewound),
    )
}
"""(type, schema) → struct."""
