"""A club's own VIP deck, typed in: what is wrong with it, by card and field (rules page §9)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from races.rules.protocol import DeckCard, DeckCheck, DeckProblem
from races.rules.ready_set_bet.board import Board
from races.rules.ready_set_bet.vips import BonusMarker, Card, Deck, On, card_keys, describe


class Problem(msgspec.Struct, frozen=True):
    """``card``: its name or key, else its number (``card 3``); empty for the deck itself. ``field``: path inside the
    card (``effects[0].value``)."""

    card: str
    field: str
    what: str

    @property
    def sentence(self) -> str:
        """For a person."""
        where = ": ".join(part for part in (self.card, self.field) if part)
        return f"{where}: {self.what}" if where else self.what

    def as_json(self) -> dict[str, Any]:
        return {"card": self.card, "field": self.field, "sentence": self.sentence}


class Preview(msgspec.Struct, frozen=True):
    """A card in plain words, as a club sees it before it plays with it."""

    card: str
    name: str
    copies: int
    does: str
    text: str


def read_deck(text: str) -> tuple[Deck | None, list[Problem]]:
    """A deck from JSON or TOML → (deck, problems); the deck is None where it can't be read as one at all. Cards are
    read one by one, so that every card's first mistake is said at once."""
    raw, problem = _parse(text)
    if problem is not None:
        return None, [problem]
    if not isinstance(raw, dict) or not isinstance(raw.get("cards"), list):
        return None, [Problem("", "cards", "a deck has a name and a list of cards.")]
    found: list[Problem] = []
    for n, card in enumerate(raw["cards"], 1):
        try:
            msgspec.convert(card, Card)
        except msgspec.ValidationError as error:
            found.append(_of(card, n, str(error)))
    if found:
        return None, found
    try:
        return msgspec.convert(raw, Deck), []
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$.")
        return None, [Problem("", path.rstrip("`"), what + ".")]


def _parse(text: str) -> tuple[Any, Problem | None]:
    """JSON if it looks like it, else TOML."""
    try:
        if text.lstrip().startswith(("{", "[")):
            return msgspec.json.decode(text), None
        return tomllib.loads(text), None
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return None, Problem("", "", f"this is neither JSON nor TOML: {error}.")


def _of(card: Any, n: int, error: str) -> Problem:
    """msgspec says ``Expected … - at `$.effects[0].value` ``."""
    what, _, path = error.partition(" - at `$")
    name = card.get("name") or card.get("key") if isinstance(card, dict) else None
    shown = f"card {n} ({name})" if isinstance(name, str) and len(name) <= 60 else f"card {n}"
    return Problem(shown, path.rstrip("`").lstrip("."), f"{what}.")


def problems(deck: Deck, board: Board, needed: int = 0) -> list[Problem]:
    """What is wrong with a deck that can be read as one. ``needed``: cards that a game may use up."""
    return [*_sizes(deck, needed), *_twice(deck), *(p for card in deck.cards for p in _card(card, board))]


def preview(deck: Deck) -> list[Preview]:
    """Each card in plain words."""
    return [Preview(card.key, card.name, card.copies, describe(card), card.text) for card in deck.cards]


def _sizes(deck: Deck, needed: int) -> Iterator[Problem]:
    if len(card_keys(deck)) < needed:
        what = f"the deck has {len(card_keys(deck))} cards; races × drafting seats makes {needed} at least."
        yield Problem("", "cards", what)
    if sum(card.copies for card in deck.cards) > 256:
        yield Problem("", "cards", "a deck has at most 256 cards.")


def _twice(deck: Deck) -> Iterator[Problem]:
    keys: set[str] = set()
    markers: dict[str, str] = {}
    for card in deck.cards:
        copies = {card.key} if card.copies == 1 else {f"{card.key}-{n}" for n in range(1, card.copies + 1)}
        if keys & copies:
            yield Problem(card.name, "key", f"there is another card {sorted(keys & copies)[0]}.")
        keys |= copies
        for i, effect in enumerate(card.effects):
            if not isinstance(effect, BonusMarker):
                continue
            field = f"effects[{i}].marker"
            if card.copies > 1:
                yield Problem(card.name, "copies", f"there is only one marker {effect.marker}.")
            elif effect.marker in markers:
                what = f"marker {effect.marker} is granted by {markers[effect.marker]} already."
                yield Problem(card.name, field, what)
            markers.setdefault(effect.marker, card.name)


def _card(card: Card, board: Board) -> Iterator[Problem]:
    for i, effect in enumerate(card.effects):
        on = getattr(effect, "on", On())
        for horse in on.horses:
            if horse not in board.index:
                yield Problem(card.name, f"effects[{i}].on.horses", f"there is no horse {horse}.")
        for colour in on.colours:
            if colour not in board.colours:
                yield Problem(card.name, f"effects[{i}].on.colours", f"no horse is {colour}.")


def check(text: str, board: Board) -> DeckCheck:
    """A deck as typed in, read, checked and told in plain words."""
    deck, found = read_deck(text)
    if deck is not None:
        found = [*found, *problems(deck, board)]
    return DeckCheck(
        deck=None if deck is None or found else msgspec.to_builtins(deck),
        problems=tuple(DeckProblem(card=p.card, field=p.field, sentence=p.sentence) for p in found),
        cards=() if deck is None else tuple(DeckCard(**msgspec.structs.asdict(each)) for each in preview(deck)),
    )
