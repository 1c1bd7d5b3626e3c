"""What a move makes happen, or why it is refused: one pure function per move, found by its type."""

from __future__ import annotations

from races.rules.protocol import Abandon, AddSalt, AddSeat, CloseGame, CloseSeat, Move, Pause, ReopenSeat, Resume
from races.rules.ready_set_bet import betting, decks, drafting, hosting, housing, racing
from races.rules.ready_set_bet import moves as m
from races.rules.ready_set_bet.guards import CLOCK
from races.rules.table import Rule

RULES: dict[type[Move], Rule] = {
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
    Pause: CLOCK.pause,
    Resume: CLOCK.resume,
    AddSalt: hosting.add_salt,
    CloseSeat: hosting.close_seat,
    ReopenSeat: hosting.open_seat,
    AddSeat: hosting.add_seat,
}
