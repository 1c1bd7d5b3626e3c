"""The state of a game of Ready Set Bet, and its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from races.rules.protocol import COLOURS, Refused, SeatNo, Standing
from races.rules.ready_set_bet.board import STANDARD, Board
from races.rules.ready_set_bet.markers import HOUSES, marker_set
from races.rules.ready_set_bet.track import Track, gate

Phase = Literal["preparing", "ready", "running", "settled", "finished"]
ChairState = Literal["playing", "leaving", "closed"]
HouseMarker = Annotated[int, Meta(ge=1, le=9)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``pace_ms``: time between two rolls of the clock. ``pause_after_gap_s``: a longer outage pauses the race.
    ``default_after_s``: nobody has to bet, so nothing is played for a seat that sleeps."""

    house: Literal["app", "basic", "competing", "rotating"] = "app"
    house_seat: SeatNo = 1
    house_markers: tuple[HouseMarker, HouseMarker, HouseMarker, HouseMarker, HouseMarker, HouseMarker] = (3,) * 6
    pace_ms: Annotated[int, Meta(ge=50, le=10_000)] = 2500
    races: Annotated[int, Meta(ge=1, le=4)] = 4
    props: bool = False
    exotics: bool = False
    vips: bool = False
    pause_after_gap_s: Annotated[int, Meta(ge=10, le=3600)] = 60
    default_after_s: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Setup(msgspec.Struct, frozen=True):
    """What holds for the whole game. ``salt``: the game's public salt; ``markers``: each seat's set."""

    options: Options
    salt: str
    markers: tuple[str, ...]


class Chair(msgspec.Struct, frozen=True, gc=False):
    """A seat. ``money`` in dollars; ``delta``: change by the latest settlement."""

    seat: int
    colour: str
    money: int = 0
    delta: int = 0
    state: ChairState = "playing"


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A marker on a spot, with the odds it has there."""

    seat: int
    marker: str
    spot: str
    pays: int
    loses: int


class SettledBet(msgspec.Struct, frozen=True, gc=False):
    """A bet of the last race; ``amount``: + payout, − loss."""

    seat: int
    marker: str
    spot: str
    hit: bool
    amount: int


class Race(msgspec.Struct, frozen=True):
    """The race being prepared, ready or run. ``prepared``: version of its ``race_prepared``; ``seed`` in hex (None
    where it isn't known or a person rolls); ``salts``: (seat, hex) added since; ``betting``: is it open."""

    number: int
    track: Track
    prepared: int = 0
    seed: str | None = None
    salts: tuple[tuple[int, str], ...] = ()
    bets: tuple[Bet, ...] = ()
    betting: bool = False


class LastRace(msgspec.Struct, frozen=True):
    """The result of the race run last, with its settled bets."""

    number: int
    positions: tuple[int, ...]
    win: tuple[str, ...]
    place: tuple[str, ...]
    show: tuple[str, ...]
    bets: tuple[SettledBet, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game. ``phase``: ``preparing`` (the shell is about to), ``ready`` (can be started), ``running``, ``settled``
    (the last race, on its way to ``finished``). ``paused``: why, or empty. ``next_at``: when the clock rolls next, µs
    since 1970. ``settled``: races finished; ``ranking``: empty until finished."""

    setup: Setup
    chairs: tuple[Chair, ...]
    phase: Phase
    race: Race
    pace_ms: int
    paused: str = ""
    next_at: int | None = None
    settled: int = 0
    last: LastRace | None = None
    ranking: tuple[Standing, ...] = ()

    @property
    def board(self) -> Board:
        """The board this game is played on."""
        return STANDARD

    @property
    def clock_rolls(self) -> bool:
        """Does the server roll (house ``app``), or a person?"""
        return HOUSES[self.setup.options.house].clock_rolls

    def chair(self, seat: int | None) -> Chair | None:
        """The chair with this number, or None."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)


def check(options: Options, seats: Sequence[int]) -> None:
    """Raises :class:`Refused` (``invalid``) where options and seats don't fit together, or aren't built yet."""
    house = HOUSES.get(options.house)
    if house is None:
        raise Refused("invalid", f"A {options.house} House can't be played yet: choose app or basic.", field="house")
    for name in ("props", "exotics", "vips"):
        if getattr(options, name):
            raise Refused("invalid", f"The cards ({name}) can't be played yet: leave them out.", field=name)
    fewest, most = house.seats
    if not fewest <= len(seats) <= most:
        raise Refused("invalid", f"A game with House {options.house} has {fewest} to {most} seats.", field="seats")
    if list(seats) != sorted(set(seats)) or seats[0] < 1:
        raise Refused("invalid", "Seats are different numbers from 1, in ascending order.", field="seats")


def initial(options: Options, seats: Sequence[int], salt: str) -> State:
    """The state after the opening: money 0, race 1 to be prepared. ``salt``: the game's public salt, lower-case hex."""
    return State(
        setup=Setup(options, salt, marker_set(options.house, len(seats))),
        chairs=tuple(Chair(seat, COLOURS[i]) for i, seat in enumerate(seats)),
        phase="preparing",
        race=Race(1, gate(STANDARD)),
        pace_ms=options.pace_ms,
    )


def free_colour(state: State) -> str:
    """A colour for a latecomer: one that nobody had, or else one that nobody at the table has."""
    ever = {chair.colour for chair in state.chairs}
    now = {chair.colour for chair in state.chairs if chair.state != "closed"}
    return next(c for worn in (ever, now) for c in COLOURS if c not in worn)
