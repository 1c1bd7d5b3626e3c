"""A small decider for the store's own tests: players take money from the bank, and one secret a round.

The store knows nothing of games; these tests show that it doesn't need to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar
from uuid import UUID, uuid4

import msgspec

from ledger.decider import Actor, Context, Decided, Move, Recorded, Stream, Transfer
from ledger.errors import Refused
from ledger.registry import register_decider


class Open(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="open"):
    pass


class Take(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="take", omit_defaults=True):
    sealed: ClassVar[tuple[str, ...]] = ("note",)
    audience: ClassVar[tuple[str, ...]] = ("seat",)
    amount: int
    note: str | None = None


class Hide(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="hide"):
    """Seals a word; ``show`` opens it."""

    sealed: ClassVar[tuple[str, ...]] = ("word",)
    word: str


class Show(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="show"):
    pass


class Back(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="back"):
    to: int


class Erase(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="erase"):
    parts: tuple[int, ...]


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    pass


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    seat: int
    amount: int
    balance: int


class Hidden(msgspec.Struct, frozen=True, kw_only=True):
    length: int


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    word: str
    opens: tuple[int, ...]


class WentBack(msgspec.Struct, frozen=True, kw_only=True):
    to: int


class Erased(msgspec.Struct, frozen=True, kw_only=True):
    erases: tuple[int, ...]


class State(msgspec.Struct, frozen=True, kw_only=True):
    balances: dict[int, int] = {}
    word: str | None = None
    hidden_at: int | None = None


MOVES = {"open": Open, "take": Take, "hide": Hide, "show": Show, "back": Back, "erase": Erase}
EVENTS: dict[tuple[str, int], type[msgspec.Struct]] = {
    ("opened", 1): Opened,
    ("taken", 1): Taken,
    ("hidden", 1): Hidden,
    ("shown", 1): Shown,
    ("went_back", 1): WentBack,
    ("erased", 1): Erased,
}


class TallyDecider:
    kind = "tally"
    opening = "opened"

    def initial(self) -> State:
        return State()

    def struct(self, type: str, schema: int, state: State) -> type[msgspec.Struct]:
        return EVENTS[type, schema]

    def decode_move(self, type: str, body: dict[str, Any], state: State) -> Move:
        return Move(type=type, body=msgspec.convert(body, MOVES[type]))

    def decide(self, state: State, move: Move, context: Context) -> Sequence[Decided]:
        match move.body:
            case Open():
                return [Decided(type="opened", schema=1, data=Opened())]
            case Take(amount=amount):
                if amount <= 0:
                    raise Refused("invalid", "Take something.")
                seat = context.actor.seat or 0
                balance = state.balances.get(seat, 0) + amount
                return [Decided(type="taken", schema=1, data=Taken(seat=seat, amount=amount, balance=balance))]
            case Hide(word=word):
                return [Decided(type="hidden", schema=1, data=Hidden(length=len(word)))]
            case Show():
                if state.word is None or state.hidden_at is None:
                    return []
                return [Decided(type="shown", schema=1, data=Shown(word=state.word, opens=(state.hidden_at,)))]
            case Back(to=to):
                return [Decided(type="went_back", schema=1, data=WentBack(to=to))]
            case Erase(parts=parts):
                return [Decided(type="erased", schema=1, data=Erased(erases=parts))]
        raise AssertionError(move)

    def evolve(self, state: State, event: Recorded, state_at: Callable[[int], State]) -> State:
        match event.data:
            case Taken(seat=seat, balance=balance):
                return msgspec.structs.replace(state, balances={**state.balances, seat: balance})
            case Hidden():
                word = event.move_secret["word"] if event.move_secret else None
                return msgspec.structs.replace(state, word=word, hidden_at=event.version)
            case Shown():
                return msgspec.structs.replace(state, word=None, hidden_at=None)
            case WentBack(to=to):
                return state_at(to)
        return state

    def follow(self, state: State) -> Move | None:
        return None

    def postings(self, event: Recorded, state: State) -> Iterable[Transfer]:
        if isinstance(event.data, Taken):
            yield Transfer(payer="bank", payee=f"seat:{event.data.seat}", amount=event.data.amount, why="taken")


register_decider(TallyDecider())


def seat(n: int) -> Actor:
    return Actor(kind="seat", id=f"seat:{n}", seat=n)


def new_stream(club: UUID | None = None) -> Stream:
    return Stream(club=club or uuid4(), id=uuid4(), kind="tally")


def take(amount: int, note: str | None = None) -> Move:
    return Move(type="take", body=Take(amount=amount, note=note))


def erase(*parts: int) -> Move:
    return Move(type="erase", body=Erase(parts=parts))


def opening() -> Move:
    return Move(type="open", body=Open())
