"""Who is House: the first by lot, then offered round the table; and what the House is paid (rules page §10)."""

from __future__ import annotations

from races.rules import chance
from races.rules.protocol import By, Event, Refused
from races.rules.ready_set_bet.events import HouseChosen, HouseOffered, HousePaid, HousePassed
from races.rules.ready_set_bet.guards import this_race
from races.rules.ready_set_bet.moves import AcceptHouse, ChooseHouse, OfferHouse, PassHouse, PayHouse
from races.rules.ready_set_bet.state import State
from races.rules.table import Outcome, own_chair, server_only


def clockwise(state: State, seat: int) -> list[int]:
    """Every other open seat, from the left of ``seat`` on: seats sit clockwise in ascending number."""
    others = [other for other in state.open_seats() if other != seat]
    return [other for other in others if other > seat] + [other for other in others if other < seat]


def asked(state: State) -> int | None:
    """Whose answer is awaited: the sitting House's first, then each seat's from its left. None: all have passed."""
    if state.phase != "offering":
        return None
    sitting = state.house.seat
    round_table = [*([sitting] if sitting in state.open_seats() else []), *clockwise(state, sitting)]
    return next((seat for seat in round_table if seat not in state.house.passed), None)


def must_choose(state: State) -> bool:
    """Is it for the server to say who is House?"""
    if not state.kind.resting:
        return False
    if state.phase == "offering":
        return asked(state) is None
    if state.phase != "preparing" or state.house.race:
        return False
    seats, options = state.open_seats(), state.setup.options
    return options.house_seat in seats if options.house == "competing" else bool(seats)


def choose_house(state: State, move: ChooseHouse, by: By) -> Outcome:
    """The House of a competing game; the first of a rotating one by lot; or whoever sits on the left when all have
    passed."""
    server_only(by, "chooses the House")
    this_race(state, move.race)
    if not must_choose(state):
        raise Refused("not_your_turn", "The House is known, or somebody is asked.")
    race, seats = state.race.number, state.open_seats()
    if state.setup.options.house == "competing":
        return [HouseChosen(race=race, seat=state.setup.options.house_seat)]
    if state.phase == "offering":
        left = clockwise(state, state.house.seat)
        return [HouseChosen(race=race, seat=left[0] if left else state.house.seat)]
    if move.seed is None:
        raise Refused("invalid", "The first House is drawn from a seed.")
    order = chance.shuffle(bytes.fromhex(move.seed), state.setup.salt, "house", race, 0, seats)
    return [HouseChosen(race=race, seat=order[0], seed=move.seed)]


def house_pay(state: State) -> int:
    """What the House is still to be paid before the race at hand, in dollars.

    A permanent House gets its starting sum, once. A rotating one is paid per round for its sleeping VIP cards; without
    VIP cards it is not."""
    house, race, edition = state.house, state.race.number, state.board.edition
    if not house.seat or house.race == 0:
        return 0
    if state.setup.options.house == "competing":
        return edition.house_start if house.paid == 0 else 0
    if state.phase != "ready" or house.paid == race or not state.setup.options.vips:
        return 0
    chair = state.chair(house.seat)
    return edition.house_pay * (race - 1) if chair is not None and chair.state != "closed" else 0


def pay_house(state: State, move: PayHouse, by: By) -> Outcome:
    server_only(by, "pays the House")
    this_race(state, move.race)
    amount, chair = house_pay(state), state.chair(state.house.seat)
    if not amount or chair is None:
        raise Refused("invalid", "Nothing is due to the House.")
    return [HousePaid(race=state.race.number, seat=chair.seat, amount=amount, balance=chair.money + amount)]


def returned_pay(state: State, seat: int) -> list[Event]:
    """A rotating House that leaves before the race it was paid for gives the pay back."""
    chair = state.chair(seat)
    if chair is None or state.phase == "running" or not state.runs_the_race(seat) or not chair.race_money:
        return []
    money = chair.money - chair.race_money
    return [HousePaid(race=state.race.number, seat=seat, amount=-chair.race_money, balance=money)]


def offer_house(state: State, move: OfferHouse, by: By) -> Outcome:
    seat = _asked(state, by, move.race)
    if not state.runs_the_race(seat):
        raise Refused("not_your_turn", "Only the sitting House can give it up; you can pass.")
    return [HouseOffered(race=state.race.number, seat=seat)]


def accept_house(state: State, move: AcceptHouse, by: By) -> Outcome:
    return [HouseChosen(race=state.race.number, seat=_asked(state, by, move.race))]


def pass_house(state: State, move: PassHouse, by: By) -> Outcome:
    seat = _asked(state, by, move.race)
    if state.runs_the_race(seat):
        raise Refused("not_your_turn", "The sitting House stays, or gives it up with an offer.")
    return [HousePassed(race=state.race.number, seat=seat)]


def _asked(state: State, by: By, race: int | None) -> int:
    chair = own_chair(state, by)
    this_race(state, race)
    turn = asked(state)
    if turn is None:
        raise Refused("not_your_turn", "Nobody is asked to be House now.")
    if turn != chair.seat:
        raise Refused("not_your_turn", f"Seat {turn} is asked first.", expected=turn)
    return chair.seat
