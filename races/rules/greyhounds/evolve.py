"""What an event makes of the state. Events carry their consequences, so nothing here needs the rules; what is sealed
is filled in where it is known, and stays None where it isn't."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from races.rules.greyhounds import dealing
from races.rules.greyhounds.betting import Bet
from races.rules.greyhounds.events import (
    BetsRevealed,
    BetsSealed,
    BookmakerBroke,
    CapitalPaid,
    CardLaid,
    CardSetAside,
    CardsRevealed,
    CardsTakenBack,
    Finished,
    GameFinished,
    Lapped,
    LeftoversRevealed,
    Moved,
    RaceAbandoned,
    RaceFinished,
    RacePrepared,
    RaceStarted,
    Ranked,
    SeatSettled,
    SeedOpened,
    SetAsidesRevealed,
    SetRevealed,
)
from races.rules.greyhounds.state import ChairState, Coming, Dog, LastRace, Phase, Shown, State
from races.rules.protocol import Event, Paused, Resumed, Rewound, SaltAdded, SeatClosed, SeatOpened, Seen


def evolve(state: State, seen: Seen) -> State:
    """The state after ``seen``."""
    return EVOLVE[type(seen.event)](state, seen.event, seen)


def _with_dog(state: State, seat: int, /, **changes: Any) -> State:
    return replace(state, dogs=tuple(replace(dog, **changes) if dog.seat == seat else dog for dog in state.dogs))


def _turn(state: State, at: int, phase: Phase, **changes: Any) -> State:
    """Other seats are waited for from now on."""
    return replace(state, phase=phase, turn=state.turn + 1, since=at, **changes)


def _between(state: State, race: int) -> State:
    """No race is on; ``race`` comes next, or the game is about to end if there is none."""
    phase: Phase = "between" if race <= dealing.RACES else "over"
    race = min(race, dealing.RACES)
    return replace(state, phase=phase, race=race, dogs=(), order=(), odds=(), round=0, shown=(), paused="")


# Preparing and dealing


def _race_prepared(state: State, event: RacePrepared, seen: Seen) -> State:
    seed = (seen.move_secret or {}).get("seed")
    return replace(state, coming=Coming(event.race, seen.version, seed))


def _capital_paid(state: State, event: CapitalPaid, seen: Seen) -> State:
    chairs = tuple(replace(c, money=event.balance) if c.seat == event.seat else c for c in state.chairs)
    return replace(state, chairs=chairs, funded=True)


def _race_started(state: State, event: RaceStarted, seen: Seen) -> State:
    return replace(state, race=event.race, dogs=tuple(Dog(chair.seat) for chair in state.chairs), paused="")


def _set_revealed(state: State, event: SetRevealed, seen: Seen) -> State:
    return _with_dog(state, event.seat, set_=event.cards)


def _ranked(state: State, event: Ranked, seen: Seen) -> State:
    dogs = tuple(replace(dog, hund=event.order.index(dog.seat) + 1) for dog in state.dogs)
    return _turn(state, seen.at, "bets", dogs=dogs, order=event.order, odds=event.odds)


def _seed_opened(state: State, event: SeedOpened, seen: Seen) -> State:
    if state.coming is None or state.coming.prepared not in event.opens:
        return state  # dropped by a rewind already
    return replace(state, coming=None)


def _salt_added(state: State, event: SaltAdded, seen: Seen) -> State:
    if state.coming is None:
        return state
    salts = tuple(sorted({**dict(state.coming.salts), event.seat: event.salt}.items()))
    return replace(state, coming=replace(state.coming, salts=salts))


# What seats do in secret


def _bets_sealed(state: State, event: BetsSealed, seen: Seen) -> State:
    bets = None if seen.secret is None else msgspec.convert(seen.secret["bets"], tuple[Bet, ...])
    state = _with_dog(state, event.seat, bets=bets, bets_at=seen.version)
    return state if state.waiting else _turn(state, seen.at, "set_aside")


def _card_set_aside(state: State, event: CardSetAside, seen: Seen) -> State:
    card = None if seen.secret is None else seen.secret["card"]
    state = _with_dog(state, event.seat, aside=card, aside_at=seen.version)
    return state if state.waiting else _turn(state, seen.at, "play", round=1)


def _card_laid(state: State, event: CardLaid, seen: Seen) -> State:
    card = None if seen.secret is None else seen.secret["card"]
    return _with_dog(state, event.seat, laid=card, laid_at=seen.version)


# Running


def _cards_revealed(state: State, event: CardsRevealed, seen: Seen) -> State:
    """The next group is waited for; after the last one, the next round's first, from where the dogs will stand."""
    up = {each.seat: each.card for each in event.cards}
    dogs = tuple(
        replace(dog, laid=None, laid_at=0, played=(*dog.played, up[dog.seat])) if dog.seat in up else dog
        for dog in state.dogs
    )
    shown = (*state.shown, *(Shown(seat, card) for seat, card in up.items()))
    state = _turn(state, seen.at, "play", dogs=dogs, shown=shown)
    if len(shown) < len(state.runners):
        return state
    return replace(state, shown=(), round=state.round + 1)


