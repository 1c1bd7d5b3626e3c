"""How a race is called: the events as sentences for a page of text."""

from __future__ import annotations

from races.rules.protocol import Sentence

SENTENCES: dict[str, tuple[Sentence, ...]] = {
    "race_prepared": (Sentence(text="The seed of race {race} is drawn and sealed."),),
    "capital_paid": (Sentence(text="{seat} starts with ${balance}."),),
    "race_started": (
        Sentence(text="Race {race}, one lap.", when={"laps": 1}),
        Sentence(text="Race {race}, {laps} laps."),
    ),
    "set_revealed": (Sentence(text="{seat} shows {cards}: {sum} in all."),),
    "ranked": (Sentence(text="Hund 1, 2, 3 … are the dogs of {order}."),),
    "seed_opened": (Sentence(text="The seed of race {race} is open: its deal can be checked."),),
    "bets_sealed": (Sentence(text="{seat} has bet."),),
    "card_set_aside": (Sentence(text="{seat} sets a card aside."),),
    "card_laid": (Sentence(text="{seat} lays a card."),),
    "cards_revealed": (Sentence(text="Round {round}: cards are turned up."),),
    "moved": (
        Sentence(text="The dog of {seat} moves one space, to {position}.", when={"spaces": 1}),
        Sentence(text="The dog of {seat} moves {spaces} spaces, to {position}."),
    ),
    "lapped": (Sentence(text="The dog of {seat} is lapped, and out."),),
    "finished": (
        Sentence(text="The dog of {seat} crosses the line and wins!", when={"how": "line", "rank": 1}),
        Sentence(text="The dog of {seat} crosses the line, number {rank}.", when={"how": "line"}),
        Sentence(text="The dog of {seat} runs alone and is number {rank}.", when={"how": "walkover"}),
        Sentence(text="It will never end: the dog of {seat} is number {rank}."),
    ),
    "cards_taken_back": (Sentence(text="All hands are empty: the five cards are taken back."),),
    "race_finished": (Sentence(text="Race {race} is over after {rounds} rounds. In: {places}."),),
    "bets_revealed": (Sentence(text="The betting sheets of race {race} are shown."),),
    "set_asides_revealed": (Sentence(text="The cards that were set aside are shown."),),
    "seat_settled": (
        Sentence(
            text="{seat}: prize ${prize}, staked ${staked}, won ${won}. Has ${balance}.",
            when={"collected": 0, "paid": 0},
        ),
        Sentence(text="{seat} took ${collected} in stakes, paid ${paid} and has ${balance}.", when={"added": 0}),
        Sentence(text="{seat} took ${collected} in stakes and owes ${paid}; the bank adds ${added}."),
    ),
    "bookmaker_broke": (Sentence(text="{seat}, the bookmaker, is broke: ${missing} are missing."),),
    "leftovers_revealed": (Sentence(text="The cards that no race used are shown."),),
    "race_abandoned": (Sentence(text="Race {race} is void and will be dealt anew."),),
    "game_finished": (Sentence(text="The game is over."),),
}
