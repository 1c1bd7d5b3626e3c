"""What a move makes happen, or why it is refused. One function per move; all are pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from races.rules import chance
from races.rules.protocol import (
    LAST_SEAT,
    Abandon,
    AddSalt,
    AddSeat,
    By,
    CloseGame,
    CloseSeat,
    Event,
    Move,
    Pause,
    Paused,
    Refused,
    Resume,
    Resumed,
    SaltAdded,
    Sealed,
    SeatAdded,
    SeatClosed,
)
from races.rules.ready_set_bet.events import (
    BetPlaced,
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
from races.rules.ready_set_bet.markers import HOUSES, VALUES
from races.rules.ready_set_bet.moves import PlaceBet, PrepareRace, Roll, SetPace, StartRace
from races.rules.ready_set_bet.placing import finish
from races.rules.ready_set_bet.settlement import ranking, settle
from races.rules.ready_set_bet.state import Chair, Race, State, free_colour
from races.rules.ready_set_bet.track import advance, arrived, closing

Outcome = list[Event | Sealed]


def decide(state: State, move: Move, by: By) -> Outcome:
    """The events of ``move``. Raises :class:`Refused` with a code of the contract (``too_early``, for a clock that
    comes before its time, stays inside the server)."""
    handler = MOVES.get(type(move))
    if handler is None:
        raise Refused("invalid", "This game has no such move.")
    if state.phase == "finished":
        raise Refused("game_over", "This game is over.")
    return handler(state, move, by)


# Who may, and when


def _host_only(by: By, what: str) -> None:
    if not by.host and not by.clock:
        raise Refused("wrong_scope", f"Only the host {what}.")


def _own_chair(state: State, by: By) -> Chair:
    if by.seat is None:
        raise Refused("not_your_seat", "This move belongs to a seat: say which.")
    chair = state.chair(by.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {by.seat}.")
    return chair


def _this_race(state: State, race: int | None) -> None:
    if race is not None and race != state.race.number:
        sentence = f"That was meant for race {race}; now it is race {state.race.number}."
        raise Refused("wrong_race", sentence, expected=state.race.number)


def _running(state: State) -> None:
    if state.phase != "running":
        raise Refused("not_running", "No race is running.")


def _unpaused(state: State) -> None:
    if state.paused:
        raise Refused("paused", "The race is paused.")


def opened(race: Race) -> list[Event]:
    """The opening of a race's seed, where there is one still sealed."""
    if race.seed is None:
        return []
    return [SeedOpened(race=race.number, seed=race.seed, opens=(race.prepared,))]


def _leavers(state: State) -> list[Event]:
    return [SeatClosed(seat=chair.seat) for chair in state.chairs if chair.state == "leaving"]


# The race


def _prepare_race(state: State, move: PrepareRace, by: By) -> Outcome:
    if not by.clock:
        raise Refused("wrong_scope", "Only the server prepares a race.")
    _this_race(state, move.race)
    if state.phase != "preparing":
        raise Refused("already_running", "This race is prepared already.")
    if state.clock_rolls != (move.seed is not None):
        raise Refused("invalid", "The server rolls from a seed, a person without one.")
    return [RacePrepared(race=move.race)]


def _start_race(state: State, move: StartRace, by: By) -> Outcome:
    _host_only(by, "starts a race")
    _this_race(state, move.race)
    if state.phase == "running":
        raise Refused("already_running", f"Race {state.race.number} is running already.")
    if state.phase != "ready":
        raise Refused("not_running", "The next race is not prepared yet.")
    return [RaceStarted(race=state.race.number)]


def _roll(state: State, move: Roll, by: By) -> Outcome:
    if state.clock_rolls and not by.clock:
        raise Refused("wrong_scope", "In this game the server rolls.")
    _host_only(by, "rolls")
    _this_race(state, move.race)
    _running(state)
    _unpaused(state)
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
    """One roll and all that follows from it, in the order of rules page §3: move, crossing, close of betting, arrival,
    result, settlement."""
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
    if stride.crosses:
        events.append(RedLineCrossed(race=race, horse=name, count=len(after.crossed)))
    reason = closing(board, before, after)
    if reason is not None:
        events.append(BettingClosed(race=race, reason=reason))
    if arrived(board, after):
        events.extend(_finished(state, after.positions))
    return events


def _finished(state: State, positions: tuple[int, ...]) -> list[Event]:
    board, race, result = state.board, state.race.number, finish(positions)
    settled = settle(board, race, result, state.race.bets, state.chairs)
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
        money = [(event.seat, event.balance) for event in settled if isinstance(event, SeatSettled)]
        events.append(GameFinished(ranking=ranking(money)))
    return events


