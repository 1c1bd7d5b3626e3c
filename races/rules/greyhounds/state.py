"""The state of a game of Greyhounds, and its options.

Folded without secrets, it is what everybody knows: ``None`` stands where something is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from races.rules.greyhounds import dealing, track
from races.rules.greyhounds.betting import Bet, BetMix
from races.rules.greyhounds.events import SettledBet
from races.rules.greyhounds.odds import Price
from races.rules.protocol import COLOURS, Refused, SeatNo, Standing

Phase = Literal["between", "bets", "set_aside", "play", "over", "finished"]
ChairState = Literal["playing", "closed"]
CAPITAL, BOOKMAKER_CAPITAL = 6_000, 15_000
Six = tuple[int, int, int, int, int, int]


class Rigged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Test decks: ``sets[race - 1][i]`` is the set of the i-th seat. Races beyond are dealt from their seeds."""

    sets: Annotated[tuple[tuple[Six, ...], ...], Meta(max_length=dealing.RACES)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``track_length``: spaces in a lap. ``bet_mix``: all of a seat's bets of one type, or at most one of each.
    ``bookmaker``: the seat that takes the stakes and pays; None: the bank does. ``default_after_s``: a seat that sleeps
    so long is played for (0: never). ``pause_after_gap_s``: a longer outage pauses the race. ``rigged``: test decks;
    refused unless the server allows them."""

    track_length: Annotated[int, Meta(ge=8, le=60)] = 24
    bet_mix: BetMix = "one_type"
    bookmaker: SeatNo | None = None
    pause_after_gap_s: Annotated[int, Meta(ge=10, le=3600)] = 60
    default_after_s: Annotated[int, Meta(ge=0, le=86_400)] = 0
    rigged: Rigged | None = None


class Setup(msgspec.Struct, frozen=True):
    """What holds for the whole game. ``salt``: the game's public salt."""

    options: Options
    salt: str


class Chair(msgspec.Struct, frozen=True):
    """A seat. ``money`` in dollars; ``delta``: change by the latest settlement; ``spent``: the cards of its sets in
    races that are over. A closed seat sleeps until it is opened again."""

    seat: int
    colour: str
    money: int = 0
    delta: int = 0
    state: ChairState = "playing"
    spent: tuple[int, ...] = ()


class Dog(msgspec.Struct, frozen=True):
    """A dog and its owner's cards in the running race. ``set_``: all six, highest first; ``position``: spaces run;
    ``played``: cards that lie face up. ``…_at``: version of the event that sealed it, 0 for none."""

    seat: int
    set_: tuple[int, ...] = ()
    hund: int = 0
    position: int = 0
    state: Literal["running", "finished", "lapped"] = "running"
    place: int = 0
    bets_at: int = 0
    bets: tuple[Bet, ...] | None = None
    aside_at: int = 0
    aside: int | None = None
    laid_at: int = 0
    laid: int | None = None
    played: tuple[int, ...] = ()

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards the owner can play or set aside (as far as they are known)."""
        return tuple(card for card in self.set_ if card not in (self.aside, self.laid) and card not in self.played)


class Coming(msgspec.Struct, frozen=True):
    """A sealed seed. ``prepared``: version of its ``race_prepared``; ``seed`` in hex, None where it isn't known;
    ``salts``: (seat, hex) added since."""

    race: int
    prepared: int
    seed: str | None
    salts: tuple[tuple[int, str], ...] = ()


class Shown(msgspec.Struct, frozen=True):
    """A card turned up in the running round."""

    seat: int
    card: int


class LastRace(msgspec.Struct, frozen=True):
    """The race before: its result, and its bets and set-aside cards, which are open now."""

    race: int
    rounds: int
    places: tuple[int | None, int | None, int | None]
    positions: tuple[tuple[int, int], ...]
    bets: tuple[SettledBet, ...] = ()
    asides: tuple[Shown, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game. ``phase``: ``between`` (the shell is about to prepare or deal a race), ``bets``, ``set_aside``, ``play``,
    ``over`` (the last race is, on its way to ``finished``), ``finished``.

    ``race``: the one that runs or comes next; ``round``: from 1 while playing; ``turn`` counts what seats were waited
    for, ``since`` (µs since 1970) is when they began to be; ``coming``: the seed of the next deal, once it is drawn.
    """

    setup: Setup
    chairs: tuple[Chair, ...]
    phase: Phase = "between"
    race: int = 1
    dogs: tuple[Dog, ...] = ()
    order: tuple[int, ...] = ()
    odds: tuple[Price, ...] = ()
    round: int = 0
    shown: tuple[Shown, ...] = ()
    turn: int = 0
    since: int = 0
    paused: str = ""
    coming: Coming | None = None
    funded: bool = False
    settled: int = 0
    last: LastRace | None = None
    ranking: tuple[Standing, ...] = ()

    @property
    def running(self) -> bool:
        """Is a race on, from its deal to its settlement?"""
        return self.phase in ("bets", "set_aside", "play")

    @property
    def bookmaker(self) -> int | None:
        return self.setup.options.bookmaker

    @property
    def runners(self) -> tuple[track.Runner, ...]:
        """The dogs that run, in the order of their seats."""
        return tuple(track.Runner(d.seat, d.position, d.hund) for d in self.dogs if d.state == "running")

    @property
    def group(self) -> tuple[int, ...]:
        """The seats that play together now; empty but in phase ``play``."""
        if self.phase != "play":
            return ()
        done = {shown.seat for shown in self.shown}
        return track.group([runner for runner in self.runners if runner.seat not in done])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that must act now."""
        if self.phase == "bets":
            return tuple(dog.seat for dog in self.dogs if not dog.bets_at and dog.seat != self.bookmaker)
        if self.phase == "set_aside":
            return tuple(dog.seat for dog in self.dogs if not dog.aside_at)
        group = self.group
        return tuple(dog.seat for dog in self.dogs if dog.seat in group and not dog.laid_at)

    def chair(self, seat: int | None) -> Chair | None:
        """The chair with this number, or None."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)

    def dog(self, seat: int | None) -> Dog | None:
        """The dog of this seat, or None between races."""
        return next((dog for dog in self.dogs if dog.seat == seat), None)


def check(options: Options, seats: Sequence[int]) -> None:
    """Raises :class:`Refused` (``invalid``) where options and seats don't fit together."""
    if not 3 <= len(seats) <= 4:
        raise Refused("invalid", "Greyhounds is a game for three or four: one dog each.", field="seats")
    if list(seats) != sorted(set(seats)) or seats[0] < 1:
        raise Refused("invalid", "Seats are different numbers from 1, in ascending order.", field="seats")
    if options.bookmaker is not None and options.bookmaker not in seats:
        raise Refused("invalid", f"There is no seat {options.bookmaker} to be the bookmaker.", field="bookmaker")
    if options.rigged is not None:
        spent: list[set[int]] = [set() for _ in seats]
        for sets in options.rigged.sets:
            if len(sets) != len(seats):
                raise Refused("invalid", "A rigged race needs one set for each seat.", field="rigged")
            for cards, used in zip(sets, spent, strict=True):
                if not dealing.is_set(cards, used):
                    sentence = "A set is three low and three high cards that no other set of its seat has."
                    raise Refused("invalid", sentence, field="rigged")
                used |= set(cards)


def initial(options: Options, seats: Sequence[int], salt: str) -> State:
    """The state after the opening: no money yet, race 1 to be prepared. ``salt``: the game's, lower-case hex."""
    chairs = tuple(Chair(seat, COLOURS[i]) for i, seat in enumerate(seats))
    return State(setup=Setup(options, salt), chairs=chairs)
