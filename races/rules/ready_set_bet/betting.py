"""Placing markers: everybody's during the race, the House's before it (rules page §4, §9, §10)."""

from __future__ import annotations

from races.rules.protocol import By, Refused
from races.rules.ready_set_bet.board import Spot
from races.rules.ready_set_bet.events import BetPlaced, HouseBet, HouseBetsPlaced
from races.rules.ready_set_bet.guards import CLOCK, running, this_race
from races.rules.ready_set_bet.markers import HOUSE_MARKERS, VALUES
from races.rules.ready_set_bet.moves import PlaceBet, PlaceHouseBets
from races.rules.ready_set_bet.powers import late_bets, markers_of, odds, piggybacks
from races.rules.ready_set_bet.state import Chair, State
from races.rules.table import Outcome, own_chair


def place_bet(state: State, move: PlaceBet, by: By) -> Outcome:
    chair, race = own_chair(state, by), state.race
    if move.marker not in VALUES:
        raise Refused("unknown_marker", "There is no such marker.")
    spot = known_spot(state, move.spot)
    if state.runs_the_race(chair.seat):
        raise Refused("house_cannot_bet", "The House places nothing during the race.")
    if move.marker not in markers_of(state, chair):
        raise Refused("unknown_marker", f"Seat {chair.seat} has no marker {move.marker} in this race.")
    this_race(state, move.race)
    running(state)
    CLOCK.unpaused(state)
    late = not race.betting
    if late and not late_bets(state, chair):
        raise Refused("betting_closed", "No more bets!")
    if move.until_roll is not None and race.track.roll > move.until_roll:
        raise Refused("too_late", f"Roll {race.track.roll} has fallen meanwhile.", expected=race.track.roll)
    for bet in race.bets:
        if bet.seat == chair.seat and bet.marker == move.marker:
            raise Refused("marker_used", f"Marker {move.marker} lies on {bet.spot} already.")
    in_play(state, spot)
    if spot.card and spot.kind == "exotic":
        for bet in race.bets:
            if bet.seat == chair.seat and _card_of(bet.spot) == spot.card:
                raise Refused("exotic_card_used", f"One of your markers lies on {bet.spot}: one a card.")
    joins = _joins(state, chair, move)
    terms = odds(state, chair, move.marker, spot)
    return [
        BetPlaced(
            race=race.number,
            seat=chair.seat,
            marker=move.marker,
            spot=move.spot,
            pays=terms.pays,
            loses=terms.loses,
            piggyback=joins,
            late=late,
        )
    ]


def _joins(state: State, chair: Chair, move: PlaceBet) -> bool:
    """Does this bet use a Piggyback card? False: the spot is open. Refuses ``spot_taken``."""
    there = [bet for bet in state.race.bets if bet.spot == move.spot]
    if not there:
        return False
    by = there[0].seat
    if any(bet.seat == chair.seat for bet in there):
        raise Refused("spot_taken", "Your own marker lies there.", by=chair.seat)
    if not move.piggyback:
        raise Refused("spot_taken", f"Seat {by} was faster.", by=by)
    if len(there) > 1:
        raise Refused("spot_taken", "Two markers lie there already.", by=by)
    value = VALUES[move.marker]
    if not piggybacks(state, chair, value):
        raise Refused("spot_taken", f"Seat {by} was faster, and no Piggyback for value {value} is left.", by=by)
    return True


def known_spot(state: State, key: str) -> Spot:
    """Refuses ``unknown_spot`` for what is not on this game's board at all."""
    spot = state.board.spot(key, state.race.props)
    options = state.setup.options
    if spot is None or (spot.kind == "exotic" and not options.exotics):
        raise Refused("unknown_spot", "There is no such spot on this game's board.")
    return spot


def in_play(state: State, spot: Spot) -> None:
    """Refuses ``spot_forbidden`` for an exotic finish that is not revealed yet."""
    if spot.kind == "exotic" and spot.card not in state.race.exotics:
        raise Refused("spot_forbidden", f"{state.board.exotics[spot.card].name} is not in play yet.")


def _card_of(spot: str) -> str:
    """``exotic:late-start:2`` → ``late-start``; of other spots: empty."""
    return spot.split(":")[1] if spot.startswith("exotic:") else ""


def place_house_bets(state: State, move: PlaceHouseBets, by: By) -> Outcome:
    """Six markers on six different spots in play, one a card of exotic finishes; they block nobody, and a later list
    takes the place of this one."""
    chair = own_chair(state, by)
    if not state.kind.resting:
        raise Refused("invalid", "In this game the House doesn't bet.")
    if not state.runs_the_race(chair.seat):
        raise Refused("wrong_scope", "Only the House places House bets.")
    this_race(state, move.race)
    if state.phase == "running":
        raise Refused("already_running", "The race has started: House bets are placed before it.")
    if state.phase != "ready":
        raise Refused("not_running", "House bets are placed when the race is ready to start.")
    if sorted(bet.marker for bet in move.bets) != list(HOUSE_MARKERS):
        raise Refused("invalid", "The House places its six markers, house-1 to house-6, all at once.", field="bets")
    bets, cards = [], set()
    for placed in move.bets:
        spot = known_spot(state, placed.spot)
        in_play(state, spot)
        if spot.kind == "exotic" and spot.card in cards:
            raise Refused("exotic_card_used", "One House marker on each exotic-finish card.")
        if spot.kind == "exotic":
            cards.add(spot.card)
        bets.append(HouseBet(placed.marker, placed.spot, spot.pays, spot.loses))
    if len({bet.spot for bet in bets}) != len(bets):
        raise Refused("spot_taken", "The House's markers lie on six different spots.", by=chair.seat)
    return [HouseBetsPlaced(race=state.race.number, seat=chair.seat, bets=tuple(bets))]
