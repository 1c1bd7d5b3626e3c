"""The state of a game of Racehorse, and its options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from races.rules import decks
from races.rules.protocol import COLOURS, Refused, SeatNo, Standing
from races.rules.racehorse.auction import Auction, Call, Forced, Kind
from races.rules.racehorse.cards import HAND, Card
from races.rules.racehorse.scoring import GameRule, Pile, next_open

FEWEST, MOST = 5, 8
"""Seats; with six cards each, the pack is enough for eight."""

Phase = Literal["ready", "bidding", "playing", "scored", "settled", "finished"]
ChairState = Literal["playing", "leaving", "closed"]
SeatKey = Annotated[str, Meta(pattern=r"^[1-9][0-9]?$")]
Hands = dict[SeatKey, Annotated[tuple[Card, ...], Meta(min_length=HAND, max_length=HAND)]]


class Rigged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A test deck. ``hands``: seat number (as text) → six cards, of deal 1 or, in a list, of deal 1, 2, …; who has
    none there, and every later deal, is dealt to as always. ``dealer``: of deal 1."""

    hands: Hands | Annotated[tuple[Hands, ...], Meta(max_length=100)] = ()
    dealer: SeatNo | None = None

    def deal(self, number: int) -> dict[int, tuple[str, ...]]:
        """The hands that are given for a deal, from 1; empty: none is."""
        deals = (self.hands,) if isinstance(self.hands, dict) else self.hands
        given = deals[number - 1] if number <= len(deals) else {}
        return {int(seat): cards for seat, cards in sorted(given.items(), key=lambda item: int(item[0]))}


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``auction``: ``single`` asks each seat once. ``game``: who has the point Game, see rules page H6.
    ``forced_bid``: what the dealer may bid when all others passed, 2 (``exact``) or anything (``floor``).

    ``deal_by``: the ``server`` deals as soon as it can; the ``dealer`` when he wants to, so that everybody can look at
    the score before, and add salt before the first deal too. ``default_after_s``: who sleeps so long is played for (0:
    never). ``pause_after_gap_s``: a longer outage pauses the deal. ``rigged``: test decks, where the server allows
    them."""

    deals: Annotated[int, Meta(ge=1, le=100)] = 10
    auction: Kind = "continuing"
    game: GameRule = "individual"
    forced_bid: Forced = "exact"
    deal_by: Literal["server", "dealer"] = "server"
    pause_after_gap_s: Annotated[int, Meta(ge=10, le=3600)] = 60
    default_after_s: Annotated[int, Meta(ge=0, le=86_400)] = 0
    rigged: Rigged | None = None


class Setup(msgspec.Struct, frozen=True):
    """What holds for the whole game. ``salt``: the game's public salt."""

    options: Options
    salt: str


class Chair(msgspec.Struct, frozen=True):
    """A seat. ``money`` in dollars, below zero too; ``delta``: change by the latest payment."""

    seat: int
    colour: str
    money: int = 0
    delta: int = 0
    state: ChairState = "playing"


class Deck(msgspec.Struct, frozen=True):
    """The sealed deck of the coming deal. ``seed`` in hex, empty where it isn't known; ``salts``: (seat, hex) added
    since it was sealed."""

    deal: int
    seed: str = ""
    salts: tuple[tuple[int, str], ...] = ()


class Hand(msgspec.Struct, frozen=True):
    """What a seat was dealt: ``places`` of the deck, and, for who may know them (else empty), the ``cards`` there and
    their ``salts``. ``played`` in order."""

    seat: int
    places: tuple[int, ...]
    cards: tuple[str, ...] = ()
    salts: tuple[str, ...] = ()
    played: tuple[str, ...] = ()

    @property
    def left(self) -> tuple[str, ...]:
        """The cards still in the hand; empty where they aren't known."""
        return tuple(card for card in self.cards if card not in self.played)


class Deal(msgspec.Struct, frozen=True):
    """The deal on the table. ``seats`` clockwise from the dealer's left; ``turn``: who is asked, ``n``: which
    question of the deal it is, from 1. ``trick``: the cards that lie, as (seat, card); ``piles``: the tricks taken.
    ``pitcher`` 0 and ``trump`` empty: none yet."""

    number: int
    dealer: int
    seats: tuple[int, ...]
    hands: tuple[Hand, ...] = ()
    calls: tuple[Call, ...] = ()
    turn: int | None = None
    n: int = 0
    pitcher: int = 0
    bid: int = 0
    trump: str = ""
    trick: tuple[tuple[int, str], ...] = ()
    piles: tuple[Pile, ...] = ()

    def hand(self, seat: int) -> Hand | None:
        return next((hand for hand in self.hands if hand.seat == seat), None)

    @property
    def led(self) -> str | None:
        """The suit of the trick that lies; None where somebody leads."""
        return self.trick[0][1][1] if self.trick else None


