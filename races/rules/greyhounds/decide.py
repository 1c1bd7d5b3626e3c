"""What a move makes happen, or why it is refused. One function per move; all are pure."""

from __future__ import annotations

from typing import Any

import msgspec

from races.rules import chance
from races.rules.greyhounds import betting, dealing, odds, running, view
from races.rules.greyhounds.betting import Bet
from races.rules.greyhounds.events import (
    BetsSealed,
    CapitalPaid,
    CardLaid,
    CardSetAside,
    GameFinished,
    RaceAbandoned,
    RacePrepared,
    RaceStarted,
    Ranked,
    SetRevealed,
)
from races.rules.greyhounds.moves import DealRace, PlaceBets, Play, PlayDefault, PrepareRace, SetAside
from races.rules.greyhounds.odds import Kind, Pick
from races.rules.greyhounds.state import BOOKMAKER_CAPITAL, CAPITAL, Dog, State
from races.rules.protocol import (
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
    ReopenSeat,
    Resume,
    SaltAdded,
    Sealed,
    SeatClosed,
)
from races.rules.table import Clock, Outcome, Rule, decided, host_only, leaver, ranking, reopened, server_only, this_one

# Who may, and when


def _running(state: State) -> None:
    if not state.running:
        raise Refused("not_running", "No race is running.")


CLOCK = Clock("race", _running)


def _own_dog(state: State, by: By, race: int | None) -> Dog:
    """The mover's dog in the running race."""
    if by.seat is None:
        raise Refused("not_your_seat", "This move belongs to a seat: say which.")
    chair = state.chair(by.seat)
    if chair is None or (chair.state == "closed" and not by.clock):
        raise Refused("seat_closed", f"Nobody plays on seat {by.seat}.")
    this_one("race", race, state.race)
    dog = state.dog(by.seat)
    if not state.running or dog is None:
        raise Refused("not_running", "No race is running.")
    CLOCK.unpaused(state)
    return dog


def _secret(seat: int, event: Event, **secret: Any) -> Outcome:
    return [Sealed(event=event, secret=secret, audience=(f"seat:{seat}",))]


# The server's part: seeds, deals, seats that sleep


def _prepare_race(state: State, move: PrepareRace, by: By) -> Outcome:
    server_only(by, "prepares a race")
    if state.coming is not None:
        raise Refused("already_running", f"Race {state.coming.race} is prepared already.")
    expected = state.race + state.running
    if move.race != expected:
        raise Refused("wrong_race", f"Race {expected} comes next.", expected=expected)
    return [RacePrepared(race=move.race), *([] if state.funded else _capital(state))]


def _capital(state: State) -> list[CapitalPaid]:
    capitals = [(c.seat, BOOKMAKER_CAPITAL if c.seat == state.bookmaker else CAPITAL) for c in state.chairs]
    return [CapitalPaid(seat=seat, amount=capital, balance=capital) for seat, capital in capitals]


def _deal_race(state: State, move: DealRace, by: By) -> Outcome:
    server_only(by, "deals")
    race, coming = state.race, state.coming
    if state.phase != "between" or coming is None:
        raise Refused("already_running", "There is no race to deal now.")
    if move.race != race or coming.race != race:
        raise Refused("wrong_race", f"Race {race} comes next.", expected=race)
    if coming.seed is None:
        raise Refused("unavailable", "The seed of this race is not known here.")
    seed, salt = bytes.fromhex(coming.seed), chance.public_salt(state.setup.salt, coming.salts)
    rigged = state.setup.options.rigged
    if rigged is not None and race <= len(rigged.sets):
        dealt = [tuple(sorted(cards, reverse=True)) for cards in rigged.sets[race - 1]]
    else:
        dealt = [dealing.deal(seed, salt, race, chair.seat, chair.spent) for chair in state.chairs]
    seats = [chair.seat for chair in state.chairs]
    order = dealing.ranking(list(zip(seats, dealt, strict=True)), dealing.draw_lots(seed, salt, race, seats))
    return [
        RaceStarted(race=race, laps=race),
        *(SetRevealed(race=race, seat=s, cards=cards, sum=sum(cards)) for s, cards in zip(seats, dealt, strict=True)),
        Ranked(race=race, order=order, odds=odds.prices(order)),
        *running.opened(state),
    ]


def _play_default(state: State, move: PlayDefault, by: By) -> Outcome:
    server_only(by, "plays for a seat that sleeps")
    if move.n != state.turn or move.seat not in state.waiting:
        raise Refused("too_late", f"Nobody waits for seat {move.seat} any more.")
    CLOCK.unpaused(state)
    if not by.replay:
        deadline = view.deadline(state, move.seat)
        if deadline is None or by.at < deadline:
            raise Refused("too_early", f"Seat {move.seat} still has time.")
        if by.at > deadline + state.setup.options.pause_after_gap_s * 1_000_000:
            return [Paused(reason="gap")]
    played = view.default(state, move.seat)
    if played is None:
        raise Refused("unavailable", f"The cards of seat {move.seat} can't be read here.")
    return decided(RULES, state, played, msgspec.structs.replace(by, seat=move.seat))


