"""What can be done in a game of Greyhounds, beside the moves of every game."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from races.rules.greyhounds.odds import Kind
from races.rules.protocol import (
    Abandon,
    AddSalt,
    AddSeat,
    CloseGame,
    CloseSeat,
    Move,
    Pause,
    ReopenSeat,
    Resume,
    SeatNo,
)

RaceNo = Annotated[int, Meta(ge=1, le=3)]
Card = Annotated[int, Meta(ge=1, le=20)]
Stake = Annotated[int, Meta(ge=0, le=1_000_000)]
# not tuple[SeatNo, SeatNo]: beside a bounded int, msgspec takes the bound for the tuple's length, and crashes
InOrder = Annotated[tuple[SeatNo, ...], Meta(min_length=2, max_length=2)]


class WantedBet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """``pick``: a dog, by its owner's seat; for an Einlauf the first and the second. ``stake``: dollars, a multiple of
    100. ``kind``: where it isn't the move's."""

    pick: SeatNo | InOrder
    stake: Stake
    kind: Kind | None = None


class PlaceBets(Move, frozen=True, tag="place_bets"):
    """A seat writes its bets of this race on its sheet, one to three; nobody sees them before the race is over. With
    ``bet_mix`` ``one_type`` the move's ``kind`` holds for all, with ``one_per_type`` each bet has its own."""

    sealed: ClassVar[tuple[str, ...]] = ("kind", "bets")
    audience: ClassVar[tuple[str, ...]] = ("seat",)
    bets: Annotated[tuple[WantedBet, ...], Meta(max_length=20)]
    kind: Kind | None = None
    race: RaceNo | None = None


class SetAside(Move, frozen=True, tag="set_aside"):
    """A seat puts one of its six cards away for the whole race, face down."""

    sealed: ClassVar[tuple[str, ...]] = ("card",)
    audience: ClassVar[tuple[str, ...]] = ("seat",)
    card: Card
    race: RaceNo | None = None


class Play(Move, frozen=True, tag="play"):
    """A seat lays one of its cards face down; when all dogs on its space have one, they are turned up together."""

    sealed: ClassVar[tuple[str, ...]] = ("card",)
    audience: ClassVar[tuple[str, ...]] = ("seat",)
    card: Card
    race: RaceNo | None = None


class PrepareRace(Move, frozen=True, tag="prepare_race"):
    """The shell seals the seed of a race that is still to come: 32 bytes in hex, readable for nobody until its cards
    are dealt. The sealed hash of ``race_prepared`` is the commitment."""

    sealed: ClassVar[tuple[str, ...]] = ("seed",)
    audience: ClassVar[tuple[str, ...]] = ()
    race: RaceNo
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class DealRace(Move, frozen=True, tag="deal_race"):
    """The shell deals a prepared race: sets, ranking, odds."""

    race: RaceNo


class PlayDefault(Move, frozen=True, tag="play_default"):
    """The clock plays for a seat that sleeps. ``n``: the turn in which it was awaited; in another one this does
    nothing."""

    seat: SeatNo
    n: Annotated[int, Meta(ge=1, le=1_000_000)]


MOVES: tuple[type[Move], ...] = (
    *(PlaceBets, SetAside, Play),
    *(Pause, Resume, Abandon, AddSalt, CloseSeat, ReopenSeat, CloseGame),
)
SHELL_MOVES: tuple[type[Move], ...] = (PrepareRace, DealRace, PlayDefault, AddSeat)