class LastDeal(msgspec.Struct, frozen=True):
    """How the deal before went. ``counts``: (seat, tricks, card points); ``paid``: (seat, dollars)."""

    number: int
    pitcher: int
    bid: int
    trump: str
    high: int
    low: int
    jack: int | None
    game: int | None
    points: int
    made: bool
    counts: tuple[tuple[int, int, int], ...]
    paid: tuple[tuple[int, int], ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game. ``phase``: ``ready`` (for the deal ``number``), ``bidding``, ``playing``, ``scored`` (the payments
    follow), ``settled`` (the last deal, on its way to ``finished``).

    ``dealer``: who should deal next; if that seat is closed, the next open one in the direction of ``step`` (1:
    clockwise). ``deck``: the sealed one of the next deal. ``paused``: why, or empty. ``asked_at``: since when the table
    waits for a seat, µs since 1970. ``scored``: deals finished. ``ranking``: empty until finished."""

    setup: Setup
    chairs: tuple[Chair, ...]
    dealer: int
    step: int = 1
    phase: Phase = "ready"
    number: int = 1
    deck: Deck | None = None
    deal: Deal | None = None
    paused: str = ""
    asked_at: int = 0
    scored: int = 0
    last: LastDeal | None = None
    ranking: tuple[Standing, ...] = ()

    @property
    def options(self) -> Options:
        return self.setup.options

    @property
    def open_seats(self) -> tuple[int, ...]:
        """Who will be dealt to next, ascending."""
        return tuple(chair.seat for chair in self.chairs if chair.state == "playing")

    @property
    def running(self) -> bool:
        """Is a deal on the table?"""
        return self.phase in ("bidding", "playing")

    def chair(self, seat: int | None) -> Chair | None:
        return next((chair for chair in self.chairs if chair.seat == seat), None)

    def next_dealer(self) -> int:
        """The open seat that deals next."""
        return next_open([chair.seat for chair in self.chairs], self.dealer, self.step, self.open_seats)


def auction_of(options: Options, deal: Deal) -> Auction:
    """The auction of a deal as it stands."""
    return Auction(deal.seats, options.auction, options.forced_bid, deal.calls)


def check(options: Options, seats: Sequence[int]) -> None:
    """Raises :class:`Refused` (``invalid``) where options and seats don't fit together."""
    if not FEWEST <= len(seats) <= MOST:
        raise Refused("invalid", f"Racehorse is played on {FEWEST} to {MOST} seats.", field="seats")
    if list(seats) != sorted(set(seats)) or seats[0] < 1:
        raise Refused("invalid", "Seats are different numbers from 1, in ascending order.", field="seats")
    if options.rigged is not None:
        _check_rigged(options.rigged, options.deals, seats)


def _check_rigged(rigged: Rigged, deals: int, seats: Sequence[int]) -> None:
    if rigged.dealer is not None and rigged.dealer not in seats:
        raise Refused("invalid", f"There is no seat {rigged.dealer} to deal.", field="rigged")
    for number in range(1, deals + 1):
        hands = rigged.deal(number)
        if not set(hands) <= set(seats):
            raise Refused("invalid", f"Deal {number} has a hand for a seat that isn't there.", field="rigged")
        cards = [card for hand in hands.values() for card in hand]
        if len(cards) != len(set(cards)):
            raise Refused("invalid", f"Deal {number} has a card twice.", field="rigged")


def initial(options: Options, seats: Sequence[int], salt: str) -> State:
    """The state after the opening: money 0, deal 1 to come. The first dealer is drawn from the game's public salt."""
    dealer = None if options.rigged is None else options.rigged.dealer
    return State(
        setup=Setup(options, salt),
        chairs=tuple(Chair(seat, COLOURS[i]) for i, seat in enumerate(seats)),
        dealer=seats[decks.drawn(salt, "dealer", len(seats))] if dealer is None else dealer,
    )
