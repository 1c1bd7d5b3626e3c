"""What can be done in a game of Ready Set Bet, beside the moves of every game."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from races.rules.protocol import Abandon, AddSalt, AddSeat, CloseGame, CloseSeat, Move, Pause, Resume

Die = Annotated[int, Meta(ge=1, le=6)]
RaceNo = Annotated[int, Meta(ge=1, le=1000)]
RollNo = Annotated[int, Meta(ge=1, le=1_000_000)]
RollsSeen = Annotated[int, Meta(ge=0, le=1_000_000)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]


class StartRace(Move, frozen=True, tag="start_race"):
    """The host lets the horses go; betting opens."""

    race: RaceNo | None = None


class Roll(Move, frozen=True, tag="roll"):
    """One roll. Where a person is the House, the host enters the ``dice``; in house ``app`` the clock rolls, without
    dice.

    ``n``: this roll's number in the race, from 1; refused ``roll_out_of_order`` with ``expected``.
    """

    dice: tuple[Die, Die] | None = None
    n: RollNo | None = None
    race: RaceNo | None = None


class PlaceBet(Move, frozen=True, tag="place_bet"):
    """A seat puts one of its markers on a spot. ``until_roll``: refused ``too_late`` once more rolls than that have
    fallen. ``piggyback``: spend a Piggyback card on a taken spot; without the card a taken spot is refused."""

    marker: Word
    spot: Word
    race: RaceNo | None = None
    until_roll: RollsSeen | None = None
    piggyback: bool = False


class SetPace(Move, frozen=True, tag="set_pace"):
    """The host changes the time between two rolls, in milliseconds."""

    pace_ms: Annotated[int, Meta(ge=50, le=10_000)]


class PrepareRace(Move, frozen=True, tag="prepare_race"):
    """The shell prepares the next race. ``seed``: 32 bytes in hex, sealed and readable for nobody until
    ``seed_opened``; the sealed hash of ``race_prepared`` is the commitment. Where a person rolls there is no seed and
    nothing is sealed."""

    sealed: ClassVar[tuple[str, ...]] = ("seed",)
    audience: ClassVar[tuple[str, ...]] = ()
    race: RaceNo
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")] | None = None


MOVES: tuple[type[Move], ...] = (
    *(StartRace, Roll, PlaceBet, SetPace),
    *(Pause, Resume, Abandon, AddSalt, CloseSeat, CloseGame),
)
SHELL_MOVES: tuple[type[Move], ...] = (PrepareRace, AddSeat)
