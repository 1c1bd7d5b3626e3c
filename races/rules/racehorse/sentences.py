"""How a deal is told: the events as sentences for a page of text."""

from __future__ import annotations

from races.rules.protocol import Sentence

SENTENCES: dict[str, tuple[Sentence, ...]] = {
    "deck_sealed": (Sentence(text="The deck of deal {deal} is shuffled and sealed."),),
    "deal_started": (Sentence(text="Deal {deal}: {dealer} deals."),),
    "dealt": (Sentence(text="{seat} takes six cards."),),
    "bid_made": (
        Sentence(text="{seat} bids Smudge!", when={"points": 5}),
        Sentence(text="{seat} steals the bid at {points}.", when={"stolen": True}),
        Sentence(text="{seat} bids {points}."),
    ),
    "passed": (Sentence(text="{seat} passes."),),
    "pitch_won": (
        Sentence(text="{seat} pitches for Smudge: all four points and all six tricks.", when={"points": 5}),
        Sentence(text="{seat} pitches for {points}."),
    ),
    "card_played": (Sentence(text="{seat} plays {card}."),),
    "trick_taken": (Sentence(text="{seat} takes trick {trick}: {cards}, {points} card points."),),
    "deal_scored": (
        Sentence(text="Made: {points} points. High {high}, Low {low}, Jack {jack}, Game {game}.", when={"made": True}),
        Sentence(text="Set: {points} points. High {high}, Low {low}, Jack {jack}, Game {game}."),
    ),
    "seat_paid": (Sentence(text="{seat}: {amount} dollars, and has {balance}."),),
    "deal_abandoned": (Sentence(text="Deal {deal} is void and will be dealt again."),),
    "seat_leaving": (Sentence(text="{seat} leaves after this deal."),),
    "game_finished": (Sentence(text="The game is over."),),
}
