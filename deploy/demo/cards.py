"""A night of Racehorse: five bots at a table, one of which dozes off and one salts the decks; told and checked."""

from __future__ import annotations

import queue
import secrets
from typing import Any

from deploy.bots.bot import Bot, Mind
from deploy.bots.chance import AtRandom
from deploy.bots.racehorse import Sensible
from deploy.demo import card_checks, checks
from deploy.demo.card_story import CardStory
from deploy.demo.checks import Check
from deploy.demo.client import Api, Gone, Live
from deploy.demo.ending import show_checks, show_table
from deploy.demo.night import Night, open_night
from deploy.demo.seat import Hosts, Listener
from deploy.demo.terminal import INDENT, Screen

SILENCE_S = 20.0
CATCH_UP_S = 5.0
PATIENCE_S = 1
"""A seat that does nothing for so long is played for by the clock."""
NAP = 2
"""The deal in which somebody dozes off."""


class Drowsy(Sensible):
    """Plays sensibly, but sleeps over its first turn of one deal."""

    def __init__(self, courage: float, nap: int) -> None:
        super().__init__(courage)
        self._nap = nap

    def choose(self, state: dict[str, Any], legal: list[dict[str, Any]]) -> dict[str, Any] | None:
        if state["deal"] == self._nap:
            self._nap = 0
            return None
        return super().choose(state, legal)


class Salter(Bot):
    """Adds salt to every deck that can still be cut."""

    salted = 0

    def hear(self, event: dict[str, Any]) -> None:
        if event["type"] == "deck_sealed" and event["data"]["deal"] > 1:
            salt = {"type": "add_salt", "salt": secrets.token_hex(16)}
            self.api.post(f"/games/{self.game}/moves", salt)
            self.salted += 1
        super().hear(event)


PLAYERS: tuple[tuple[str, str, Mind, type[Bot]], ...] = (
    ("Astrid", "bids what she holds, and salts every deck", Sensible(0.3), Salter),
    ("Ilinca", "bids more than she holds", Sensible(1.2), Bot),
    ("Matej", "bids less than he holds", Sensible(-0.4), Bot),
    ("Bram", "plays well, when he is awake", Drowsy(0.3, NAP), Bot),
    ("Clockwork", "a bot that plays at random, and says so", AtRandom(7), Bot),
)
"""Name, nature, mind and phone of each seat; the last one is a guest."""


def night(api: Api, screen: Screen, deals: int) -> list[Check]:
    """Plays one night; → what was checked. Raises :class:`Refusal`, :class:`Gone`."""
    names = [name for name, _, _, _ in PLAYERS]
    options = {"deals": deals, "default_after_s": PATIENCE_S}
    opened = open_night(api, names, "racehorse", "Racehorse", options, bot=True)
    _introduce(screen, opened, deals)
    game = str(opened.game["id"])
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    bots = [
        phone(name, n, api.as_(opened.seat_token(n)), game, mind) for n, (name, _, mind, phone) in enumerate(PLAYERS, 1)
    ]
    listeners: list[Listener] = [Hosts(Live(api.as_(opened.host_token), f"/games/{game}/live"), told), *bots]
    for listener in listeners:
        listener.start()
    try:
        _tell(CardStory(screen, dict(enumerate(names, 1))), told, listeners)
        version = int(api.get(f"/games/{game}")["version"])
        for listener in listeners:
            listener.wait_for(version, CATCH_UP_S)
    finally:
        for listener in listeners:
            listener.finish()
    api.post(f"/nights/{opened.night['id']}/close", {})
    return _look_back(api, screen, opened, deals, listeners, bots)


def _tell(story: CardStory, told: queue.SimpleQueue[Any], listeners: list[Listener]) -> None:
    """What happens as it happens, to the end of the game."""
    while True:
        troubles = [f"{each.name}: {each.trouble}" for each in listeners if each.trouble]
        if troubles:
            raise Gone("; ".join(troubles))
        try:
            event = told.get(timeout=SILENCE_S)
        except queue.Empty:
            raise Gone(f"nothing has happened for {SILENCE_S:.0f} s") from None
        story.event(event)
        if event["type"] == "game_finished":
            return


def _introduce(screen: Screen, opened: Night, deals: int) -> None:
    title = f"{opened.night['name']} of {opened.club['name']}, {opened.night['date']}"
    screen.rule(title, f"{opened.game['title']}, {opened.game['label']}")
    for n, (name, nature, _, _) in enumerate(PLAYERS, 1):
        screen.line(f"{INDENT}seat {n}  {screen.paint(f'{name:9}', 'cyan')} {nature}")
    line = f"{INDENT}{deals} deals of six cards; who sleeps longer than {PATIENCE_S} s is played for by the clock"
    screen.line(screen.paint(line, "dim"))


def _look_back(
    api: Api, screen: Screen, opened: Night, deals: int, listeners: list[Listener], bots: list[Bot]
) -> list[Check]:
    """Prints the table, the verdicts and where to look."""
    game, slug = opened.game["id"], opened.club["slug"]
    events = list(api.pages(f"/games/{game}/events", "version"))
    after = api.get(f"/seasons/{opened.season['id']}/table")
    ranking = events[-1]["data"]["ranking"] if events[-1]["type"] == "game_finished" else []
    show_table(screen, opened, after)
    first = events[0]["cursor"]
    cursors = [event["cursor"] for event in api.pages(f"/clubs/{slug}/events", "cursor", after=first - 1)]
    checked = [
        card_checks.deals(events, api.get(f"/games/{game}"), deals),
        card_checks.cards(events),
        card_checks.secrecy(bots, deals),
        card_checks.clock(events, bots),
        checks.listening(events, listeners),
        checks.order(cursors, first - 1),
        card_checks.money(events, api.get(f"/games/{game}/postings"), api.get(f"/games/{game}/scoreboard")),
        checks.table(opened.before, after, ranking, opened.members),
        checks.audit(api.get(f"/games/{game}/audit"), len(events), "hands {} from the sealed decks"),
    ]
    show_checks(screen, opened, checked)
    return checked
