"""The auction (rules page §2, H2–H5): who is asked, what he may say, when it ends."""

from __future__ import annotations

from typing import Literal

import msgspec

SMUDGE = 5
LEVELS = (2, 3, 4, SMUDGE)

Points = Literal[2, 3, 4, 5]
Kind = Literal["continuing", "single"]
Forced = Literal["exact", "floor"]


class Call(msgspec.Struct, frozen=True):
    """What a seat said; ``points`` None: it passed."""

    seat: int
    points: int | None


class Options(msgspec.Struct, frozen=True):
    """What a seat may say: pass or not, and which bids, ascending."""

    can_pass: bool
    points: tuple[int, ...]


class Auction(msgspec.Struct, frozen=True):
    """``seats`` clockwise from the dealer's left; the dealer is the last. ``calls`` in the order they were made."""

    seats: tuple[int, ...]
    kind: Kind
    forced: Forced
    calls: tuple[Call, ...] = ()

    @property
    def dealer(self) -> int:
        return self.seats[-1]

    @property
    def highest(self) -> Call | None:
        """The bid that stands."""
        return next((call for call in reversed(self.calls) if call.points is not None), None)

    def said(self, seat: int, points: int | None) -> Auction:
        """The auction after one more call."""
        return Auction(self.seats, self.kind, self.forced, (*self.calls, Call(seat, points)))


def asked(auction: Auction) -> int | None:
    """Who must speak; None: the auction is over. The holder of the highest bid is never asked while it stands."""
    highest = auction.highest
    if highest is not None and highest.points == SMUDGE:
        return None
    if not auction.calls:
        return auction.seats[0]
    at = auction.seats.index(auction.calls[-1].seat) + 1
    if auction.kind == "single":
        return auction.seats[at] if at < len(auction.seats) else None
    out = {call.seat for call in auction.calls if call.points is None}
    if highest is not None:
        out.add(highest.seat)
    return next((seat for seat in (*auction.seats[at:], *auction.seats[:at]) if seat not in out), None)


def options(auction: Auction) -> Options:
    """What the seat that is asked may say.

    Each bid is higher than the last; only the dealer may equal one that somebody else holds. If all others passed
    without a bid, the dealer can't pass, and says 2 (``exact``) or anything (``floor``).
    """
    seat, highest = asked(auction), auction.highest
    if seat is None:
        return Options(False, ())
    if highest is None or highest.points is None:
        if seat == auction.dealer:
            return Options(False, (2,) if auction.forced == "exact" else LEVELS)
        return Options(True, LEVELS)
    lowest = highest.points if seat == auction.dealer else highest.points + 1
    return Options(True, tuple(points for points in LEVELS if points >= lowest))
