"""What a move makes happen, or why it is refused: one pure function per move, found by its type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from races.rules.protocol import Abandon, AddSalt, AddSeat, By, CloseGame, CloseSeat, Move, Pause, Refused, Resume
from races.rules.ready_set_bet import betting, decks, drafting, hosting, housing, racing
from races.rules.ready_set_bet import moves as m
from races.rules.ready_set_bet.guards import Outcome
from races.rules.ready_set_bet.state import State


def decide(state: State, move: Move, by: By) -> Outcome:
    """The events of ``move``. Raises :class:`Refused` with a code of the contract (``too_early``, for a clock that
    comes before its time, stays inside the server)."""
    handler = DECIDE.get(type(move))
    if handler is None:
        raise Refused("invalid", "This game has no such move.")
    if state.phase == "finished":
        raise Refused("game_over", "This game is over.")
    return handler(state, move, by)


DECIDE: dict[type[Move], Callable[[State, Any, By], Outcome]] = {
    m.SealDecks: decks.seal_decks,
    m.LayCards: decks.lay_cards,
    m.PrepareRace: racing.prepare_race,
    m.StartRace: racing.start_race,
    m.Roll: racing.roll,
    Abandon: racing.abandon,
    CloseGame: racing.close_game,
    m.PlaceBet: betting.place_bet,
    m.PlaceHouseBets: betting.place_house_bets,
    m.KeepVip: drafting.keep_vip,
    m.OpenVips: drafting.open_vips,
    m.ChooseHouse: housing.choose_house,
    m.PayHouse: housing.pay_house,
    m.OfferHouse: housing.offer_house,
    m.AcceptHouse: housing.accept_house,
    m.PassHouse: housing.pass_house,
    m.SetPace: hosting.set_pace,
    m.PlayDefaults: hosting.play_defaults,
    Pause: hosting.pause,
    Resume: hosting.resume,
    AddSalt: hosting.add_salt,
    CloseSeat: hosting.close_seat,
    AddSeat: hosting.add_seat,
}
