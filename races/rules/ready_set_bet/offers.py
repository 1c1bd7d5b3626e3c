"""What can be done now: the moves a client can offer, what the clock does next, what is played for a sleeper."""

from __future__ import annotations

from typing import Any

from races.rules.protocol import Due, Move
from races.rules.ready_set_bet.drafting import hand_of
from races.rules.ready_set_bet.housing import asked
from races.rules.ready_set_bet.markers import VALUES
from races.rules.ready_set_bet.moves import KeepVip, OfferHouse, PassHouse, PlayDefaults, Roll
from races.rules.ready_set_bet.powers import late_bets, markers_of, piggybacks
from races.rules.ready_set_bet.state import Chair, State
from races.rules.table import reopenable

Offers = list[dict[str, Any]]


def due(state: State) -> Due | None:
    """The clock's next move; None while it is for people to move."""
    race = state.race.number
    if state.next_at is None:
        return None
    if state.phase == "running":
        return Due(at=state.next_at, move=Roll(race=race, n=state.race.track.roll + 1))
    return Due(at=state.next_at, move=PlayDefaults(race=race)) if state.phase in ("drafting", "offering") else None


def default(state: State, seat: int) -> Move | None:
    """What is played for a seat that sleeps: between races it keeps the card dealt first, unseen; a House gives it up,
    another seat passes. Nobody has to bet."""
    race = state.race.number
    hand = hand_of(state, seat)
    if state.phase == "drafting" and hand is not None and not hand.chosen:
        return KeepVip(race=race, unseen=True)
    if asked(state) == seat:
        return OfferHouse(race=race) if state.runs_the_race(seat) else PassHouse(race=race)
    return None


def legal(state: State, seat: int | None) -> Offers:
    """Moves to offer to ``seat`` (None: the host) as JSON, ready to send; but where one has ``fill``, the fields named
    in it come from a person and ``fill`` itself is not sent. (A seat may also close itself; nobody is offered that.)"""
    if state.phase == "finished":
        return []
    if seat is None:
        return _host_moves(state)
    chair = state.chair(seat)
    if chair is None or chair.state == "closed":
        return []
    between: Offers = []
    if state.phase in ("drafting", "ready") and state.clock_rolls:
        between.append({"type": "add_salt", "fill": ["salt"]})
    return [*_keeps(state, seat), *_answers(state, seat), *_house_moves(state, seat), *_bets(state, chair), *between]


def _keeps(state: State, seat: int) -> Offers:
    hand = hand_of(state, seat)
    if state.phase != "drafting" or hand is None or hand.chosen:
        return []
    return [{"type": "keep_vip", "race": state.race.number, "card": card} for card in hand.cards]


def _answers(state: State, seat: int) -> Offers:
    if asked(state) != seat:
        return []
    types = ("accept_house", "offer_house" if state.runs_the_race(seat) else "pass_house")
    return [{"type": type_, "race": state.race.number} for type_ in types]


def _house_moves(state: State, seat: int) -> Offers:
    """What the person on the House's seat does."""
    if not state.runs_the_race(seat):
        return []
    race = state.race.number
    if state.phase == "ready":
        bets = {"type": "place_house_bets", "race": race, "fill": ["bets"]}
        return [bets, {"type": "start_race", "race": race}]
    return _rolls(state)


def _rolls(state: State) -> Offers:
    if state.phase != "running" or state.clock_rolls or state.paused:
        return []
    return [{"type": "roll", "race": state.race.number, "n": state.race.track.roll + 1, "fill": ["dice"]}]


def _bets(state: State, chair: Chair) -> Offers:
    """Every marker on every open spot, and what Piggyback and late-bet cards allow beyond that."""
    race = state.race
    if state.phase != "running" or state.paused or state.runs_the_race(chair.seat):
        return []
    if not race.betting and not late_bets(state, chair):
        return []
    spots = state.board.in_play(race.props, race.exotics)
    there: dict[str, list[int]] = {}
    for bet in race.bets:
        there.setdefault(bet.spot, []).append(bet.seat)
    used = {spots[bet.spot].card for bet in race.bets if bet.seat == chair.seat and spots[bet.spot].kind == "exotic"}
    allowed = [key for key, spot in spots.items() if not (spot.kind == "exotic" and spot.card in used)]
    open_ = [key for key in allowed if key not in there]
    shared = [key for key in allowed if len(there.get(key, ())) == 1 and chair.seat not in there[key]]
    offers: Offers = []
    for marker in markers_left(state, chair):
        offer = {"type": "place_bet", "race": race.number, "marker": marker}
        offers.extend({**offer, "spot": spot} for spot in open_)
        if shared and piggybacks(state, chair, VALUES[marker]):
            offers.extend({**offer, "spot": spot, "piggyback": True} for spot in shared)
    return offers


def _host_moves(state: State) -> Offers:
    moves: Offers = []
    race = state.race.number
    if state.phase == "ready":
        moves.append({"type": "start_race", "race": race})
        if not state.clock_rolls and (state.race.props or state.race.exotics) and not state.race.house_bets:
            moves.append({"type": "lay_cards", "race": race, "fill": ["props", "exotics"]})
    if state.phase == "running":
        moves.append({"type": "resume"} if state.paused else {"type": "pause"})
        moves.append({"type": "abandon", "fill": ["reason"]})
        moves.extend(_rolls(state))
    if state.clock_rolls:
        moves.append({"type": "set_pace", "fill": ["pace_ms"]})
    leavable = ("playing",) if state.phase == "running" else ("playing", "leaving")
    moves.extend({"type": "close_seat", "seat": chair.seat} for chair in state.chairs if chair.state in leavable)
    moves.extend(reopenable(state, state.kind.seats[1], joining=state.phase != "running"))
    return [*moves, {"type": "close_game", "fill": ["reason"]}]


def markers_left(state: State, chair: Chair) -> list[str]:
    """The markers a seat has not placed in this race."""
    placed = {bet.marker for bet in state.race.bets if bet.seat == chair.seat}
    return [marker for marker in markers_of(state, chair) if marker not in placed]
