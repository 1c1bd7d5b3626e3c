"""Games played at random by whoever may move, for tests that need a real game of any ruleset and don't care which."""

from __future__ import annotations

import random

from ledger.decider import Stream
from ledger.errors import Refused
from ledger.reading import load
from races import service
from tests.races.gaming import host_of, seat_of
from tests.races.rules.examples import fill

LEFT_OUT = frozenset({"close_game", "close_seat", "abandon", "pause"})


def play_on(game: Stream, moves: int, number: int = 1) -> None:
    """At most so many moves, as the legal moves offer them; of a score sheet, until it has a result. The same
    ``number`` plays alike, but for what the server draws."""
    chance = random.Random(number)
    for _ in range(moves):
        state = load(game).state
        rules = state.frame.ruleset
        if rules.result(state.play) is not None and rules.key != "scoresheet":
            return
        seat = chance.choice([None, *(chair.seat for chair in state.frame.seats)])
        offers = [offer for offer in rules.legal(state.play, seat) if offer["type"] not in LEFT_OUT]
        if not offers:
            continue
        kind = chance.choice(sorted({offer["type"] for offer in offers}))
        offer = chance.choice([each for each in offers if each["type"] == kind])
        body = {name: value for name, value in offer.items() if name != "fill"}
        body |= {name: fill(name, chance, state.play) for name in offer.get("fill", ())}
        try:
            service.play(game.id, host_of(game.club) if seat is None else seat_of(game, seat), body)
        except Refused:
            continue  # what was filled in didn't fit
