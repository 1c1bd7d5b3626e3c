"""Refusals in the viewer's language. The code is the key: rules and services refuse in English, which the API and
English viewers get as it is; others get a sentence of their own where the catalogue has one, else the code's."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from league.pages import words
from ledger.errors import Refused

BY_CODE = {
    "invalid": _("Something you typed doesn't fit."),
    "no_token": _("This link is not valid any more."),
    "wrong_scope": _("Only the host or the organiser can do that."),
    "not_found": _("There is nothing like that here."),
    "too_large": _("That is too much at once."),
    "slow_down": _("Too many requests; wait a moment."),
    "unavailable": _("Not available just now; try again in a moment."),
    "version_changed": _("Somebody else has changed it meanwhile."),
    "already_recorded": _("That is recorded already."),
    "dice_already_seen": _("Somebody has seen these dice or cards: they can't be taken back."),
    "unknown_spot": _("There is no such spot."),
    "unknown_marker": _("There is no such marker."),
    "not_your_seat": _("That belongs to another seat."),
    "spot_taken": _("Too late: another marker lies there."),
    "marker_used": _("This marker lies on the board already."),
    "spot_forbidden": _("This spot isn't open to your marker."),
    "exotic_card_used": _("One of your markers lies on this card already."),
    "betting_closed": _("No more bets!"),
    "house_cannot_bet": _("The House can't bet here."),
    "not_running": _("Nothing is running just now."),
    "already_running": _("That is under way already."),
    "paused": _("The game is paused."),
    "wrong_race": _("That belonged to another race."),
    "roll_out_of_order": _("Another roll comes next."),
    "too_late": _("Too late: the game has gone on."),
    "too_early": _("It is too early for that."),
    "not_your_turn": _("It isn't your turn."),
    "illegal_card": _("You can't play this card now."),
    "illegal_bid": _("This bid isn't possible now."),
    "game_over": _("The game is over."),
    "seat_closed": _("Nobody plays on this seat any more."),
    "seat_taken": _("Somebody sits there already."),
    "game_full": _("All seats are taken."),
    "join_closed": _("Nobody can join just now."),
    "member_already_seated": _("This person already sits on another seat."),
    "night_closed": _("The night is closed."),
    "season_closed": _("The season is closed."),
    "season_ambiguous": _("More than one season holds this date: say which."),
    "erased": _("This person was erased, and stays so."),
}
"""The least that is said of a code."""

BY = _("{seat} was faster.")
"""Of a spot that another seat has taken."""

SENTENCES = (
    _("The House places nothing during the race."),
    _("Who can follow suit must follow or trump."),
    _("All bets of a race are of one type: Sieg, Platz or Einlauf."),
    _("At most one bet of each type."),
    _("The same selection twice: put it all into one bet."),
    _("Your bets of this race are sealed already."),
    _("You have set a card aside already."),
    _("Your card lies there already."),
    _("Other dogs play first in this round."),
    _("First all bets are placed."),
    _("All others have passed: the dealer must bid."),
    _("First every seat keeps one of its two VIP cards."),
    _("First it must be known who is the House."),
    _("The next race is not prepared yet."),
    _("The same person can't sit on two seats."),
    _("There is no such club."),
    _("There is no such game."),
    _("All dogs are entered: a latecomer takes over somebody's seat."),
    _("A latecomer joins between races: wait for the end of this one."),
    _("A closed seat is opened between races: wait for the end of this one."),
    _("Your own marker lies there."),
    _("Two markers lie there already."),
)
"""Sentences of rules and services that say more than their code."""

TITLES = {
    "invalid": _("A value that doesn't fit"),
    "not_found": _("Not found"),
    "no_token": _("This link has been replaced"),
    "wrong_scope": _("That is the organiser's business"),
    "unavailable": _("Not available just now"),
}


def told(refused: Refused) -> Refused:
    """The refusal in the language that is switched on."""
    return Refused(refused.code, sentence(refused), **refused.extra)


def sentence(refused: Refused) -> str:
    """What is said of it."""
    if (get_language() or "en") == "en":
        return refused.sentence
    by: Any = refused.extra.get("by")
    found = gettext(refused.sentence)
    if found != refused.sentence:
        return found
    if _by_a_page(refused):
        return refused.sentence
    if refused.code == "spot_taken" and isinstance(by, int):
        return gettext(BY).format(seat=words.seat(by))
    return gettext(BY_CODE[refused.code]) if refused.code in BY_CODE else refused.sentence


def _by_a_page(refused: Refused) -> bool:
    """Whether a page has raised it: then its sentence is in the viewer's language already."""
    trace = refused.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and str(trace.tb_frame.f_globals.get("__name__", "")).startswith("league.pages.")


def title(code: str, english: str) -> str:
    """The heading over it."""
    return gettext(TITLES.get(code, english))
