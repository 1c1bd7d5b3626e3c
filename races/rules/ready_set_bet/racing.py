"""The race: prepared, started, rolled to its end; or void."""

from __future__ import annotations

from races.rules import chance
from races.rules.protocol import Abandon, By, CloseGame, Event, Paused, Refused, Reversal, SeatClosed
from races.rules.ready_set_bet.decks import deal, drawn, opened_decks
from races.rules.ready_set_bet.events import (
    BettingClosed,
    GameFinished,
    RaceAbandoned,
    RaceFinished,
    RacePrepared,
    RaceStarted,
    RedLineCrossed,
    Rolled,
    SeatSettled,
    SeedOpened,
    VipPaid,
)
from races.rules.ready_set_bet.guards import CLOCK, house_or_host, running, this_race
from races.rules.ready_set_bet.markers import VALUES, house_values
from races.rules.ready_set_bet.moves import PrepareRace, Roll, StartRace
from races.rules.ready_set_bet.placing import finish
from races.rules.ready_set_bet.powers import held, roll_money
from races.rules.ready_set_bet.settlement import Terms, settle
from races.rules.ready_set_bet.state import Chair, Race, State
from races.rules.ready_set_bet.track import advance, arrived, closing
from races.rules.table import Outcome, host_only, ranking, server_only


def opened(race: Race) -> list[Event]:
    """The opening of a race's seed, where there is one still sealed."""
    if race.seed is None:
        return []
    return [SeedOpened(race=race.number, seed=race.seed, opens=(race.prepared,))]


def _leavers(state: State) -> list[Event]:
    return [SeatClosed(seat=chair.seat) for chair in state.chairs if chair.state == "leaving"]


def prepare_race(state: State, move: PrepareRace, by: By) -> Outcome:
    """Five new props, one more exotic, the dice's seed sealed; and, from the second race on, the VIP cards dealt."""
    server_only(by, "prepares a race")
    this_race(state, move.race)
    if state.phase != "preparing":
        raise Refused("already_running", "This race is prepared already.")
    if state.clock_rolls != (move.seed is not None):
        raise Refused("invalid", "The server rolls from a seed, a person without one.")
    props, exotics = drawn(state)
    return [RacePrepared(race=move.race, props=props, exotics=exotics), *deal(state)]


def start_race(state: State, move: StartRace, by: By) -> Outcome:
    house_or_host(state, by, "starts a race")
    this_race(state, move.race)
    if state.phase == "running":
        raise Refused("already_running", f"Race {state.race.number} is running already.")
    if state.phase == "drafting":
        raise Refused("not_running", "First every seat keeps one of its two VIP cards.")
    if state.phase == "offering":
        raise Refused("not_running", "First it must be known who is the House.")
    if state.phase != "ready":
        raise Refused("not_running", "The next race is not prepared yet.")
    return [RaceStarted(race=state.race.number)]


def roll(state: State, move: Roll, by: By) -> Outcome:
    if state.clock_rolls and not by.clock:
        raise Refused("wrong_scope", "In this game the server rolls.")
    house_or_host(state, by, "rolls")
    this_race(state, move.race)
    running(state)
    CLOCK.unpaused(state)
    n = state.race.track.roll + 1
    if move.n is not None and move.n != n:
        raise Refused("roll_out_of_order", f"Roll {move.n} is not the next one; roll {n} is.", expected=n)
    if not state.clock_rolls:
        if move.dice is None:
            raise Refused("invalid", "Say what the two dice show.", field="dice")
        return rolled(state, move.dice)
    if move.dice is not None:
        raise Refused("invalid", "In this game the dice come from the server.", field="dice")
    due = state.next_at
    if not by.replay:
        if due is None or by.at < due:
            raise Refused("too_early", "The next roll is not due yet.")
        if by.at > due + state.setup.options.pause_after_gap_s * 1_000_000:
            return [Paused(reason="gap")]
    if state.race.seed is None:
        raise Refused("unavailable", "The seed of this race is not known here.")
    salt = chance.public_salt(state.setup.salt, state.race.salts)
    return rolled(state, chance.dice(bytes.fromhex(state.race.seed), salt, state.race.number, n))


def rolled(state: State, dice: tuple[int, int]) -> Outcome:
    """One roll and all that follows from it, in the order of rules page §3: move, money for the roll, crossing, close
    of betting, arrival, result, settlement."""
    board, race, before = state.board, state.race.number, state.race.track
    horse = board.of_total[dice[0] + dice[1]]
    stride = advance(board, before, horse)
    after, name = stride.track, board.horses[horse]
    events: Outcome = [
        Rolled(
            race=race,
            roll=after.roll,
            dice=dice,
            horse=name,
            steps=stride.steps,
            bonus=stride.bonus,
            position=after.positions[horse],
        )
    ]
    paid: dict[int, int] = {}
    for chair, card, amount in roll_money(state, dice[0] + dice[1]):
        paid[chair.seat] = paid.get(chair.seat, 0) + amount
        balance = chair.money + paid[chair.seat]
        events.append(VipPaid(race=race, seat=chair.seat, card=card, amount=amount, balance=balance))
    if stride.crosses:
        events.append(RedLineCrossed(race=race, horse=name, count=len(after.crossed)))
    reason = closing(board, before, after)
    if reason is not None:
        events.append(BettingClosed(race=race, reason=reason))
    if arrived(board, after):
        events.extend(_finished(state, after.positions, paid))
    return events


def _finished(state: State, positions: tuple[int, ...], paid: dict[int, int]) -> list[Event]:
    """``paid``: to seats for the last roll, just now."""
    board, race, result = state.board, state.race.number, finish(positions)
    chairs = [Chair(chair.seat, chair.colour, chair.money + paid.get(chair.seat, 0)) for chair in state.chairs]
    terms = Terms(
        props=state.race.props,
        values=VALUES | house_values(state.setup.options.house_markers),
        held={chair.seat: held(state, chair) for chair in state.chairs},
    )
    settled = settle(board, race, result, (*state.race.house_bets, *state.race.bets), chairs, terms)
    events = [
        RaceFinished(
            race=race,
            positions=positions,
            win=board.names(result.win),
            place=board.names(result.place),
            show=board.names(result.show),
        ),
        *settled,
        *opened(state.race),
        *_leavers(state),
    ]
    if race == state.setup.options.races:
        balances = [(event.seat, event.balance) for event in settled if isinstance(event, SeatSettled)]
        events.extend([*opened_decks(state), GameFinished(ranking=ranking(balances))])
    return events


def _void(state: State) -> list[Event]:
    """The race at hand is void, and what was paid for it goes back."""
    paid = tuple(Reversal(seat=c.seat, amount=-c.race_money) for c in state.chairs if c.race_money)
    return [RaceAbandoned(race=state.race.number, reversals=paid)] if state.phase == "running" or paid else []


def abandon(state: State, move: Abandon, by: By) -> Outcome:
    host_only(by, "abandons a race")
    running(state)
    return [*_void(state), *opened(state.race), *_leavers(state)]


def close_game(state: State, move: CloseGame, by: By) -> Outcome:
    """A running race is void. Without a settled race there is no result."""
    host_only(by, "closes a game")
    money = [(chair.seat, chair.money - chair.race_money) for chair in state.chairs] if state.settled else []
    ended = GameFinished(ranking=ranking(money))
    return [*_void(state), *opened(state.race), *_leavers(state), *opened_decks(state), ended]
