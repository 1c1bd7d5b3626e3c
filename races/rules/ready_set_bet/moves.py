"""What can be done in a game of Ready Set Bet, beside the moves of every game."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from races.rules.protocol import Abandon, AddSalt, AddSeat, CloseGame, CloseSeat, Move, Pause, ReopenSeat, Resume

Die = Annotated[int, Meta(ge=1, le=6)]
RaceNo = Annotated[int, Meta(ge=1, le=1000)]
RollNo = Annotated[int, Meta(ge=1, le=1_000_000)]
RollsSeen = Annotated[int, Meta(ge=0, le=1_000_000)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Laid = Annotated[tuple[Word, ...], Meta(max_length=9)]


class StartRace(Move, frozen=True, tag="start_race"):
    """The host (or the House) lets the horses go; betting opens."""

    race: RaceNo | None = None


class Roll(Move, frozen=True, tag="roll"):
    """One roll. Where a person is the House, that person or the host enters the ``dice``; in house ``app`` the clock
    rolls, without dice.

    ``n``: this roll's number in the race, from 1; refused ``roll_out_of_order`` with ``expected``.
    """

    dice: tuple[Die, Die] | None = None
    n: RollNo | None = None
    race: RaceNo | None = None


class PlaceBet(Move, frozen=True, tag="place_bet"):
    """A seat puts one of its markers on a spot. ``until_roll``: refused ``too_late`` once more rolls than that have
    fallen. ``piggyback``: spend a Piggyback card on a taken spot; without it a taken spot is refused."""

    marker: Word
    spot: Word
    race: RaceNo | None = None
    until_roll: RollsSeen | None = None
    piggyback: bool = False


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One marker of the House on a spot."""

    marker: Word
    spot: Word


class PlaceHouseBets(Move, frozen=True, tag="place_house_bets"):
    """A competing or rotating House puts its six markers on six different spots before the start: all at once, and the
    last list counts."""

    bets: Annotated[tuple[Placed, ...], Meta(max_length=20)]
    race: RaceNo | None = None


class KeepVip(Move, frozen=True, tag="keep_vip"):
    """A seat keeps one of the VIP cards dealt to it, sealed until all have chosen. ``unseen``: the one dealt first,
    without looking (what is played for a seat that sleeps)."""

    sealed: ClassVar[tuple[str, ...]] = ("card",)
    audience: ClassVar[tuple[str, ...]] = ("seat",)
    card: Word | None = None
    unseen: bool = False
    race: RaceNo | None = None


class OfferHouse(Move, frozen=True, tag="offer_house"):
    """The sitting House gives it up."""

    race: RaceNo | None = None


class AcceptHouse(Move, frozen=True, tag="accept_house"):
    """The sitting House stays, or the seat that is asked becomes House."""

    race: RaceNo | None = None


class PassHouse(Move, frozen=True, tag="pass_house"):
    """The seat that is asked doesn't want to be House."""

    race: RaceNo | None = None


class SetPace(Move, frozen=True, tag="set_pace"):
    """The host changes the time between two rolls, in milliseconds."""

    pace_ms: Annotated[int, Meta(ge=50, le=10_000)]


class LayCards(Move, frozen=True, tag="lay_cards"):
    """The host types in the cards that lie on the real table, where a person is the House: all of a kind, in the order
    of their places."""

    props: Laid | None = None
    exotics: Laid | None = None
    race: RaceNo | None = None


class SealDecks(Move, frozen=True, tag="seal_decks"):
    """The shell shuffles the decks. ``seed``: 32 bytes in hex, sealed and readable for nobody until the game is
    over."""

    sealed: ClassVar[tuple[str, ...]] = ("seed",)
    audience: ClassVar[tuple[str, ...]] = ()
    seed: Seed


class PrepareRace(Move, frozen=True, tag="prepare_race"):
    """The shell prepares the next race. ``seed``: 32 bytes in hex, sealed and readable for nobody until
    ``seed_opened``; the sealed hash of ``race_prepared`` is the commitment. Where a person rolls there is no seed and
    nothing is sealed."""

    sealed: ClassVar[tuple[str, ...]] = ("seed",)
    audience: ClassVar[tuple[str, ...]] = ()
    race: RaceNo
    seed: Seed | None = None


class OpenVips(Move, frozen=True, tag="open_vips"):
    """The shell opens the kept cards: all have chosen."""

    race: RaceNo


class ChooseHouse(Move, frozen=True, tag="choose_house"):
    """The shell says who is House: the one of a competing game, the first one by lot (``seed``: 32 bytes in hex, open
    at once), or the one on the left of a House that nobody wants to follow."""

    race: RaceNo
    seed: Seed | None = None


class PayHouse(Move, frozen=True, tag="pay_house"):
    """The shell pays the House: its starting sum, or its pay for the coming race."""

    race: RaceNo


class PlayDefaults(Move, frozen=True, tag="play_defaults"):
    """The clock plays for the seats that sleep between races."""

    race: RaceNo


MOVES: tuple[type[Move], ...] = (
    *(StartRace, Roll, PlaceBet, PlaceHouseBets, KeepVip, OfferHouse, AcceptHouse, PassHouse, SetPace, LayCards),
    *(Pause, Resume, Abandon, AddSalt, CloseSeat, ReopenSeat, CloseGame),
)
SHELL_MOVES: tuple[type[Move], ...] = (
    *(SealDecks, PrepareRace, OpenVips, ChooseHouse, PayHouse, PlayDefaults),
    AddSeat,
)
