"""What a seat's VIP cards do for it (rules page §9). Cards of a rotating House sleep while it is House."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from races.rules.ready_set_bet.board import Board, Odds, Spot
from races.rules.ready_set_bet.decks import vip_cards
from races.rules.ready_set_bet.markers import VALUES, is_bonus
from races.rules.ready_set_bet.state import Chair, State
from races.rules.ready_set_bet.vips import (
    BonusMarker,
    CancelLoss,
    Card,
    Chips,
    LateBet,
    On,
    PayOnTotals,
    PerBet,
    Piggyback,
    RaiseMultiplier,
)

Held = tuple[str, Card]
"""A card a seat has kept: its key on the wire, and what is on it."""


def held(state: State, chair: Chair) -> list[Held]:
    """The cards that work for this seat in the race at hand."""
    if not chair.vips or state.runs_the_race(chair.seat):
        return []
    every = vip_cards(state)
    return [(key, every[key]) for key in chair.vips]


def markers_of(state: State, chair: Chair) -> tuple[str, ...]:
    """The markers a seat can bet with in this race: its set, then what its cards grant. A House has none."""
    if state.runs_the_race(chair.seat):
        return ()
    bonus = tuple(e.marker for _, card in held(state, chair) for e in card.effects if isinstance(e, BonusMarker))
    return (*state.setup.markers, *bonus)


def touches(board: Board, on: On, spot: Spot, value: int) -> bool:
    """Is this bet among those that an effect is about?"""
    if on.kinds and spot.kind not in on.kinds:
        return False
    own = spot.kind in ("win", "place", "show")
    if on.horses and not (own and board.horses[spot.horse] in on.horses):
        return False
    if on.colours and not ((own or spot.kind == "colour") and spot.colour in on.colours):
        return False
    return not on.values or value in on.values


def odds(state: State, chair: Chair, marker: str, spot: Spot) -> Odds:
    """What a marker pays and costs on a spot, with all that bonus markers and cards add. A bonus marker's own loss is
    added to the spot's, but a value that has none cancels it."""
    value, pays, loses = VALUES[marker], spot.pays, spot.loses
    if is_bonus(marker):
        more = state.board.edition.bonus_losses.get(str(value))
        loses = 0 if more is None else loses + more
    for _, card in held(state, chair):
        for effect in card.effects:
            if isinstance(effect, RaiseMultiplier) and touches(state.board, effect.on, spot, value):
                pays += effect.by
            elif isinstance(effect, CancelLoss) and touches(state.board, effect.on, spot, value):
                loses = 0
    return Odds(pays, loses)


def piggybacks(state: State, chair: Chair, value: int) -> int:
    """How often in this race a marker of this value may still join an opponent's."""
    allowed = sum(
        effect.times
        for _, card in held(state, chair)
        for effect in card.effects
        if isinstance(effect, Piggyback) and effect.value == value
    )
    if not allowed:
        return 0
    used = sum(bet.piggyback and bet.seat == chair.seat and VALUES[bet.marker] == value for bet in state.race.bets)
    return max(0, allowed - used)


def late_bets(state: State, chair: Chair) -> int:
    """How many markers this seat may still place after "No more bets!"."""
    allowed = sum(e.markers for _, card in held(state, chair) for e in card.effects if isinstance(e, LateBet))
    if not allowed:
        return 0
    return max(0, allowed - sum(bet.late and bet.seat == chair.seat for bet in state.race.bets))


def roll_money(state: State, total: int) -> Iterator[tuple[Chair, str, int]]:
    """(chair, card, dollars) for everything that is paid because this total was rolled."""
    for chair in state.chairs:
        if not chair.vips:
            continue
        for key, card in held(state, chair):
            amount = sum(e.amount for e in card.effects if isinstance(e, PayOnTotals) and total in e.totals)
            if amount:
                yield chair, key, amount


def chips(card: Card, nth: int) -> int:
    """What a card pays when it is taken as its owner's ``nth`` VIP card (from 1)."""
    return sum(e.amounts[min(nth, len(e.amounts)) - 1] for e in card.effects if isinstance(e, Chips))


def per_bet(board: Board, card: Card, bets: Sequence[tuple[Spot, int, bool]]) -> tuple[int, int]:
    """→ (won, lost) by a card at the settlement, from its owner's bets as (spot, marker value, hit). A lost bet that
    costs nothing is a losing bet all the same."""
    won = lost = 0
    for effect in card.effects:
        if isinstance(effect, PerBet):
            for spot, value, hit in bets:
                if touches(board, effect.on, spot, value):
                    won += effect.won if hit else 0
                    lost += 0 if hit else effect.lost
    return won, lost