# What seats do


def _place_bets(state: State, move: PlaceBets, by: By) -> Outcome:
    dog = _own_dog(state, by, move.race)
    if dog.seat == state.bookmaker:
        raise Refused("house_cannot_bet", "The bookmaker takes bets and places none.")
    if dog.bets_at:
        raise Refused("already_recorded", "Your bets of this race are sealed already.")
    if state.phase != "bets":
        raise Refused("betting_closed", "The bets of this race are all placed.")
    bets = tuple(Bet(kind=_kind(each.kind, move.kind), pick=_pick(each.pick), stake=each.stake) for each in move.bets)
    betting.check(bets, state.odds, state.setup.options.bet_mix)
    event = BetsSealed(race=state.race, seat=dog.seat)
    return _secret(dog.seat, event, bets=[msgspec.to_builtins(bet) for bet in bets])


def _kind(own: Kind | None, common: Kind | None) -> Kind:
    kind = own or common
    if kind is None:
        raise Refused("invalid", "Say what kind of bet it is: sieg, platz or einlauf.", field="kind")
    return kind


def _pick(wanted: int | tuple[int, ...]) -> Pick:
    return wanted if isinstance(wanted, int) else (wanted[0], wanted[1])


def _set_aside(state: State, move: SetAside, by: By) -> Outcome:
    dog = _own_dog(state, by, move.race)
    if dog.aside_at:
        raise Refused("already_recorded", "You have set a card aside already.")
    if state.phase != "set_aside":
        raise Refused("not_your_turn", "First all bets are placed.")
    if move.card not in dog.hand:
        raise Refused("illegal_card", f"You don't have the {move.card} in this race.")
    return _secret(dog.seat, CardSetAside(race=state.race, seat=dog.seat), card=move.card)


def _play(state: State, move: Play, by: By) -> Outcome:
    dog = _own_dog(state, by, move.race)
    if state.phase != "play":
        raise Refused("not_your_turn", "First all bets are placed and cards set aside.")
    if dog.state != "running":
        raise Refused("not_your_turn", "Your dog doesn't run any more in this race.")
    if dog.laid_at:
        raise Refused("already_recorded", "Your card lies there already.")
    if dog.seat not in state.waiting:
        raise Refused("not_your_turn", "Other dogs play first in this round.", expected=list(state.waiting))
    if move.card not in dog.hand:
        raise Refused("illegal_card", f"You don't have the {move.card} in your hand.")
    laid = _secret(dog.seat, CardLaid(race=state.race, round=state.round, seat=dog.seat), card=move.card)
    if state.waiting != (dog.seat,):
        return laid
    return [*laid, *running.turned_up(running.with_laid(state, dog.seat, move.card, by.version + 1))]


def _add_salt(state: State, move: AddSalt, by: By) -> Outcome:
    chair = state.chair(by.seat)
    if chair is None:
        raise Refused("not_your_seat", "Salt comes from a seat.")
    if chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {by.seat}.")
    if state.coming is None:
        raise Refused("too_late", "There is no deal to come.")
    return [SaltAdded(seat=chair.seat, salt=move.salt)]


# The host's hand on the game


def _abandon(state: State, move: Abandon, by: By) -> Outcome:
    host_only(by, "abandons a race")
    _running(state)
    return [RaceAbandoned(race=state.race, opens=running.sealed_parts(state.dogs)), *running.opened(state)]


def _close_game(state: State, move: CloseGame, by: By) -> Outcome:
    host_only(by, "closes a game")
    standings = ranking((chair.seat, chair.money) for chair in state.chairs) if state.settled else ()
    opens = running.sealed_parts(state.dogs)
    return [GameFinished(reason="closed", ranking=standings, opens=opens), *running.opened(state)]


def _close_seat(state: State, move: CloseSeat, by: By) -> Outcome:
    leaver(state, move, by)
    return [SeatClosed(seat=move.seat)]


def _open_seat(state: State, move: ReopenSeat, by: By) -> Outcome:
    """At any time: its dog is in the race all along, and from now on waits for somebody to play."""
    return reopened(state, move, by, most=len(state.chairs))


def _add_seat(state: State, move: AddSeat, by: By) -> Outcome:
    host_only(by, "adds a seat")
    raise Refused("join_closed", "All dogs are entered: a latecomer takes over somebody's seat.")


RULES: dict[type[Move], Rule] = {
    PrepareRace: _prepare_race,
    DealRace: _deal_race,
    PlayDefault: _play_default,
    PlaceBets: _place_bets,
    SetAside: _set_aside,
    Play: _play,
    Pause: CLOCK.pause,
    Resume: CLOCK.resume,
    Abandon: _abandon,
    CloseGame: _close_game,
    AddSalt: _add_salt,
    CloseSeat: _close_seat,
    ReopenSeat: _open_seat,
    AddSeat: _add_seat,
}
