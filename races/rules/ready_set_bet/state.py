"""The state of a game of Ready Set Bet, and its options."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from races.rules.protocol import SeatNo, Standing
from races.rules.ready_set_bet.board import BOARDS, Board
from races.rules.ready_set_bet.markers import HOUSES, HouseKind
from races.rules.ready_set_bet.track import Track
from races.rules.ready_set_bet.vips import Deck

Phase = Literal["preparing", "drafting", "offering", "ready", "running", "settled", "finished"]
ChairState = Literal["playing", "leaving", "closed"]
HouseMarker = Annotated[int, Meta(ge=1, le=9)]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``pace_ms``: time between two rolls of the clock. ``pause_after_gap_s``: a longer outage pauses the race.
    ``default_after_s``: after so long between races, a seat that sleeps is played for (0: never); nobody has to bet, so
    nothing is played for it during a race. ``house_seat``: who a competing House is. ``house_markers``: their values.
    ``vip_deck``: a club's own VIP cards instead of the house deck."""

    house: Literal["app", "basic", "competing", "rotating"] = "app"
    house_seat: SeatNo = 1
    house_markers: tuple[HouseMarker, HouseMarker, HouseMarker, HouseMarker, HouseMarker, HouseMarker] = (3,) * 6
    pace_ms: Annotated[int, Meta(ge=50, le=10_000)] = 2500
    races: Annotated[int, Meta(ge=1, le=4)] = 4
    props: bool = True
    exotics: bool = True
    vips: bool = True
    vip_deck: Deck | None = None
    pause_after_gap_s: Annotated[int, Meta(ge=10, le=3600)] = 60
    default_after_s: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Setup(msgspec.Struct, frozen=True):
    """What holds for the whole game. ``salt``: the game's public salt; ``markers``: each seat's set; ``edition``: hash
    of the edition's file; ``deck``: fingerprint of the club's own VIP deck, empty for the house deck."""

    options: Options
    salt: str
    markers: tuple[str, ...]
    edition: str
    deck: str = ""


class Chair(msgspec.Struct, frozen=True, gc=False):
    """A seat. ``money`` in dollars; ``delta``: change by the latest settlement; ``vips``: cards kept, in that order;
    ``race_money``: what was paid for the race being prepared or run (rolls, House pay), void with it; ``put_away``:
    cards that left the game with a closed seat, and come back with it."""

    seat: int
    colour: str
    money: int = 0
    delta: int = 0
    state: ChairState = "playing"
    vips: tuple[str, ...] = ()
    race_money: int = 0
    put_away: tuple[str, ...] = ()


class Bet(msgspec.Struct, frozen=True, gc=False):
    """A marker on a spot, with the odds it has there. ``piggyback``, ``late``: the card of that kind was used."""

    seat: int
    marker: str
    spot: str
    pays: int
    loses: int
    piggyback: bool = False
    late: bool = False


class SettledBet(msgspec.Struct, frozen=True, gc=False):
    """A bet of the last race; ``amount``: + payout, − loss."""

    seat: int
    marker: str
    spot: str
    hit: bool
    amount: int


class Race(msgspec.Struct, frozen=True):
    """The race being prepared, ready or run. ``prepared``: version of its ``race_prepared``; ``seed`` in hex (None
    where it isn't known or a person rolls); ``salts``: (seat, hex) added since; ``betting``: is it open; ``props``:
    cards face up; ``exotics``: cards in play; ``house_bets``: the House's, placed before the start."""

    number: int
    track: Track
    prepared: int = 0
    seed: str | None = None
    salts: tuple[tuple[int, str], ...] = ()
    bets: tuple[Bet, ...] = ()
    betting: bool = False
    props: tuple[str, ...] = ()
    exotics: tuple[str, ...] = ()
    house_bets: tuple[Bet, ...] = ()


