"""Games that play themselves over HTTP while pages look on, and all that a page shows."""

from __future__ import annotations

import random
from typing import Any

from tests.e2e.night import Api, Game

NEVER = {"pause", "resume", "abandon", "close_game", "close_seat", "set_pace", "lay_cards", "add_salt"}
SHOWN = """() => {
    const main = document.querySelector("main").cloneNode(true);
    for (const part of main.querySelectorAll("script, noscript, #toast, #banner")) part.remove();
    const labels = [...main.querySelectorAll("[aria-label]")].map((each) => each.getAttribute("aria-label"));
    return [document.body.dataset.phase, main.textContent.replace(/\\s+/g, ""), ...labels];
}"""


def offered(game: Game, who: Api) -> list[dict[str, Any]]:
    """What somebody may do just now, ready to be sent; of the many plain bets a few."""
    found = []
    for move in who.get(f"{game.path}/legal-moves").json():
        fill = move.pop("fill", [])
        if fill == ["dice"]:
            move["dice"] = [random.randint(1, 6), random.randint(1, 6)]
        elif fill:
            continue
        if move["type"] not in NEVER:
            found.append(move)
    bets = [move for move in found if move["type"] == "place_bet"]
    return [move for move in found if move["type"] != "place_bet"] + bets[::40][:3]


def play_on(game: Game, chance: random.Random, moves: int) -> int:
    """So many legal moves of whoever may make one; fewer where the game ends. → how many."""
    for made in range(moves):
        offers = [(who, move) for who in (game.host, *game.seats.values()) for move in offered(game, who)]
        if not offers:
            return made
        who, move = chance.choice(offers)
        answer = who.post(f"{game.path}/moves", move)
        assert answer.status_code == 201, answer.text
    return moves


def shown(page: Any) -> list[str]:
    """Everything on the page, texts and labels, but what comes and goes by itself (the toast, the banner)."""
    return list(page.evaluate(SHOWN))
