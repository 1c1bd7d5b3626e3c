"""How a game opens: whether its options and seats fit together, and the state it begins with."""

from __future__ import annotations

from collections.abc import Sequence

from races.rules.protocol import COLOURS, Refused
from races.rules.ready_set_bet.board import BOARDS, FIRST_BOARD, STANDARD
from races.rules.ready_set_bet.deck_check import problems
from races.rules.ready_set_bet.decks import fingerprint
from races.rules.ready_set_bet.markers import HOUSES, marker_set
from races.rules.ready_set_bet.state import Cards, Chair, Options, Race, Setup, State
from races.rules.ready_set_bet.track import gate


def check(options: Options, seats: Sequence[int]) -> None:
    """Raises :class:`Refused` (``invalid``) where options and seats don't fit together; with ``errors`` where it is the
    VIP deck that is wrong, naming card and field."""
    fewest, most = HOUSES[options.house].seats
    if not fewest <= len(seats) <= most:
        raise Refused("invalid", f"A game with House {options.house} has {fewest} to {most} seats.", field="seats")
    if list(seats) != sorted(set(seats)) or seats[0] < 1:
        raise Refused("invalid", "Seats are different numbers from 1, in ascending order.", field="seats")
    if options.house == "competing" and options.house_seat not in seats:
        raise Refused("invalid", f"There is no seat {options.house_seat} to be the House.", field="house_seat")
    if options.vip_deck is not None:
        _check_deck(options, len(seats))


def _check_deck(options: Options, seats: int) -> None:
    assert options.vip_deck is not None
    drafting = seats - (options.house == "competing")
    found = problems(options.vip_deck, STANDARD, needed=options.races * drafting)
    if found:
        sentence = f"This VIP deck can't be played with: {found[0].sentence}"
        raise Refused("invalid", sentence, field="vip_deck", errors=[problem.as_json() for problem in found])


def initial(options: Options, seats: Sequence[int], salt: str, edition: str | None) -> State:
    """The state after the opening: money 0, race 1 to be prepared. ``salt``: the game's public salt, lower-case hex;
    ``edition``: hash of the edition's file (None: a game from before editions were recorded). ``KeyError`` where there
    is no such edition here."""
    board = FIRST_BOARD if edition is None else BOARDS[edition]
    deck = options.vip_deck or board.edition.vips
    return State(
        setup=Setup(options, salt, marker_set(options.house, len(seats)), board.hash, fingerprint(options.vip_deck)),
        chairs=tuple(Chair(seat, COLOURS[i]) for i, seat in enumerate(seats)),
        phase="preparing",
        race=Race(1, gate(board)),
        pace_ms=options.pace_ms,
        cards=Cards(vips_left=sum(card.copies for card in deck.cards) if options.vips else 0),
    )
