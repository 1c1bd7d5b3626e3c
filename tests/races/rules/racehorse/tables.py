"""A table of Racehorse as tests use it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from races.rules.racehorse import V1
from tests.races.rules.table import Table


def sit(seats: int = 5, chance: int = 0, **options: Any) -> Table:
    """A table with so many seats, the first deal on it."""
    return Table(V1, options, range(1, seats + 1), chance)


def stacked(hands: dict[str, list[str]], dealer: int, **options: Any) -> Table:
    """A table with a test deck."""
    return sit(len(hands), rigged={"hands": hands, "dealer": dealer}, **options)


def call(table: Table, seat: int, points: int | None) -> None:
    if points is None:
        table.seat(seat, "pass")
    else:
        table.seat(seat, "bid", points=points)


def legal_calls(table: Table, seat: int) -> list[int | None]:
    """What ``seat`` may say: None is a pass."""
    return [offer.get("points") for offer in V1.legal(table.state, seat) if offer["type"] in ("bid", "pass")]


def play_tricks(table: Table, leader: int, tricks: Sequence[Sequence[str]]) -> None:
    """Each trick from its leader on, clockwise; the next leader is whose turn it then is."""
    seats = sorted(table.state.deal.seats)
    for trick in tricks:
        at = seats.index(leader)
        for seat, card in zip((*seats[at:], *seats[:at]), trick, strict=True):
            table.seat(seat, "play", card=card)
        leader = table.state.deal.turn if table.state.deal is not None else 0


def send(table: Table, seat: int, offer: dict[str, Any]) -> None:
    """An offered move, as it stands."""
    fields = dict(offer)
    table.seat(seat, fields.pop("type"), **fields)


def turn(table: Table) -> int:
    """Who is asked."""
    return table.ruleset.view(table.state, None)["turn"]


def play_out(table: Table) -> None:
    """The deal on the table goes on to its end, each seat taking what it is offered first."""
    number = table.state.number
    while table.state.running and table.state.number == number:
        seat = turn(table)
        send(table, seat, table.ruleset.legal(table.state, seat)[0])


def money(table: Table) -> dict[str, int]:
    return {str(seat): dollars for seat, dollars in table.ruleset.balances(table.state).items()}
