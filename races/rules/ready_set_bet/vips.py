"""VIP cards as data: a small vocabulary of effects, cards made of them, decks made of cards (rules page §9).

Nothing here says what a card does in a race (that is :mod:`.powers`), only what can be said on a card, and what that
means in plain words.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

BetKind = Literal["win", "place", "show", "colour", "fifth-or-worse", "prop", "exotic"]
Key = Annotated[str, Meta(min_length=1, max_length=30, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
Words = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")]
Text = Annotated[str, Meta(max_length=400, pattern=r"^[^\x00-\x1f\x7f]*$")]
Name = Annotated[str, Meta(min_length=1, max_length=10, pattern=r"^[a-z0-9-]+$")]
Dollars = Annotated[int, Meta(ge=0, le=100)]
Gain = Annotated[int, Meta(ge=1, le=100)]
Total = Annotated[int, Meta(ge=2, le=12)]
Value = Annotated[int, Meta(ge=1, le=9)]
Times = Annotated[int, Meta(ge=1, le=6)]


class On(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which bets an effect is about: all conditions that are given must hold; none given: every bet.

    ``kinds`` of spot; ``horses`` whose own spots (win, place, show) they are; ``colours`` of that horse or of a colour
    spot; ``values`` of the marker."""

    kinds: tuple[BetKind, ...] = ()
    horses: tuple[Name, ...] = ()
    colours: tuple[Name, ...] = ()
    values: tuple[Value, ...] = ()


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", omit_defaults=True):
    """Base of effects."""


class BonusMarker(Effect, frozen=True, tag="bonus_marker"):
    """Its owner has one more marker: ``black-2`` … ``white-7``."""

    marker: Annotated[str, Meta(pattern=r"^(black|white)-[2-7]$")]


class PayOnTotals(Effect, frozen=True, tag="pay_on_totals"):
    """``amount`` dollars whenever the dice show one of ``totals``, paid at the roll."""

    totals: Annotated[tuple[Total, ...], Meta(min_length=1, max_length=11)]
    amount: Gain


class Piggyback(Effect, frozen=True, tag="piggyback"):
    """``times`` a race a marker of this ``value`` may join a spot that holds one opponent's marker."""

    value: Value
    times: Times = 1


class Chips(Effect, frozen=True, tag="chips"):
    """Paid once, when taken: ``amounts`` as its owner's 1st, 2nd, 3rd … VIP card (the last one for all later)."""

    amounts: Annotated[tuple[Dollars, ...], Meta(min_length=1, max_length=4)]


class PerBet(Effect, frozen=True, tag="per_bet"):
    """At the settlement: ``won`` dollars for each winning bet, minus ``lost`` for each losing one."""

    won: Dollars = 0
    lost: Dollars = 0
    on: On = On()


class LateBet(Effect, frozen=True, tag="late_bet"):
    """``markers`` a race may be placed after "No more bets!" and before the first arrival."""

    markers: Times = 1


class CancelLoss(Effect, frozen=True, tag="cancel_loss"):
    """These bets cost nothing when they fail."""

    on: On = On()


class RaiseMultiplier(Effect, frozen=True, tag="raise_multiplier"):
    """These bets pay ``by`` more times the marker's value."""

    by: Annotated[int, Meta(ge=1, le=5)]
    on: On = On()


AnyEffect = BonusMarker | PayOnTotals | Piggyback | Chips | PerBet | LateBet | CancelLoss | RaiseMultiplier


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A VIP card. ``key`` as on the wire; with ``copies`` over 1 the cards are ``key-1``, ``key-2`` …; ``text`` is
    what is printed on it, if somebody typed that in."""

    key: Key
    name: Words
    effects: Annotated[tuple[AnyEffect, ...], Meta(min_length=1, max_length=4)]
    copies: Annotated[int, Meta(ge=1, le=40)] = 1
    text: Text = ""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A VIP deck. ``ours``: made up by this project, and said so wherever it is shown."""

    name: Words
    cards: Annotated[tuple[Card, ...], Meta(min_length=1, max_length=100)]
    ours: bool = False


def card_keys(deck: Deck) -> dict[str, Card]:
    """Every physical card in printed order → what is on it."""
    return {key: card for card in deck.cards for key in copies_of(card)}


def copies_of(card: Card) -> tuple[str, ...]:
    """``("chips-1", "chips-2")``, or just ``("chips",)``."""
    return (card.key,) if card.copies == 1 else tuple(f"{card.key}-{n}" for n in range(1, card.copies + 1))


# In plain words


def describe(card: Card) -> str:
    """What a card does, in sentences made from its effects alone (not from its ``text``)."""
    return " ".join(_sentence(effect) for effect in card.effects)


def _sentence(effect: AnyEffect) -> str:
    match effect:
        case BonusMarker(marker=marker):
            return f"Take the {marker.replace('-', ' ')} marker for the rest of the game."
        case PayOnTotals(totals=totals, amount=amount):
            return f"Win ${amount} whenever {_either([str(total) for total in totals])} is rolled."
        case Piggyback(value=value, times=times):
            return (
                f"{_times(times)} per race, a marker of value {value} may join a spot that holds one opponent's marker."
            )
        case Chips(amounts=amounts):
            return f"Paid once, when you take this card: {_by_turn(amounts)}."
        case PerBet():
            return _per_bet(effect)
        case LateBet(markers=markers):
            what = "one marker" if markers == 1 else f"{markers} markers"
            return f"Per race, {what} may be placed after “No more bets!”, until a horse arrives."
        case CancelLoss(on=on):
            return f"{_capital(_bets(on))} cost nothing when they lose."
        case RaiseMultiplier(by=by, on=on):
            return f"{_capital(_bets(on))} pay {by} more times the marker's value when they win."


def _per_bet(effect: PerBet) -> str:
    """``After the race: win $2 for each winning bet, pay $1 for each losing bet.``"""
    which = "" if effect.on == On() else f" ({_bets(effect.on)})"
    parts = []
    if effect.won:
        parts.append(f"win ${effect.won} for each winning bet")
    if effect.lost:
        parts.append(f"pay ${effect.lost} for each losing bet")
    return f"After the race{which}: {', '.join(parts) or 'nothing'}."


KINDS: dict[str, str] = {
    **{"win": "Win", "place": "Place", "show": "Show", "colour": "colour"},
    **{"fifth-or-worse": "“7 fifth or worse”", "prop": "prop", "exotic": "exotic-finish"},
}


def _bets(on: On) -> str:
    """``Win or Place bets on blue horses with a marker of value 3``."""
    words = [_either([KINDS[kind] for kind in on.kinds]) if on.kinds else "all", "bets"]
    if on.horses:
        words += ["on", _either([horse.replace("-", "/") for horse in on.horses])]
    if on.colours:
        words += ["on", _either(on.colours)]
    if on.values:
        words += ["with a marker of value", _either([str(value) for value in on.values])]
    return " ".join(words)


def _either(words: Iterable[str]) -> str:
    """``2, 3 or 12``."""
    listed = list(words)
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"


def _by_turn(amounts: tuple[int, ...]) -> str:
    """``$9 as your first VIP card, $6 as your second``."""
    turns = ("first", "second", "third", "fourth")
    named = [f"${amount} as your {turn}" for amount, turn in zip(amounts, turns, strict=False)]
    return f"{named[0]} VIP card" + "".join(f", {part}" for part in named[1:])


def _times(times: int) -> str:
    return {1: "Once", 2: "Twice"}.get(times, f"{times} times")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