def _moved(state: State, event: Moved, seen: Seen) -> State:
    return _with_dog(state, event.seat, position=event.position)


def _lapped(state: State, event: Lapped, seen: Seen) -> State:
    return _with_dog(state, event.seat, state="lapped")


def _finished(state: State, event: Finished, seen: Seen) -> State:
    return _with_dog(state, event.seat, state="finished", place=event.rank)


def _cards_taken_back(state: State, event: CardsTakenBack, seen: Seen) -> State:
    return replace(state, dogs=tuple(replace(dog, played=()) for dog in state.dogs))


# The end of a race


def _race_finished(state: State, event: RaceFinished, seen: Seen) -> State:
    sets = {dog.seat: dog.set_ for dog in state.dogs}
    chairs = tuple(replace(chair, spent=(*chair.spent, *sets[chair.seat])) for chair in state.chairs)
    positions = tuple((each.seat, each.position) for each in event.positions)
    last = LastRace(event.race, event.rounds, event.places, positions)
    ended = _between(state, event.race + 1)
    return replace(ended, chairs=chairs, settled=state.settled + 1, last=last)


def _bets_revealed(state: State, event: BetsRevealed, seen: Seen) -> State:
    return state if state.last is None else replace(state, last=replace(state.last, bets=event.bets))


def _set_asides_revealed(state: State, event: SetAsidesRevealed, seen: Seen) -> State:
    asides = tuple(Shown(each.seat, each.card) for each in event.cards)
    return state if state.last is None else replace(state, last=replace(state.last, asides=asides))


def _seat_settled(state: State, event: SeatSettled, seen: Seen) -> State:
    chairs = tuple(
        replace(chair, money=event.balance, delta=event.balance - chair.money) if chair.seat == event.seat else chair
        for chair in state.chairs
    )
    return replace(state, chairs=chairs)


def _nothing(state: State, event: Event, seen: Seen) -> State:
    """What other events say already."""
    return state


def _race_abandoned(state: State, event: RaceAbandoned, seen: Seen) -> State:
    return _between(state, event.race)


def _game_finished(state: State, event: GameFinished, seen: Seen) -> State:
    return replace(_between(state, state.race), phase="finished", ranking=event.ranking)


# The host's hand


def _paused(state: State, event: Paused, seen: Seen) -> State:
    return replace(state, paused=event.reason)


def _resumed(state: State, event: Resumed, seen: Seen) -> State:
    return replace(state, paused="", since=seen.at)


def _rewound(state: State, event: Rewound, seen: Seen) -> State:
    """``state`` is the one after version ``to``: a running race stands paused. The next deal gets a new seed, for the
    old one may have been seen; but where the moves that followed are made again (a correction), all stays as dealt."""
    if event.replayed:
        return state
    return replace(state, paused="rewound" if state.running else "", coming=None)


def _with_chair(state: State, seat: int, now: ChairState) -> State:
    return replace(state, chairs=tuple(replace(c, state=now) if c.seat == seat else c for c in state.chairs))


def _seat_closed(state: State, event: SeatClosed, seen: Seen) -> State:
    return _with_chair(state, event.seat, "closed")


def _seat_opened(state: State, event: SeatOpened, seen: Seen) -> State:
    """If it is waited for, it gets the whole time to wake up."""
    state = _with_chair(state, event.seat, "playing")
    return replace(state, since=max(state.since, seen.at)) if event.seat in state.waiting else state


EVOLVE: dict[type[Event], Callable[[State, Any, Seen], State]] = {
    RacePrepared: _race_prepared,
    CapitalPaid: _capital_paid,
    RaceStarted: _race_started,
    SetRevealed: _set_revealed,
    Ranked: _ranked,
    SeedOpened: _seed_opened,
    SaltAdded: _salt_added,
    BetsSealed: _bets_sealed,
    CardSetAside: _card_set_aside,
    CardLaid: _card_laid,
    CardsRevealed: _cards_revealed,
    Moved: _moved,
    Lapped: _lapped,
    Finished: _finished,
    CardsTakenBack: _cards_taken_back,
    RaceFinished: _race_finished,
    BetsRevealed: _bets_revealed,
    SetAsidesRevealed: _set_asides_revealed,
    SeatSettled: _seat_settled,
    BookmakerBroke: _nothing,
    LeftoversRevealed: _nothing,
    RaceAbandoned: _race_abandoned,
    GameFinished: _game_finished,
    Paused: _paused,
    Resumed: _resumed,
    Rewound: _rewound,
    SeatClosed: _seat_closed,
    SeatOpened: _seat_opened,
}
