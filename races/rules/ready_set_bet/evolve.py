"""What an event makes of the state. Events carry their consequences, so nothing here needs the rules.

Runs 250,000 times a second in a replay: hence a look-up by type and positional structs instead of copies by keyword.
What happens to cards and the House stands in :mod:`.evolve_cards`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from races.rules.protocol import Event, Paused, Resumed, Rewound, SaltAdded, SeatAdded, SeatClosed, SeatOpened, Seen
from races.rules.ready_set_bet import evolve_cards
from races.rules.ready_set_bet.events import (
    BetPlaced,
    BetSettled,
    BettingClosed,
    GameFinished,
    PaceSet,
    RaceAbandoned,
    RaceFinished,
    RacePrepared,
    RaceStarted,
    RedLineCrossed,
    Rolled,
    SeatLeaving,
    SeatSettled,
    SeedOpened,
)
from races.rules.ready_set_bet.evolve_cards import before_start
from races.rules.ready_set_bet.state import Bet, Chair, ChairState, LastRace, Phase, Race, SettledBet, State
from races.rules.ready_set_bet.track import Track, gate


def evolve(state: State, seen: Seen) -> State:
    """The state after ``seen``. Without secrets the state simply has no seed; all else is the same."""
    return EVOLVE[type(seen.event)](state, seen.event, seen)


def next_due(due: int | None, at: int, pace: int) -> int:
    """When the clock rolls after a roll that was due at ``due`` and fell at ``at`` (all µs): a roll that is late by
    less than one pace doesn't shift the rhythm, a later one starts it anew (no burst). So does one that fell before it
    was due: only a correction makes rolls again, and the next one shall not wait for all of those."""
    return due + pace if due is not None and 0 <= at - due < pace else at + pace


def _rolled(state: State, event: Rolled, seen: Seen) -> State:
    race = state.race
    track, horse = race.track, state.board.index[event.horse]
    positions = track.positions
    moved = Track(
        (*positions[:horse], event.position, *positions[horse + 1 :]),
        event.roll,
        horse,
        track.run + 1 if horse == track.horse else 1,
        track.crossed,
    )
    due = state.next_at
    return State(
        state.setup,
        state.chairs,
        state.phase,
        Race(
            race.number,
            moved,
            race.prepared,
            race.seed,
            race.salts,
            race.bets,
            race.betting,
            race.props,
            race.exotics,
            race.house_bets,
        ),
        state.pace_ms,
        state.paused,
        None if due is None else next_due(due, seen.at, state.pace_ms * 1000),
        state.settled,
        state.last,
        state.house,
        state.cards,
    )


def _bet_placed(state: State, event: BetPlaced, seen: Seen) -> State:
    race = state.race
    bet = Bet(event.seat, event.marker, event.spot, event.pays, event.loses, event.piggyback, event.late)
    return State(
        state.setup,
        state.chairs,
        state.phase,
        Race(
            race.number,
            race.track,
            race.prepared,
            race.seed,
            race.salts,
            (*race.bets, bet),
            race.betting,
            race.props,
            race.exotics,
            race.house_bets,
        ),
        state.pace_ms,
        state.paused,
        state.next_at,
        state.settled,
        state.last,
        state.house,
        state.cards,
    )


def _race_prepared(state: State, event: RacePrepared, seen: Seen) -> State:
    seed = (seen.move_secret or {}).get("seed")
    race = Race(event.race, gate(state.board), seen.version, seed, props=event.props, exotics=event.exotics)
    cards = evolve_cards.drawn(state.cards, event)
    return before_start(replace(state, race=race, cards=cards), seen.at)


def _race_started(state: State, event: RaceStarted, seen: Seen) -> State:
    due = seen.at + state.pace_ms * 1000 if state.clock_rolls else None
    return replace(state, phase="running", paused="", next_at=due, race=replace(state.race, betting=True))


def _red_line_crossed(state: State, event: RedLineCrossed, seen: Seen) -> State:
    track = state.race.track
    crossed = (*track.crossed, state.board.index[event.horse])
    return replace(state, race=replace(state.race, track=replace(track, crossed=crossed)))


def _betting_closed(state: State, event: BettingClosed, seen: Seen) -> State:
    return replace(state, race=replace(state.race, betting=False))


def _race_finished(state: State, event: RaceFinished, seen: Seen) -> State:
    more = event.race < state.setup.options.races
    phase: Phase = "preparing" if more else "settled"
    return replace(
        state,
        phase=phase,
        race=Race(event.race + more, gate(state.board), exotics=state.race.exotics),
        paused="",
        next_at=None,
        settled=state.settled + 1,
        last=LastRace(
            *(event.race, event.positions, event.win, event.place, event.show),
            props=state.race.props,
            exotics=state.race.exotics,
        ),
    )


def _bet_settled(state: State, event: BetSettled, seen: Seen) -> State:
    last = state.last
    if last is None:  # a settlement follows its race_finished, always
        return state
    bet = SettledBet(event.seat, event.marker, event.spot, event.hit, event.amount)
    return replace(state, last=replace(last, bets=(*last.bets, bet)))


def _seat_settled(state: State, event: SeatSettled, seen: Seen) -> State:
    chairs = tuple(
        Chair(
            *(chair.seat, chair.colour, event.balance, event.balance - chair.money, chair.state, chair.vips),
            put_away=chair.put_away,
        )
        if chair.seat == event.seat
        else chair
        for chair in state.chairs
    )
    return replace(state, chairs=chairs)


def _seed_opened(state: State, event: SeedOpened, seen: Seen) -> State:
    if state.race.prepared not in event.opens:
        return state  # the race is finished, abandoned or rewound already
    return replace(state, race=replace(state.race, seed=None))


def _race_abandoned(state: State, event: RaceAbandoned, seen: Seen) -> State:
    """What was paid for the race goes back; its cards stay where they lie."""
    back = {change.seat: change.amount for change in event.reversals}
    chairs = tuple(replace(c, money=c.money + back.get(c.seat, 0), race_money=0) for c in state.chairs)
    race = Race(event.race, gate(state.board), props=state.race.props, exotics=state.race.exotics)
    house = replace(state.house, paid=min(state.house.paid, event.race - 1)) if back else state.house
    return replace(state, phase="preparing", race=race, paused="", next_at=None, chairs=chairs, house=house)


def _paused(state: State, event: Paused, seen: Seen) -> State:
    return replace(state, paused=event.reason, next_at=None)


def _resumed(state: State, event: Resumed, seen: Seen) -> State:
    return replace(state, paused="", next_at=seen.at + state.pace_ms * 1000 if state.clock_rolls else None)


def _rewound(state: State, event: Rewound, seen: Seen) -> State:
    """``state`` is the one after version ``to``: a running race stands paused, and what is left of the decks will be
    shuffled again before the next card is drawn; unless its moves follow again (a correction)."""
    if event.replayed:
        return state
    state = replace(state, cards=replace(state.cards, sealed=0))
    return replace(state, paused="rewound", next_at=None) if state.phase == "running" else state


def _pace_set(state: State, event: PaceSet, seen: Seen) -> State:
    """The roll that is awaited moves too: one new pace after the roll before it, but not into the past."""
    due = state.next_at
    if due is not None:
        due = max(seen.at, due + (event.pace_ms - state.pace_ms) * 1000)
    return replace(state, pace_ms=event.pace_ms, next_at=due)


def _salt_added(state: State, event: SaltAdded, seen: Seen) -> State:
    others = {seat: salt for seat, salt in state.race.salts if seat != event.seat}
    salts = tuple(sorted({**others, event.seat: event.salt}.items()))
    return replace(state, race=replace(state.race, salts=salts))


def _seat_added(state: State, event: SeatAdded, seen: Seen) -> State:
    chairs = sorted((*state.chairs, Chair(event.seat, event.colour)), key=lambda chair: chair.seat)
    return replace(state, chairs=tuple(chairs))


def _with_chair(state: State, seat: int, now: ChairState) -> State:
    return replace(state, chairs=tuple(replace(c, state=now) if c.seat == seat else c for c in state.chairs))


def _seat_leaving(state: State, event: SeatLeaving, seen: Seen) -> State:
    return _with_chair(state, event.seat, "leaving")


def _seat_closed(state: State, event: SeatClosed, seen: Seen) -> State:
    return evolve_cards.left(_with_chair(state, event.seat, "closed"), event.seat, seen.at)


def _seat_opened(state: State, event: SeatOpened, seen: Seen) -> State:
    return evolve_cards.back(_with_chair(state, event.seat, "playing"), event.seat, seen.at)


def _game_finished(state: State, event: GameFinished, seen: Seen) -> State:
    return replace(state, phase="finished", ranking=event.ranking)


EVOLVE: dict[type[Event], Callable[[State, Any, Seen], State]] = {
    Rolled: _rolled,
    BetPlaced: _bet_placed,
    RacePrepared: _race_prepared,
    RaceStarted: _race_started,
    RedLineCrossed: _red_line_crossed,
    BettingClosed: _betting_closed,
    RaceFinished: _race_finished,
    BetSettled: _bet_settled,
    SeatSettled: _seat_settled,
    SeedOpened: _seed_opened,
    RaceAbandoned: _race_abandoned,
    Paused: _paused,
    Resumed: _resumed,
    Rewound: _rewound,
    PaceSet: _pace_set,
    SaltAdded: _salt_added,
    SeatAdded: _seat_added,
    SeatLeaving: _seat_leaving,
    SeatClosed: _seat_closed,
    SeatOpened: _seat_opened,
    GameFinished: _game_finished,
    **evolve_cards.EVOLVE,
}