class House(msgspec.Struct, frozen=True):
    """Who is House. ``seat``: 0 for nobody; ``race``: the one it was chosen for; ``paid``: the latest race it was paid
    for; ``passed``: seats that gave it up or passed, before the coming race."""

    seat: int = 0
    race: int = 0
    paid: int = 0
    passed: tuple[int, ...] = ()


class Dealt(msgspec.Struct, frozen=True, gc=False):
    """A seat's hand in the draft. ``cards``, ``card`` (the chosen one): empty where they aren't known."""

    seat: int
    count: int
    cards: tuple[str, ...] = ()
    chosen: bool = False
    card: str = ""


class Cards(msgspec.Struct, frozen=True):
    """The decks. ``sealed``: version of the ``decks_sealed`` in force (0: they must be shuffled before the next draw).

    ``seed``, ``props``, ``exotics``, ``vips`` (from the top) and ``discards`` are secret and None where not known;
    ``vips_left`` and ``discarded`` count them for everybody. ``shown``: prop cards used; ``dealt``: the draft going on;
    ``drafted``: the race before which the latest draft was dealt; ``shuffles`` of discards; ``parts``: versions whose
    sealed parts must be opened when the game is over."""

    sealed: int = 0
    seed: str | None = None
    props: tuple[str, ...] | None = None
    exotics: tuple[str, ...] | None = None
    vips: tuple[str, ...] | None = None
    discards: tuple[str, ...] | None = ()
    vips_left: int = 0
    discarded: int = 0
    shown: tuple[str, ...] = ()
    dealt: tuple[Dealt, ...] = ()
    drafted: int = 0
    shuffles: int = 0
    parts: tuple[int, ...] = ()


class LastRace(msgspec.Struct, frozen=True):
    """The result of the race run last, with its settled bets and the cards that lay there."""

    number: int
    positions: tuple[int, ...]
    win: tuple[str, ...]
    place: tuple[str, ...]
    show: tuple[str, ...]
    bets: tuple[SettledBet, ...] = ()
    props: tuple[str, ...] = ()
    exotics: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game. ``phase``: ``preparing`` (the shell is about to), ``drafting`` (seats keep VIP cards), ``offering`` (who
    is House next), ``ready`` (can be started), ``running``, ``settled`` (the last race, on its way to ``finished``).
    ``paused``: why, or empty. ``next_at``: when the clock moves next, µs since 1970. ``settled``: races finished;
    ``ranking``: empty until finished."""

    setup: Setup
    chairs: tuple[Chair, ...]
    phase: Phase
    race: Race
    pace_ms: int
    paused: str = ""
    next_at: int | None = None
    settled: int = 0
    last: LastRace | None = None
    house: House = House()
    cards: Cards = Cards()
    ranking: tuple[Standing, ...] = ()

    @property
    def board(self) -> Board:
        """The board this game is played on: its own edition's, whatever the latest one says."""
        return BOARDS[self.setup.edition]

    @property
    def kind(self) -> HouseKind:
        """What the option ``house`` means."""
        return HOUSES[self.setup.options.house]

    @property
    def clock_rolls(self) -> bool:
        """Does the server roll (house ``app``), or a person?"""
        return self.kind.clock_rolls

    def chair(self, seat: int | None) -> Chair | None:
        """The chair with this number, or None."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)

    def open_seats(self) -> list[int]:
        """Seats that are not closed, ascending (clockwise)."""
        return [chair.seat for chair in self.chairs if chair.state != "closed"]

    def runs_the_race(self, seat: int | None) -> bool:
        """Is this seat the House?"""
        return seat is not None and seat == self.house.seat


def public(state: State) -> State:
    """The state as everybody may know it: what folding without secrets gives."""
    cards = replace(
        state.cards,
        seed=None,
        props=None,
        exotics=None,
        vips=None,
        discards=None if state.cards.discarded else (),
        dealt=tuple(replace(hand, cards=(), card="") for hand in state.cards.dealt),
    )
    return replace(state, race=replace(state.race, seed=None), cards=cards)
