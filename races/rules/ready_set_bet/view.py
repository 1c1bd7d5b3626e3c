"""What people see of a game of Ready Set Bet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from races.rules.ready_set_bet.decks import vip_cards
from races.rules.ready_set_bet.drafting import hand_of, undecided
from races.rules.ready_set_bet.housing import asked
from races.rules.ready_set_bet.offers import markers_left
from races.rules.ready_set_bet.scoreboard import phase
from races.rules.ready_set_bet.state import Bet, LastRace, State
from races.rules.ready_set_bet.vips import describe


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What ``seat`` (None: the public) may see, as JSON. Hidden are the seeds, the decks, and in a draft what others
    were dealt and have chosen.

    ``positions`` in horse order; ``bets`` in the order they were placed; ``props`` by place, ``exotics`` in the order
    they were revealed; ``draft``: the one going on, with the viewer's own hand; ``asked``: the seat that may be House
    next; ``last``: the result of the race before.
    """
    race, board = state.race, state.board
    track = race.track
    return {
        "seat": seat,
        "edition": board.edition.name,
        "house": state.setup.options.house,
        "house_seat": state.house.seat or None,
        "phase": phase(state),
        "race": race.number,
        "races": state.setup.options.races,
        "paused": state.paused or None,
        "pace_ms": state.pace_ms,
        "next_at": state.next_at,
        "salt": state.setup.salt,
        "salts": [{"seat": giver, "salt": salt} for giver, salt in race.salts],
        "roll": track.roll,
        "horse": board.horses[track.horse] if track.horse >= 0 else None,
        "positions": list(track.positions),
        "crossed": [board.horses[horse] for horse in track.crossed],
        "betting": race.betting,
        "props": [
            {"spot": place, **board.prop_card(card)} for place, card in zip(board.prop_places, race.props, strict=False)
        ],
        "exotics": [board.exotic_card(card) for card in race.exotics],
        "bets": _bets(race.bets),
        "house_bets": _bets(race.house_bets),
        "seats": [
            {
                "seat": chair.seat,
                "colour": chair.colour,
                "money": chair.money,
                "delta": chair.delta,
                "state": chair.state,
                "markers": markers_left(state, chair),
                "vips": [_card(state, card) for card in chair.vips],
            }
            for chair in state.chairs
        ],
        "draft": _draft(state, seat),
        "asked": asked(state),
        "vips_left": state.cards.vips_left,
        "last": None if state.last is None else _last(state.last),
        "ranking": [{"seat": line.seat, "rank": line.rank, "money": line.money} for line in state.ranking],
    }


def _bets(bets: Iterable[Bet]) -> list[dict[str, Any]]:
    return [
        {"seat": bet.seat, "marker": bet.marker, "spot": bet.spot, "pays": bet.pays, "loses": bet.loses} for bet in bets
    ]


def _card(state: State, key: str) -> dict[str, Any]:
    card = vip_cards(state)[key]
    return {"card": key, "name": card.name, "does": describe(card), "text": card.text}


def _draft(state: State, seat: int | None) -> dict[str, Any] | None:
    if state.phase != "drafting":
        return None
    hand = None if seat is None else hand_of(state, seat)
    return {
        "waiting": undecided(state),
        "cards": [] if hand is None else [_card(state, card) for card in hand.cards],
        "kept": None if hand is None or not hand.chosen else hand.card or None,
    }


def _last(last: LastRace) -> dict[str, Any]:
    return {
        "race": last.number,
        "positions": list(last.positions),
        "win": list(last.win),
        "place": list(last.place),
        "show": list(last.show),
        "props": list(last.props),
        "exotics": list(last.exotics),
        "bets": [
            {"seat": bet.seat, "marker": bet.marker, "spot": bet.spot, "hit": bet.hit, "amount": bet.amount}
            for bet in last.bets
        ],
    }
