"""The decks: sealed, shuffled, drawn and dealt so that anybody can check it once the game is over.

One deck seed covers a game (docs/decisions/decks.md): it is sealed before the first card is drawn and opened with the
end of the game. After a rewind what is left of the decks is shuffled again from a new seed, so that nobody has seen
what comes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from races.rules import chance
from races.rules.protocol import By, Event, Refused, Sealed
from races.rules.ready_set_bet.events import CardsLaid, DecksOpened, DecksSealed, VipDealt, VipsShuffled
from races.rules.ready_set_bet.guards import this_race
from races.rules.ready_set_bet.moves import LayCards, SealDecks
from races.rules.ready_set_bet.state import Setup, State
from races.rules.ready_set_bet.vips import Card, Deck, card_keys
from races.rules.table import Outcome, host_only, server_only

HAND = 2
"""VIP cards dealt to each drafting seat."""

_KNOWN: dict[str, Mapping[str, Card]] = {}
_KEEP = 1000


def fingerprint(deck: Deck | None) -> str:
    """A name for a club's own deck, by its content; empty for the edition's house deck."""
    return "" if deck is None else hashlib.sha256(msgspec.json.encode(deck)).hexdigest()


def vip_cards(state: State) -> Mapping[str, Card]:
    """Every VIP card of this game in printed order → what is on it."""
    setup = state.setup
    known = _KNOWN.get(setup.deck or setup.edition)
    if known is None:
        if len(_KNOWN) >= _KEEP:
            _KNOWN.clear()
        known = _KNOWN[setup.deck or setup.edition] = card_keys(setup.options.vip_deck or state.board.edition.vips)
    return known


def uses_cards(setup: Setup) -> bool:
    """Is anything drawn in this game?"""
    return setup.options.props or setup.options.exotics or setup.options.vips


def _shuffled(state: State, seed: str, purpose: str, counter: int, items: Sequence[str]) -> tuple[str, ...]:
    return chance.shuffle(bytes.fromhex(seed), state.setup.salt, purpose, state.race.number, counter, items)


def seal_decks(state: State, move: SealDecks, by: By) -> Outcome:
    """Shuffles all that is left of the three decks, taken in printed order."""
    server_only(by, "shuffles")
    if state.phase != "preparing" or state.cards.sealed or not uses_cards(state.setup):
        raise Refused("already_running", "The decks are shuffled already.")
    options, board, cards = state.setup.options, state.board, state.cards
    left: dict[str, list[str]] = {"props": [], "exotics": [], "vips": []}
    if options.props:
        left["props"] = [card for card in board.props if card not in cards.shown]
    if options.exotics:
        left["exotics"] = [card for card in board.exotics if card not in state.race.exotics]
    if options.vips:
        every = vip_cards(state)
        left["vips"] = [card for card in every if cards.vips is None or card in cards.vips]
    order = {name: list(_shuffled(state, move.seed, name, 0, items)) for name, items in left.items()}
    return [Sealed(event=DecksSealed(race=state.race.number), secret={**order, "left": left})]


def drawn(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """→ (props face up, exotics in play) of the race to be prepared: new props, one more exotic. A race that is
    prepared again keeps its cards."""
    options, race, cards = state.setup.options, state.race, state.cards
    props, exotics = race.props, race.exotics
    if options.props and not props:
        props = _known(cards.props)[: state.board.edition.props_face_up]
    if options.exotics and len(exotics) < min(race.number, len(state.board.exotics)):
        exotics = (*exotics, _known(cards.exotics)[0])
    return props, exotics


def _known(deck: tuple[str, ...] | None) -> tuple[str, ...]:
    if deck is None:
        raise Refused("unavailable", "The order of the cards is not known here.")
    return deck


def drafting_seats(state: State) -> list[int]:
    """Who drafts before the race to be prepared: every open seat but a permanent House."""
    if not state.setup.options.vips or state.race.number < 2 or state.cards.drafted >= state.race.number:
        return []
    if state.setup.options.house == "competing":
        return [seat for seat in state.open_seats() if seat != state.house.seat]
    return state.open_seats()


def deal(state: State) -> Outcome:
    """Two VIP cards to each drafting seat, in seat order, sealed to it. When a card is due and the deck is empty, the
    discards are shuffled into a new one."""
    seats = drafting_seats(state)
    if not seats:
        return []
    race, shuffles = state.race.number, state.cards.shuffles
    deck, discards = list(_known(state.cards.vips)), list(_known(state.cards.discards))
    events: Outcome = []
    for seat in seats:
        hand: list[str] = []
        while len(hand) < HAND and (deck or discards):
            if not deck:
                shuffles += 1
                printed = [card for card in vip_cards(state) if card in discards]
                deck, discards = _reshuffled(state, printed, shuffles), []
                secret = {"vips": list(deck), "left": {"vips": printed}}
                events.append(Sealed(event=VipsShuffled(race=race, cards=len(deck)), secret=secret))
            hand.append(deck.pop(0))
        if hand:
            dealt = VipDealt(race=race, seat=seat, count=len(hand))
            events.append(Sealed(event=dealt, secret={"cards": hand}, audience=(f"seat:{seat}",)))
    return events


def _reshuffled(state: State, printed: list[str], counter: int) -> list[str]:
    if state.cards.seed is None:
        raise Refused("unavailable", "The seed of the cards is not known here.")
    return list(_shuffled(state, state.cards.seed, "vips", counter, printed))


def opened_decks(state: State) -> list[Event]:
    """All that was sealed about cards is opened when the game is over."""
    return [DecksOpened(opens=state.cards.parts)] if state.cards.parts else []


def lay_cards(state: State, move: LayCards, by: By) -> Outcome:
    """Where a person is the House, the cards on the real table may be typed in instead of the server's."""
    host_only(by, "says which cards lie on the table")
    this_race(state, move.race)
    if state.clock_rolls:
        raise Refused("invalid", "In this game the cards come from the server.")
    if state.phase != "ready":
        raise Refused("not_running", "Cards are laid between the preparation of a race and its start.")
    if state.race.house_bets:
        raise Refused("invalid", "The House has bet on the cards that lie here already.")
    race, board = state.race, state.board
    props = race.props if move.props is None else move.props
    exotics = race.exotics if move.exotics is None else move.exotics
    _lie(props, list(board.props), len(race.props), "prop", "props")
    _lie(exotics, list(board.exotics), len(race.exotics), "exotic-finish", "exotics")
    return [CardsLaid(race=race.number, props=props, exotics=exotics)]


def _lie(cards: Sequence[str], every: list[str], count: int, kind: str, field: str) -> None:
    if len(cards) != count or len(set(cards)) != count:
        raise Refused("invalid", f"This race has {count} different {kind} cards.", field=field, expected=count)
    unknown = [card for card in cards if card not in every]
    if unknown:
        raise Refused("invalid", f"There is no {kind} card {unknown[0]}.", field=field)
