"""How a race is called: the events as sentences for a page of text."""

from __future__ import annotations

from races.rules.protocol import Sentence

SENTENCES: dict[str, tuple[Sentence, ...]] = {
    "race_prepared": (Sentence(text="Race {race} can start."),),
    "race_started": (Sentence(text="Race {race}: and they're off!"),),
    "rolled": (
        Sentence(text="{dice}: nothing moves.", when={"steps": 0}),
        Sentence(text="{dice}: horse {horse} moves {steps}, to {position}.", when={"bonus": 0}),
        Sentence(text="{dice}: horse {horse} moves {steps} (a bonus of {bonus}), to {position}."),
    ),
    "red_line_crossed": (Sentence(text="Horse {horse} is over the red line, number {count}."),),
    "betting_closed": (
        Sentence(text="Three are over the red line: no more bets!", when={"reason": "third_crossing"}),
        Sentence(text="The first horse is in: no more bets!"),
    ),
    "bet_placed": (Sentence(text="{seat} puts {marker} on {spot}: pays {pays} to 1, loses ${loses}."),),
    "race_finished": (Sentence(text="Race {race} is over. Win: {win}. Place: {place}. Show: {show}."),),
    "bet_settled": (
        Sentence(text="{seat}: {marker} on {spot} hits, {amount} dollars.", when={"hit": True}),
        Sentence(text="{seat}: {marker} on {spot} misses, {amount} dollars."),
    ),
    "seat_settled": (
        Sentence(text="{seat} won ${won}, lost ${lost}, and has ${balance}.", when={"forgiven": 0}),
        Sentence(text="{seat} won ${won}, lost ${lost} (${forgiven} of it forgiven), and has ${balance}."),
    ),
    "seed_opened": (Sentence(text="The seed of race {race} is open: its dice can be checked."),),
    "race_abandoned": (Sentence(text="Race {race} is void and will be run again."),),
    "seat_leaving": (Sentence(text="{seat} leaves after this race."),),
    "pace_set": (Sentence(text="A roll every {pace_ms} ms from now on."),),
    "game_finished": (Sentence(text="The game is over."),),
}
