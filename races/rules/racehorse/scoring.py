"""High, Low, Jack, Game; made or set; who pays whom; who deals next (rules page §2, H6–H8, H10–H11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from races.rules.protocol import Event, Transfer
from races.rules.racehorse.auction import SMUDGE
from races.rules.racehorse.cards import HAND, counted, rank, suit
from races.rules.racehorse.events import SeatPaid

GameRule = Literal["individual", "alliance"]


class Pile(msgspec.Struct, frozen=True):
    """A trick that was taken: by whom, and its cards in the order played."""

    seat: int
    cards: tuple[str, ...]


class Score(msgspec.Struct, frozen=True):
    """Who has each point (None: nobody), the pitcher's ``points`` of four, and whether he made his bid.
    ``card_points``: (seat, tricks, card points) of each seat."""

    high: int
    low: int
    jack: int | None
    game: int | None
    points: int
    made: bool
    counts: tuple[tuple[int, int, int], ...]


def score(
    piles: Sequence[Pile], seats: Sequence[int], trump: str, pitcher: int, bid: int, rule: GameRule = "individual"
) -> Score:
    """The score after six tricks. All cards dealt have been played, so the trumps in play are those in ``piles``.

    High, Low and Jack go to whoever took the card (the highest trump is always taken by who played it).
    """
    taken = {card: pile.seat for pile in piles for card in pile.cards}
    trumps = sorted((card for card in taken if suit(card) == trump), key=rank)
    high, low, jack = taken[trumps[-1]], taken[trumps[0]], taken.get("J" + trump)
    counts = tuple(_count(seat, piles) for seat in seats)
    game = _game({seat: points for seat, _, points in counts}, pitcher, rule)
    points = sum(owner == pitcher for owner in (high, low, jack, game))
    made = points >= bid
    if bid == SMUDGE:
        made = points == 4 and all(pile.seat == pitcher for pile in piles) and len(piles) == HAND
    return Score(high, low, jack, game, points, made, counts)


def _count(seat: int, piles: Sequence[Pile]) -> tuple[int, int, int]:
    own = [pile for pile in piles if pile.seat == seat]
    return seat, len(own), sum(counted(pile.cards) for pile in own)


def _game(points: dict[int, int], pitcher: int, rule: GameRule) -> int | None:
    """The point Game: strictly the most card points. ``alliance``: the pitcher's against all others' together."""
    if rule == "alliance":
        return pitcher if 2 * points[pitcher] > sum(points.values()) else None
    most = max(points.values())
    best = [seat for seat, own in points.items() if own == most]
    return best[0] if len(best) == 1 else None


def payments(seats: Sequence[int], pitcher: int, bid: int, made: bool) -> list[tuple[int, int]]:
    """(seat, dollars): what each seat gets (+) or pays (−), the pitcher last. Every opponent pays him his bid, or gets
    it from him."""
    each = -bid if made else bid
    opponents = [seat for seat in seats if seat != pitcher]
    return [*((seat, each) for seat in opponents), (pitcher, -each * len(opponents))]


def next_open(seats: Sequence[int], start: int, step: int, open: Iterable[int]) -> int:
    """The first open seat from ``start`` on (itself included), clockwise for ``step`` 1, the other way for −1.
    ``seats``: every chair, clockwise. Raises ``ValueError`` where none is open."""
    ring, able = sorted(seats), set(open)
    at = ring.index(start)
    for offset in range(len(ring)):
        seat = ring[(at + step * offset) % len(ring)]
        if seat in able:
            return seat
    raise ValueError("no seat is open")


def postings(event: Event) -> list[Transfer]:
    """The money an event moves: each opponent's ``seat_paid`` is a transfer between him and the pitcher; the pitcher's
    own is their sum and moves nothing more."""
    if not isinstance(event, SeatPaid) or event.seat == event.pitcher or not event.amount:
        return []
    seat, pitcher = f"seat:{event.seat}", f"seat:{event.pitcher}"
    payer, payee = (pitcher, seat) if event.amount > 0 else (seat, pitcher)
    why = f"deal {event.deal}: {'set' if event.amount > 0 else 'made'}"
    return [Transfer(payer=payer, payee=payee, amount=abs(event.amount), why=why)]
