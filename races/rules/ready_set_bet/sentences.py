"""How a race is called: the events as sentences for a page of text."""

from __future__ import annotations

from races.rules.protocol import Sentence

SENTENCES: dict[str, tuple[Sentence, ...]] = {
    "race_prepared": (
        Sentence(text="Race {race} is prepared.", when={"props": [], "exotics": []}),
        Sentence(text="Race {race} is prepared. Props: {props}.", when={"exotics": []}),
        Sentence(text="Race {race} is prepared. Exotic finishes: {exotics}.", when={"props": []}),
        Sentence(text="Race {race} is prepared. Props: {props}. Exotic finishes: {exotics}."),
    ),
    "decks_sealed": (Sentence(text="The decks lie shuffled, their order sealed."),),
    "decks_opened": (Sentence(text="All cards are open: every shuffle and deal can be checked."),),
    "cards_laid": (Sentence(text="On the real table lie: {props} {exotics}."),),
    "vip_dealt": (Sentence(text="{seat} is dealt {count} VIP cards."),),
    "vips_shuffled": (Sentence(text="{cards} discarded VIP cards are the new deck."),),
    "vip_chosen": (
        Sentence(text="{seat} sleeps: the card dealt first is kept.", when={"unseen": True}),
        Sentence(text="{seat} has chosen."),
    ),
    "vip_kept": (Sentence(text="{seat} keeps {card}."),),
    "vip_paid": (Sentence(text="{seat} gets ${amount} by {card}, and has ${balance}."),),
    "vip_settled": (Sentence(text="{seat}: {card} wins ${won} and costs ${lost}."),),
    "house_chosen": (Sentence(text="{seat} is the House of race {race}."),),
    "house_offered": (Sentence(text="{seat} gives up the House."),),
    "house_passed": (Sentence(text="{seat} doesn't want to be House."),),
    "house_paid": (Sentence(text="The House, {seat}, is paid {amount} dollars, and has ${balance}."),),
    "house_bets_placed": (Sentence(text="The House, {seat}, has placed its six markers."),),
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
