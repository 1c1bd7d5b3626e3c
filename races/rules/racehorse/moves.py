"""What can be done in a game of Racehorse, beside the moves of every game."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from races.rules.protocol import Abandon, AddSalt, AddSeat, CloseGame, CloseSeat, Move, Pause, ReopenSeat, Resume
from races.rules.racehorse.auction import Points
from races.rules.racehorse.cards import Card

DealNo = Annotated[int, Meta(ge=1, le=1000)]
TurnNo = Annotated[int, Meta(ge=0, le=1000)]


class Deal(Move, frozen=True, tag="deal"):
    """The cards are dealt. By the server itself, or with ``deal_by: "dealer"`` by the dealer or the host."""

    deal: DealNo | None = None


class Bid(Move, frozen=True, tag="bid"):
    """``points``: 2, 3, 4, or 5 for Smudge."""

    points: Points
    deal: DealNo | None = None


class Pass(Move, frozen=True, tag="pass"):
    """No bid, for the rest of the auction."""

    deal: DealNo | None = None


class Play(Move, frozen=True, tag="play"):
    """A card of the seat's hand, face up on the table."""

    card: Card
    deal: DealNo | None = None


class PrepareDeal(Move, frozen=True, tag="prepare_deal"):
    """The shell seals the deck of a deal. ``seed``: 32 bytes in hex, readable for nobody, for ever: it would show the
    cards that stay out."""

    sealed: ClassVar[tuple[str, ...]] = ("seed",)
    audience: ClassVar[tuple[str, ...]] = ()
    deal: DealNo
    seed: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class PlayDefault(Move, frozen=True, tag="play_default"):
    """The clock plays for the seat that sleeps over its ``n``-th turn of a deal (0: the dealer's, to deal)."""

    deal: DealNo
    n: TurnNo


MOVES: tuple[type[Move], ...] = (
    *(Deal, Bid, Pass, Play),
    *(Pause, Resume, Abandon, AddSalt, CloseSeat, ReopenSeat, CloseGame),
)
SHELL_MOVES: tuple[type[Move], ...] = (PrepareDeal, PlayDefault, AddSeat)