def _place_bet(state: State, move: PlaceBet, by: By) -> Outcome:
    chair, race = _own_chair(state, by), state.race
    if move.marker not in VALUES:
        raise Refused("unknown_marker", "There is no such marker.")
    spot = state.board.spots.get(move.spot)
    if spot is None:
        raise Refused("unknown_spot", "There is no such spot on this game's board.")
    if move.marker not in state.setup.markers:
        raise Refused("unknown_marker", f"Seat {chair.seat} has no marker {move.marker} in this game.")
    _this_race(state, move.race)
    _running(state)
    _unpaused(state)
    if not race.betting:
        raise Refused("betting_closed", "No more bets!")
    if move.until_roll is not None and race.track.roll > move.until_roll:
        raise Refused("too_late", f"Roll {race.track.roll} has fallen meanwhile.", expected=race.track.roll)
    for bet in race.bets:
        if bet.seat == chair.seat and bet.marker == move.marker:
            raise Refused("marker_used", f"Marker {move.marker} lies on {bet.spot} already.")
        if bet.spot == spot.key:
            sentence = "Your own marker lies there." if bet.seat == chair.seat else f"Seat {bet.seat} was faster."
            raise Refused("spot_taken", sentence, by=bet.seat)
    return [
        BetPlaced(
            race=race.number,
            seat=chair.seat,
            marker=move.marker,
            spot=spot.key,
            pays=spot.pays,
            loses=spot.loses,
        )
    ]


# The host's hand on the game


def _set_pace(state: State, move: SetPace, by: By) -> Outcome:
    _host_only(by, "sets the pace")
    if not state.clock_rolls:
        raise Refused("invalid", "A person rolls in this game, at any pace.")
    return [PaceSet(pace_ms=move.pace_ms)]


def _pause(state: State, move: Pause, by: By) -> Outcome:
    _host_only(by, "pauses a race")
    _running(state)
    _unpaused(state)
    return [Paused(reason="host")]


def _resume(state: State, move: Resume, by: By) -> Outcome:
    _host_only(by, "resumes a race")
    _running(state)
    if not state.paused:
        raise Refused("already_running", "The race is not paused.")
    return [Resumed()]


def _abandon(state: State, move: Abandon, by: By) -> Outcome:
    _host_only(by, "abandons a race")
    _running(state)
    return [RaceAbandoned(race=state.race.number), *opened(state.race), *_leavers(state)]


def _close_game(state: State, move: CloseGame, by: By) -> Outcome:
    """A running race is void. Without a settled race there is no result."""
    _host_only(by, "closes a game")
    void: Outcome = [RaceAbandoned(race=state.race.number)] if state.phase == "running" else []
    money = [(chair.seat, chair.money) for chair in state.chairs] if state.settled else []
    return [*void, *opened(state.race), *_leavers(state), GameFinished(ranking=ranking(money))]


# Seats


def _add_salt(state: State, move: AddSalt, by: By) -> Outcome:
    """Between the sealing of the race's seed and its start: so neither side can choose the dice."""
    chair = _own_chair(state, by)
    if not state.clock_rolls:
        raise Refused("invalid", "A person rolls in this game: its dice need no salt.")
    if state.phase == "running":
        raise Refused("already_running", "The race has started: its dice are settled.")
    if state.phase != "ready":
        raise Refused("not_running", "The next race is not prepared yet.")
    return [SaltAdded(seat=chair.seat, salt=move.salt)]


def _close_seat(state: State, move: CloseSeat, by: By) -> Outcome:
    """Takes effect between races: during one, after its settlement."""
    if by.seat != move.seat:
        _host_only(by, "closes the seat of somebody else")
    chair = state.chair(move.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {move.seat}.")
    if state.phase != "running":
        return [SeatClosed(seat=move.seat)]
    if chair.state == "leaving":
        raise Refused("seat_closed", f"Seat {move.seat} is leaving already, after this race.")
    return [SeatLeaving(seat=move.seat)]


def _add_seat(state: State, move: AddSeat, by: By) -> Outcome:
    _host_only(by, "adds a seat")
    if state.phase == "running":
        raise Refused("join_closed", "A latecomer joins between races: wait for the end of this one.")
    if sum(chair.state != "closed" for chair in state.chairs) >= HOUSES[state.setup.options.house].seats[1]:
        raise Refused("game_full", "This table is full.")
    seat = move.seat if move.seat is not None else max(chair.seat for chair in state.chairs) + 1
    if state.chair(seat) is not None:
        raise Refused("seat_taken", f"Seat {seat} has been given; a chair is never used again.")
    if seat > LAST_SEAT:
        raise Refused("game_full", f"There is no chair after {LAST_SEAT}: ask for a lower number.")
    return [SeatAdded(seat=seat, colour=free_colour(state))]


MOVES: dict[type[Move], Callable[[State, Any, By], Outcome]] = {
    PrepareRace: _prepare_race,
    StartRace: _start_race,
    Roll: _roll,
    PlaceBet: _place_bet,
    SetPace: _set_pace,
    Pause: _pause,
    Resume: _resume,
    Abandon: _abandon,
    CloseGame: _close_game,
    AddSalt: _add_salt,
    CloseSeat: _close_seat,
    AddSeat: _add_seat,
}
